package org.lierne.lib.ampr;

/** The counters that commands wait for and change: 128 of 32 bits, in parts or in pairs. Documented: system calls, section 17. */
final class Counters {
    /** Accesses: a pair of counters, one counter; 2 and 3 are its halves, 4 to 7 its bytes. */
    static final int PAIR = 0;
    static final int WORD = 1;
    static final int LAST_ACCESS = 7;
    static final int STORE = 0;
    static final int LAST_OPERATION = 4;
    private static final int FIRST_HALF = 2;
    private static final int FIRST_BYTE = 4;

    private final int[] words;

    Counters(int count) {
        words = new int[count];
    }

    /** Bits of an access. */
    static int bits(int access) {
        return access == PAIR ? Long.SIZE : access == WORD ? Integer.SIZE : access < FIRST_BYTE ? Short.SIZE : Byte.SIZE;
    }

    private static int shift(int access) {
        return access <= WORD ? 0 : access < FIRST_BYTE ? (access - FIRST_HALF) * Short.SIZE : (access - FIRST_BYTE) * Byte.SIZE;
    }

    private static long ones(int access) {
        return -1L >>> Long.SIZE - bits(access);
    }

    /** The value, zero-extended. @throws IndexOutOfBoundsException for a pair that the last counter begins */
    synchronized long get(int counter, int access) {
        return whole(counter, access) >>> shift(access) & ones(access);
    }

    private long whole(int counter, int access) {
        long low = Integer.toUnsignedLong(words[counter]);
        return access == PAIR ? (long) words[counter + 1] << Integer.SIZE | low : low;
    }

    /** @param operation 0 stores, 1 sets bits, 2 clears bits, 3 flips bits, 4 adds */
    synchronized void change(int counter, int access, int operation, long operand) {
        long old = get(counter, access);
        long changed = switch (operation) {
            case STORE -> operand;
            case 1 -> old | operand;
            case 2 -> old & ~operand;
            case 3 -> old ^ operand;
            case LAST_OPERATION -> old + operand;
            default -> throw new IllegalArgumentException("operation " + operation);
        };
        long place = ones(access) << shift(access);
        long whole = whole(counter, access) & ~place | changed << shift(access) & place;
        words[counter] = (int) whole;
        if (access == PAIR) {
            words[counter + 1] = (int) (whole >>> Integer.SIZE);
        }
    }
}
