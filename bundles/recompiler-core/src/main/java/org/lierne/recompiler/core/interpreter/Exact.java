package org.lierne.recompiler.core.interpreter;

import java.math.BigInteger;
import org.lierne.recompiler.isa.FloatFormat;

/**
 * A number without limit of precision or exponent: {@code mantissa * 2^exponent}, with a sign that zero keeps. Sums and products of
 * finite floats are exact, so that each is rounded once.
 *
 * @param negative the sign
 * @param mantissa not negative
 * @param exponent of the mantissa's lowest bit
 */
record Exact(boolean negative, BigInteger mantissa, int exponent) {
    /** Round to nearest, ties to even; the others follow MODE's numbers. */
    static final int NEAREST = 0;
    static final int UP = 1;
    static final int DOWN = 2;
    static final int ZERO = 3;

    /** A finite float's value. */
    static Exact of(FloatFormat f, long bits) {
        int stored = f.mantissaBits();
        long mantissa = bits & (1L << stored) - 1;
        int biased = (int) (bits >>> stored) & (1 << f.bits() - 1 - stored) - 1;
        if (biased != 0) {
            mantissa |= 1L << stored;
        }
        int exponent = Math.max(biased, 1) - f.bias() - stored;
        return new Exact((bits >>> f.bits() - 1 & 1) != 0, BigInteger.valueOf(mantissa), exponent);
    }

    /** An integer's value. */
    static Exact of(long value) {
        return new Exact(value < 0, BigInteger.valueOf(value).abs(), 0);
    }

    boolean isZero() {
        return mantissa.signum() == 0;
    }

    Exact times(Exact other) {
        return new Exact(negative != other.negative, mantissa.multiply(other.mantissa), exponent + other.exponent);
    }

    Exact scaled(int by) {
        return new Exact(negative, mantissa, exponent + by);
    }

    /** The sum; an exact zero from opposite signs is negative only when rounding down. */
    Exact plus(Exact other, int rounding) {
        int low = Math.min(exponent, other.exponent);
        BigInteger a = signed(low);
        BigInteger b = other.signed(low);
        BigInteger sum = a.add(b);
        if (sum.signum() == 0) {
            boolean sign = negative == other.negative ? negative : rounding == DOWN;
            return new Exact(sign, BigInteger.ZERO, low);
        }
        return new Exact(sum.signum() < 0, sum.abs(), low);
    }

    private BigInteger signed(int low) {
        BigInteger shifted = mantissa.shiftLeft(exponent - low);
        return negative ? shifted.negate() : shifted;
    }

    /** Exponent of the highest bit; the number is not zero. */
    int magnitude() {
        return exponent + mantissa.bitLength() - 1;
    }

    /** Rounded to {@code digits} significant bits, the exponent without limit. */
    Exact rounded(int digits, int rounding) {
        return isZero() ? this : cut(magnitude() - digits + 1, rounding);
    }

    /** Rounded to a multiple of 2^lowest. */
    private Exact cut(int lowest, int rounding) {
        int drop = lowest - exponent;
        if (drop <= 0) {
            return this;
        }
        BigInteger kept = mantissa.shiftRight(drop);
        boolean half = mantissa.testBit(drop - 1);
        boolean rest = mantissa.getLowestSetBit() < drop - 1;
        boolean up = switch (rounding) {
            case NEAREST -> half && (rest || kept.testBit(0));
            case UP -> !negative && (half || rest);
            case DOWN -> negative && (half || rest);
            default -> false;
        };
        return new Exact(negative, up ? kept.add(BigInteger.ONE) : kept, lowest);
    }

    /** The number as a float, with gradual underflow and overflow as the rounding says. */
    long toFloat(FloatFormat f, int rounding) {
        long sign = negative ? 1L << f.bits() - 1 : 0;
        if (isZero()) {
            return sign;
        }
        int smallest = 1 - f.bias();
        int lowest = Math.max(magnitude(), smallest) - f.mantissaBits();
        Exact cut = cut(lowest, rounding);
        if (cut.isZero()) {
            return sign;
        }
        int high = cut.magnitude();
        if (high > f.bias()) {
            boolean infinite = rounding == NEAREST || rounding == UP && !negative || rounding == DOWN && negative;
            long infinity = (1L << f.bits() - 1 - f.mantissaBits()) - 1 << f.mantissaBits();
            return sign | (infinite ? infinity : infinity - 1);
        }
        int place = Math.max(high, smallest) - f.mantissaBits();
        long mantissa = cut.mantissa.shiftLeft(cut.exponent - place).longValue();
        return high < smallest ? sign | mantissa : sign | ((long) (high + f.bias()) << f.mantissaBits()) + (mantissa - (1L << f.mantissaBits()));
    }
}
