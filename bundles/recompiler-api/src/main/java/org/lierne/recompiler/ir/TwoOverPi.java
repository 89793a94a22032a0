package org.lierne.recompiler.ir;

import java.math.BigInteger;

/** What {@code v_trig_preop_f64} knows of 2/pi, and where it takes it from. Documented: RDNA 2 ISA, V_TRIG_PREOP_F64. */
public final class TwoOverPi {
    /** Bits of the fraction that there are. */
    public static final int BITS = 1201;
    /** The biased exponent up to which segments begin with the fraction's first bit. */
    public static final int LAST_UNMOVED = 1077;
    /** The biased exponent from which on a segment weighs more, lest it be a denormal. */
    public static final int FIRST_RAISED = 1968;
    /** By which power of two it does. */
    public static final int RAISED_BY = 128;
    /** The fraction as an integer scaled by 2 to {@link #BITS}. */
    public static final BigInteger FRACTION = fraction();

    private TwoOverPi() {}

    /** From Machin's formula for pi. */
    private static BigInteger fraction() {
        int precision = 1400;
        BigInteger one = BigInteger.ONE.shiftLeft(precision);
        BigInteger pi = arctanInverse(5, one).multiply(BigInteger.valueOf(16)).subtract(arctanInverse(239, one).multiply(BigInteger.valueOf(4)));
        return BigInteger.ONE.shiftLeft(precision + BITS + 1).divide(pi);
    }

    private static BigInteger arctanInverse(int x, BigInteger one) {
        BigInteger square = BigInteger.valueOf((long) x * x);
        BigInteger term = one.divide(BigInteger.valueOf(x));
        BigInteger sum = term;
        for (int n = 3; term.signum() != 0; n += 2) {
            term = term.divide(square).negate();
            sum = sum.add(term.divide(BigInteger.valueOf(n)));
        }
        return sum;
    }
}
