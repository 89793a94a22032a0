package org.lierne.hle.binding;

/** The 80-bit x87 format. Documented: IA-32 manual, "Double extended precision". */
final class ExtendedDouble {
    private static final int BIAS = 16383;
    private static final int MAX_EXPONENT = 0x7fff;

    private ExtendedDouble() {}

    /** Rounds to the nearest double, ties to even. */
    static double toDouble(long fraction, int signAndExponent) {
        boolean isNegative = (signAndExponent & 0x8000) != 0;
        int exponent = signAndExponent & MAX_EXPONENT;
        double magnitude;
        if (exponent == MAX_EXPONENT) {
            magnitude = fraction << 1 == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
        } else if (fraction == 0) {
            magnitude = 0;
        } else {
            magnitude = scaled(fraction, exponent - BIAS - 63);
        }
        return isNegative ? -magnitude : magnitude;
    }

    /** {@code fraction * 2^exponent}, fraction unsigned, rounded once. */
    private static double scaled(long fraction, int exponent) {
        int top = 63 - Long.numberOfLeadingZeros(fraction);
        // Bits that a double keeps at this magnitude: 53, fewer where it is denormal.
        int kept = Math.min(53, top + exponent + 1075);
        if (kept <= 0) {
            return kept == 0 && fraction << 63 - top != 1L << 63 ? Double.MIN_VALUE : 0;
        }
        int dropped = top + 1 - kept;
        if (dropped <= 0) {
            return Math.scalb((double) fraction, exponent);
        }
        long high = fraction >>> dropped;
        long rest = fraction & (1L << dropped) - 1;
        long half = 1L << dropped - 1;
        if (Long.compareUnsigned(rest, half) > 0 || rest == half && (high & 1) != 0) {
            high++;
        }
        return Math.scalb((double) high, exponent + dropped);
    }
}
