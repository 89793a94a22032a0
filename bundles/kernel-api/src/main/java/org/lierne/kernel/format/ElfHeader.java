package org.lierne.kernel.format;

/**
 * The fields of the ELF header that mean something here.
 *
 * @param osAbi      9 for the console's files; homebrew may have others
 * @param abiVersion 2 for this generation, 0 before
 * @param entry      address of the first instruction relative to the base, 0 in modules
 */
public record ElfHeader(
        ImageType type, int osAbi, int abiVersion, long entry, long programHeaderOffset, int programHeaderCount) {
    /** Bytes of the header; shorter files are refused (S-008). */
    public static final int BYTES = 64;

    public static final int OS_ABI = 9;
    public static final int ABI_VERSION = 2;
    public static final int MACHINE_X86_64 = 62;
}
