package org.lierne.recompiler.program;

import org.osgi.annotation.versioning.ProviderType;

/** Runs compute programs on the processor, instruction by instruction: the reference the translator is held against. */
@ProviderType
public interface ComputeInterpreter {
    /** Guest memory of a dispatch. Little endian. */
    interface Memory {
        /** Reads {@code bytes} (1, 2, 4 or 8), zero-extended; what is not mapped reads zero. */
        long read(long guestAddress, int bytes);

        /** Writes the low {@code bytes} (1, 2, 4 or 8) of a value; what is not mapped is dropped. */
        void write(long guestAddress, int bytes, long value);

        /**
         * The address of an element of an image in blocks; linear images are not asked for.
         *
         * @param image the T#
         * @param slice of the surface
         * @param level of the surface
         * @return -1 where it is not known
         */
        default long texel(DescriptorWords image, int x, int y, int slice, int level) {
            return -1;
        }
    }

    /**
     * Runs all workgroups, one after the other.
     *
     * @param userData the stage's user data
     * @throws IllegalArgumentException with place, instruction and reason where the program does what is not modelled
     */
    void dispatch(ShaderProgram program, int[] userData, int groupsX, int groupsY, int groupsZ, Memory memory);
}
