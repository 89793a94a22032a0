package org.lierne.kernel.file;

/** Bits of an open call. Documented: system calls, section 6. */
public final class OpenFlags {
    public static final int READ = 0;
    public static final int WRITE = 1;
    public static final int READ_WRITE = 2;
    /** Mask of the three above; 3 is no mode. */
    public static final int ACCESS = 3;
    public static final int NON_BLOCK = 0x4;
    public static final int APPEND = 0x8;
    public static final int CREATE = 0x200;
    public static final int TRUNCATE = 0x400;
    public static final int EXCLUSIVE = 0x800;
    public static final int DIRECTORY = 0x20000;

    private OpenFlags() {}

    public static boolean reads(int flags) {
        return (flags & ACCESS) != WRITE;
    }

    public static boolean writes(int flags) {
        return (flags & ACCESS) != READ;
    }
}
