package org.lierne.recompiler.isa;

import org.osgi.annotation.versioning.ProviderType;

/** Runs the program of a measured row: the interpreter, or a device through the translator. */
@ProviderType
public interface RowExecutor {
    /** Service property: what it runs on, {@code interpreter} or {@code vulkan}. */
    String MACHINE = "lierne.machine";

    /** Dwords of the row's buffer. */
    int BUFFER_DWORDS = 64;

    /** Dwords of the row's LDS. */
    int LDS_DWORDS = 256;

    /** Word 3 of the row's buffer descriptor: identity swizzle, 32_FLOAT, raw bounds check. */
    int BUFFER_WORD3 = 0x31016fac;

    /** Whether its machine exists on this host. */
    boolean isPresent();

    /**
     * Runs the row's program from its state.
     *
     * @throws IllegalArgumentException with a reason where it cannot be run
     */
    State run(MeasuredRow row);

    /** Lets go of what its runs share, such as an open device; a later run gets that anew. */
    default void release() {
    }

    /** The state after a run. */
    @ProviderType
    interface State {
        /** A VGPR's dword in a lane. */
        int vector(int register, int lane);

        /** A scalar register, numbered as encoded (106, 107 VCC; 124 M0; 126, 127 EXEC). */
        int scalar(int register);

        /** SCC. */
        boolean scc();

        /** A dword of the row's buffer. */
        int buffer(int dword);

        /** A dword of LDS. */
        int lds(int dword);
    }
}
