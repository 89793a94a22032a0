package org.lierne.lib.ampr;

/** A command's own checks; the same for measuring and recording. Documented: system calls, section 17. */
final class Checks {
    static final long USER_END = 0xFC_0000_0000L;
    private static final long MOST_LENGTH = 1L << 32;
    private static final long MOST_OFFSET = 1L << 40;
    private static final int COUNTERS = 128;
    private static final int LAST_COMPARE = 3;

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
        return compare >= 0 && compare <= LAST_COMPARE && (flush == 0 || flush == 1);
    }
}
