package org.lierne.lib.ampr;

import org.lierne.kernel.memory.AddressSpace;

/** A command's own checks; the same for measuring and recording. Documented: system calls, section 17. */
final class Checks {
    static final long USER_END = 0xFC_0000_0000L;
    private static final long MOST_LENGTH = 1L << 32;
    private static final long MOST_OFFSET = 1L << 40;
    private static final int COUNTERS = 128;
    private static final int LAST_COMPARE = 3;
    private static final int LAST_WIDE_COMPARE = 6;
    private static final int PROTECTION_BITS = 0x3F3;
    /** The types of direct memory that are known end here. */
    private static final int LAST_TYPE = 12;

    private Checks() {}

    static boolean isRead(Command.ReadFile read) {
        return isLength(read.length()) && isOffset(read.offset()) && isTarget(read.target(), read.length());
    }

    static boolean isLength(long length) {
        return length >= 1 && length <= MOST_LENGTH;
    }

    static boolean isOffset(long offset) {
        return offset >= 0 && offset < MOST_OFFSET;
    }

    static boolean isTarget(long target, long length) {
        return target > 0 && target < USER_END && length <= USER_END - target;
    }

    static boolean isAddress(long address) {
        return address > 0 && address < USER_END && address % 8 == 0;
    }

    static boolean isCounter(int counter) {
        return counter >= 0 && counter < COUNTERS;
    }

    static boolean isWait(int compare, int flush) {
        return compare >= 0 && compare <= LAST_COMPARE && isBit(flush);
    }

    static boolean isWait(int counter, int access, int compare, int maskOperation, int flush) {
        return isCounter(counter) && isAccess(access) && compare >= 0 && compare <= LAST_WIDE_COMPARE && isBit(maskOperation) && isBit(flush);
    }

    static boolean isChange(int counter, int access, int operation) {
        return isCounter(counter) && isAccess(access) && operation >= 0 && operation <= Counters.LAST_OPERATION;
    }

    private static boolean isAccess(int access) {
        return access >= 0 && access <= Counters.LAST_ACCESS;
    }

    private static boolean isBit(int value) {
        return value == 0 || value == 1;
    }

    /** Whole pages in the user's area. */
    static boolean isRange(long address, long bytes) {
        return bytes > 0 && bytes % AddressSpace.PAGE_BYTES == 0 && address % AddressSpace.PAGE_BYTES == 0 && isTarget(address, bytes);
    }

    static boolean isMapping(long address, long bytes, int type, int protection) {
        return isRange(address, bytes) && type >= 0 && type <= LAST_TYPE && (protection & ~PROTECTION_BITS) == 0;
    }

    static boolean isPhysical(long offset) {
        return isOffset(offset) && offset % AddressSpace.PAGE_BYTES == 0;
    }
}
