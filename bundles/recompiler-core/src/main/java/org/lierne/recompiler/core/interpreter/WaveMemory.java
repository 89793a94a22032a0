package org.lierne.recompiler.core.interpreter;

/** The memory that scalar, buffer, flat and global instructions reach. Addresses are guest addresses, values little endian. */
interface WaveMemory {
    /** That it is not known where a texel lies. */
    long UNKNOWN = -1;

    /**
     * The address of an element of an image that is not linear.
     *
     * @param image the T#
     * @param slice of the surface
     * @param level of the surface
     */
    default long texel(int[] image, int x, int y, int slice, int level) {
        return UNKNOWN;
    }

    /** Reads {@code bytes} (1, 2, 4 or 8), zero-extended; what is not mapped reads zero. */
    long read(long address, int bytes);

    /** Writes the low {@code bytes} (1, 2, 4 or 8) of a value; what is not mapped is dropped. */
    void write(long address, int bytes, long value);
}
