package org.lierne.lib.ampr;

/** The comparisons of waits. Documented: system calls, section 17. */
final class Compare {
    private Compare() {}

    /** Compares values of so many bits. */
    static boolean holds(long value, long reference, int compare, int bits) {
        return holds(value << Long.SIZE - bits, reference << Long.SIZE - bits, compare);
    }

    static boolean holds(long value, long reference, int compare) {
        return switch (compare) {
            case 0 -> value == reference;
            case 1 -> Long.compareUnsigned(value, reference) > 0;
            case 2 -> Long.compareUnsigned(value, reference) < 0;
            case 3 -> value != reference;
            case 4 -> value - reference >= 0;
            case 5 -> value > reference;
            case 6 -> value < reference;
            default -> throw new IllegalArgumentException("comparison " + compare);
        };
    }
}
