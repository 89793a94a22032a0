package org.lierne.recompiler.core.interpreter;

import java.math.BigInteger;
import org.lierne.recompiler.ir.TwoOverPi;
import org.lierne.recompiler.isa.FloatFormat;

/**
 * Float arithmetic under one MODE, on bit patterns: denormals flushed by MODE's fields, one rounding, NaN results chosen and quieted
 * as measured. Rule numbers are those of the recompiler specification, part B. Immutable.
 */
final class FloatUnit {
    private final int round32;
    private final int round16;
    private final boolean flushIn32;
    private final boolean flushOut32;
    private final boolean flushIn16;
    private final boolean flushOut16;
    private final boolean ieee;
    private final boolean dx10Clamp;
    private final boolean fp16Overflow;

    /** From the MODE register: bits 7:0 FLOAT_MODE, 8 DX10_CLAMP, 9 IEEE, 23 FP16_OVFL. */
    FloatUnit(int mode) {
        round32 = mode & 3;
        round16 = mode >>> 2 & 3;
        flushIn32 = (mode & 1 << 4) == 0;
        flushOut32 = (mode & 1 << 5) == 0;
        flushIn16 = (mode & 1 << 6) == 0;
        flushOut16 = (mode & 1 << 7) == 0;
        dx10Clamp = (mode & 1 << 8) != 0;
        ieee = (mode & 1 << 9) != 0;
        fp16Overflow = (mode & 1 << 23) != 0;
    }

    boolean dx10Clamp() {
        return dx10Clamp;
    }

    boolean ieee() {
        return ieee;
    }

    /** Whether f32 arithmetic on normal numbers is the host's: round to nearest. */
    boolean isNearest32() {
        return round32 == Exact.NEAREST;
    }

    int rounding(FloatFormat f) {
        return f == FloatFormat.F32 ? round32 : round16;
    }

    boolean flushesInput(FloatFormat f) {
        return f == FloatFormat.F32 ? flushIn32 : flushIn16;
    }

    boolean flushesOutput(FloatFormat f) {
        return f == FloatFormat.F32 ? flushOut32 : flushOut16;
    }

    // Classes of bit patterns.

    static long signBit(FloatFormat f) {
        return 1L << f.bits() - 1;
    }

    static long magnitude(FloatFormat f, long x) {
        return x & signBit(f) - 1;
    }

    static long infinity(FloatFormat f) {
        return (1L << f.bits() - 1 - f.mantissaBits()) - 1 << f.mantissaBits();
    }

    static boolean isNaN(FloatFormat f, long x) {
        return magnitude(f, x) > infinity(f);
    }

    static boolean isSignaling(FloatFormat f, long x) {
        return isNaN(f, x) && (x & quietBit(f)) == 0;
    }

    static boolean isInfinite(FloatFormat f, long x) {
        return magnitude(f, x) == infinity(f);
    }

    static boolean isZero(FloatFormat f, long x) {
        return magnitude(f, x) == 0;
    }

    static boolean isDenormal(FloatFormat f, long x) {
        long m = magnitude(f, x);
        return m != 0 && m < 1L << f.mantissaBits();
    }

    static boolean isNegative(FloatFormat f, long x) {
        return (x & signBit(f)) != 0;
    }

    static long quietBit(FloatFormat f) {
        return 1L << f.mantissaBits() - 1;
    }

    static long quiet(FloatFormat f, long x) {
        return x | quietBit(f);
    }

    /** The NaN of an invalid operation. */
    static long invalid(FloatFormat f) {
        return signBit(f) | infinity(f) | quietBit(f);
    }

    /** A NaN as a result: quieted under IEEE only. */
    long propagated(FloatFormat f, long nan) {
        return ieee ? quiet(f, nan) : nan;
    }

    private static long zeroOf(FloatFormat f, long x) {
        return x & signBit(f);
    }

    long input(FloatFormat f, long x) {
        return flushesInput(f) && isDenormal(f, x) ? zeroOf(f, x) : x;
    }

    long output(FloatFormat f, long x) {
        return flushesOutput(f) && isDenormal(f, x) ? zeroOf(f, x) : x;
    }

    /** Rounds, then flushes a denormal result. */
    private long result(FloatFormat f, Exact value, boolean infiniteSource) {
        return overflow(f, output(f, value.toFloat(f, rounding(f))), infiniteSource);
    }

    /** FP16_OVFL: an infinity that no source had becomes the largest number (C-016). */
    private long overflow(FloatFormat f, long x, boolean infiniteSource) {
        return f == FloatFormat.F16 && fp16Overflow && !infiniteSource && isInfinite(f, x) ? x - 1 : x;
    }

    /** Rounds; what is below the smallest normal after rounding with an unlimited exponent is flushed (B-018, B-028, B-032). */
    private long resultTinyAfterRounding(FloatFormat f, Exact value, boolean infiniteSource) {
        if (flushesOutput(f) && !value.isZero()) {
            Exact rounded = value.rounded(f.mantissaBits() + 1, rounding(f));
            if (rounded.magnitude() < 1 - f.bias()) {
                return value.negative() ? signBit(f) : 0;
            }
        }
        return result(f, value, infiniteSource);
    }

    /** Rounds; what is below the smallest normal before rounding is flushed. */
    private long resultTinyBeforeRounding(FloatFormat f, Exact value, boolean infiniteSource) {
        if (flushesOutput(f) && !value.isZero() && value.magnitude() < 1 - f.bias()) {
            return value.negative() ? signBit(f) : 0;
        }
        return result(f, value, infiniteSource);
    }

    // Arithmetic.

    long add(FloatFormat f, long a, long b) {
        long x = input(f, a);
        long y = input(f, b);
        if (isNaN(f, x)) {
            return propagated(f, x);
        }
        if (isNaN(f, y)) {
            return propagated(f, y);
        }
        if (isInfinite(f, x)) {
            return isInfinite(f, y) && x != y ? invalid(f) : x;
        }
        if (isInfinite(f, y)) {
            return y;
        }
        return result(f, Exact.of(f, x).plus(Exact.of(f, y), rounding(f)), false);
    }

    long mul(FloatFormat f, long a, long b) {
        long x = input(f, a);
        long y = input(f, b);
        if (isNaN(f, x)) {
            return propagated(f, x);
        }
        if (isNaN(f, y)) {
            return propagated(f, y);
        }
        long sign = (x ^ y) & signBit(f);
        if (isInfinite(f, x) || isInfinite(f, y)) {
            return isZero(f, x) || isZero(f, y) ? invalid(f) : sign | infinity(f);
        }
        return resultTinyAfterRounding(f, Exact.of(f, x).times(Exact.of(f, y)), false);
    }

    /** A zero factor gives +0 whatever the other is. */
    long mulLegacy(long a, long b) {
        FloatFormat f = FloatFormat.F32;
        return isZero(f, input(f, a)) || isZero(f, input(f, b)) ? 0 : mul(f, a, b);
    }

    /** One rounding (B-016, B-027, B-028, B-032). */
    long fma(FloatFormat f, long a, long b, long c) {
        return fma(f, input(f, a), input(f, b), input(f, c), true);
    }

    private long fma(FloatFormat f, long x, long y, long z, boolean flush) {
        boolean infinite = isInfinite(f, x) || isInfinite(f, y);
        boolean invalidProduct = infinite && (isZero(f, x) || isZero(f, y));
        if (invalidProduct && !isNaN(f, x) && !isNaN(f, y)) {
            return invalid(f);
        }
        if (isNaN(f, x)) {
            return propagated(f, x);
        }
        if (isNaN(f, y)) {
            return propagated(f, y);
        }
        if (isNaN(f, z)) {
            return propagated(f, z);
        }
        long sign = (x ^ y) & signBit(f);
        if (infinite) {
            return isInfinite(f, z) && (z & signBit(f)) != sign ? invalid(f) : sign | infinity(f);
        }
        if (isInfinite(f, z)) {
            return z;
        }
        Exact product = Exact.of(f, x).times(Exact.of(f, y));
        Exact sum = product.plus(Exact.of(f, z), rounding(f));
        if (!flush) {
            return sum.toFloat(f, rounding(f));
        }
        return switch (f) {
            case F16 -> resultTinyAfterRounding(f, sum, false);
            case F32 -> isZero(f, z) ? resultTinyAfterRounding(f, sum, false) : result(f, sum, false);
            case F64 -> resultTinyBeforeRounding(f, sum, false);
        };
    }

    private static long flushed(long x) {
        return isDenormal(FloatFormat.F32, x) ? zeroOf(FloatFormat.F32, x) : x;
    }

    /** Product rounded, then the sum; sources, product and result flushed in every mode (B-025). */
    long mad(long a, long b, long c) {
        return separate(flushed(a), flushed(b), flushed(c), false);
    }

    /** The same with a zero factor hiding the other, and the product flushed before rounding (B-024). */
    long madLegacy(long a, long b, long c) {
        return separate(flushed(a), flushed(b), flushed(c), true);
    }

    private long separate(long x, long y, long z, boolean legacy) {
        FloatFormat f = FloatFormat.F32;
        boolean zero = isZero(f, x) || isZero(f, y);
        boolean infinite = isInfinite(f, x) || isInfinite(f, y);
        long product;
        if (legacy && zero) {
            product = 0;
        } else if (isNaN(f, x) || isNaN(f, y)) {
            return propagated(f, isNaN(f, x) ? x : y);
        } else if (infinite) {
            if (zero) {
                return invalid(f);
            }
            product = (x ^ y) & signBit(f) | infinity(f);
        } else {
            product = separateProduct(x, y, legacy);
        }
        if (isNaN(f, z)) {
            return propagated(f, z);
        }
        if (isInfinite(f, product)) {
            return isInfinite(f, z) && z != product ? invalid(f) : product;
        }
        if (isInfinite(f, z)) {
            return z;
        }
        return flushed(Exact.of(f, product).plus(Exact.of(f, z), round32).toFloat(f, round32));
    }

    private long separateProduct(long x, long y, boolean beforeRounding) {
        FloatFormat f = FloatFormat.F32;
        Exact exact = Exact.of(f, x).times(Exact.of(f, y));
        if (!exact.isZero()) {
            Exact judged = beforeRounding ? exact : exact.rounded(f.mantissaBits() + 1, round32);
            if (judged.magnitude() < 1 - f.bias()) {
                return exact.negative() ? signBit(f) : 0;
            }
        }
        return exact.toFloat(f, round32);
    }

    /** Specular part of the old lighting instruction (B-023): S0 * S1 where S1 and S2 are positive, else -MAX_FLOAT. */
    long mullit(long a, long b, long c) {
        FloatFormat f = FloatFormat.F32;
        long exponent = input(f, a);
        long y = input(f, b);
        long z = input(f, c);
        boolean positive = !isNegative(f, z) && !isZero(f, z) && !isNaN(f, z);
        boolean lowest = y == 0xff7fffffL || y == 0xff800000L || isNaN(f, y);
        if (isSignaling(f, exponent) && !lowest && positive) {
            return propagated(f, exponent);
        }
        return lowest || !positive ? 0xff7fffffL : mulLegacy(exponent, y);
    }

    /** Total order of two numbers with -0 below +0. */
    private static boolean below(FloatFormat f, long a, long b) {
        return key(f, a) < key(f, b);
    }

    private static long key(FloatFormat f, long x) {
        long signed = f.bits() == 64 ? x : f.bits() == 32 ? (int) x : (short) x;
        return signed < 0 ? signed ^ Long.MAX_VALUE : signed;
    }

    /** IEEE 0: NaN operands lose. IEEE 1: a signalling NaN is quieted and wins. -0 is below +0. */
    long min(FloatFormat f, long a, long b) {
        return minMax(f, a, b, false);
    }

    long max(FloatFormat f, long a, long b) {
        return minMax(f, a, b, true);
    }

    private long minMax(FloatFormat f, long a, long b, boolean max) {
        long x = input(f, a);
        long y = input(f, b);
        if (ieee && isSignaling(f, x)) {
            return quiet(f, x);
        }
        if (ieee && isSignaling(f, y)) {
            return quiet(f, y);
        }
        if (isNaN(f, x)) {
            return isNaN(f, y) ? x : outputMinMax(f, y);
        }
        if (isNaN(f, y)) {
            return outputMinMax(f, x);
        }
        return outputMinMax(f, below(f, x, y) == max ? y : x);
    }

    /** f16 and f64 minima are not flushed (B-031); f32 ones are (B-032). */
    private long outputMinMax(FloatFormat f, long x) {
        return f == FloatFormat.F32 ? output(f, x) : x;
    }

    /** The middle one; with a NaN, the smallest of the others. */
    long med3(FloatFormat f, long a, long b, long c) {
        long x = input(f, a);
        long y = input(f, b);
        long z = input(f, c);
        if (isNaN(f, x) || isNaN(f, y) || isNaN(f, z)) {
            return min(f, min(f, x, y), z);
        }
        long low = below(f, x, y) ? x : y;
        long high = low == x ? y : x;
        long capped = below(f, high, z) ? high : z;
        return outputMinMax(f, below(f, low, capped) ? capped : low);
    }

    /** How two numbers stand: 1 less, 2 equal, 4 greater, 8 unordered. */
    int compare(FloatFormat f, long a, long b) {
        long x = input(f, a);
        long y = input(f, b);
        if (isNaN(f, x) || isNaN(f, y)) {
            return 8;
        }
        if (isZero(f, x) && isZero(f, y) || x == y) {
            return 2;
        }
        return below(f, x, y) ? 1 : 4;
    }

    /** Whether the class of the bits as they are is among the ten of the mask. */
    static boolean isOfClass(FloatFormat f, long x, int mask) {
        int bit;
        boolean negative = isNegative(f, x);
        if (isNaN(f, x)) {
            bit = isSignaling(f, x) ? 0 : 1;
        } else if (isInfinite(f, x)) {
            bit = negative ? 2 : 9;
        } else if (isZero(f, x)) {
            bit = negative ? 5 : 6;
        } else if (isDenormal(f, x)) {
            bit = negative ? 4 : 7;
        } else {
            bit = negative ? 3 : 8;
        }
        return (mask >>> bit & 1) != 0;
    }

    // One operand.

    private double toDouble(FloatFormat f, long x) {
        return switch (f) {
            case F16 -> Float.float16ToFloat((short) x);
            case F32 -> Float.intBitsToFloat((int) x);
            case F64 -> Double.longBitsToDouble(x);
        };
    }

    /** A finite double, rounded once to the format. */
    private long fromDouble(FloatFormat f, double value, int rounding) {
        long bits = Double.doubleToRawLongBits(value);
        return f == FloatFormat.F64 ? bits : Exact.of(FloatFormat.F64, bits).toFloat(f, rounding);
    }

    /** Towards zero (UP for ceil, DOWN for floor, NEAREST for rndne). */
    long integral(FloatFormat f, long a, int rounding) {
        boolean keeps = rounding == Exact.ZERO || rounding == Exact.NEAREST;
        long x = keeps ? a : input(f, a);
        if (isNaN(f, x)) {
            return propagated(f, x);
        }
        if (isInfinite(f, x) || isZero(f, x)) {
            return x;
        }
        double value = toDouble(f, x);
        double whole = switch (rounding) {
            case Exact.ZERO -> value < 0 ? Math.ceil(value) : Math.floor(value);
            case Exact.UP -> Math.ceil(value);
            case Exact.DOWN -> Math.floor(value);
            default -> Math.rint(value);
        };
        long bits = fromDouble(f, Math.abs(whole), Exact.NEAREST);
        return bits | zeroOf(f, x);
    }

    /** The distance from the integer below, less than one. */
    long fract(FloatFormat f, long a) {
        long x = input(f, a);
        if (isNaN(f, x)) {
            return propagated(f, x);
        }
        if (isInfinite(f, x)) {
            return invalid(f);
        }
        double value = toDouble(f, x);
        Exact floor = Exact.of(FloatFormat.F64, Double.doubleToRawLongBits(-Math.floor(value)));
        long bits = Exact.of(f, x).plus(floor, Exact.NEAREST).toFloat(f, Exact.NEAREST);
        long one = (long) f.bias() << f.mantissaBits();
        if (bits >= one && !isNegative(f, bits)) {
            bits = one - 1;
        }
        if (isZero(f, bits)) {
            return 0;
        }
        return output(f, bits);
    }

    /** A function that hardware approximates: the exact value rounded once. */
    @FunctionalInterface
    interface Real {
        double apply(double x);
    }

    private long real(FloatFormat f, long x, Real function) {
        double value = function.apply(toDouble(f, x));
        if (Double.isNaN(value)) {
            return invalid(f);
        }
        if (Double.isInfinite(value)) {
            return value < 0 ? signBit(f) | infinity(f) : infinity(f);
        }
        return output(f, fromDouble(f, value, rounding(f)));
    }

    private long real(FloatFormat f, long a, boolean infiniteIn, Real function) {
        return overflow(f, real(f, a, function), infiniteIn);
    }

    long rcp(FloatFormat f, long a) {
        return unary(f, a, x -> 1 / x);
    }

    long rsq(FloatFormat f, long a) {
        return unary(f, a, x -> x == 0 ? 1 / x : 1 / Math.sqrt(x));
    }

    long sqrt(FloatFormat f, long a) {
        return unary(f, a, Math::sqrt);
    }

    long log(FloatFormat f, long a) {
        return unary(f, a, FloatUnit::log2);
    }

    long exp(FloatFormat f, long a) {
        return unary(f, a, FloatUnit::exp2);
    }

    long sin(FloatFormat f, long a) {
        return unary(f, a, FloatUnit::sinTurns);
    }

    long cos(FloatFormat f, long a) {
        return unary(f, a, FloatUnit::cosTurns);
    }

    private long unary(FloatFormat f, long a, Real function) {
        long x = input(f, a);
        if (isNaN(f, x)) {
            return propagated(f, x);
        }
        return real(f, x, isInfinite(f, x), function);
    }

    static double log2(double x) {
        if (x == 0) {
            return Double.NEGATIVE_INFINITY;
        }
        if (x < 0 || Double.isInfinite(x)) {
            return x < 0 ? Double.NaN : x;
        }
        int exponent = Math.getExponent(x);
        double mantissa = x / Math.scalb(1.0, exponent);
        if (mantissa > 1.4142135623730951) {
            mantissa /= 2;
            exponent++;
        }
        return exponent + Math.log1p(mantissa - 1) / Math.log(2);
    }

    static double exp2(double x) {
        if (Double.isInfinite(x) || Math.abs(x) > 1100) {
            return x > 0 ? Double.POSITIVE_INFINITY : 0;
        }
        double whole = Math.rint(x);
        return Math.scalb(Math.exp((x - whole) * Math.log(2)), (int) whole);
    }

    /** Sine of turns; exact zeros at half turns. */
    static double sinTurns(double turns) {
        if (Double.isInfinite(turns)) {
            return Double.NaN;
        }
        double fraction = turns - Math.rint(turns);
        if (Math.abs(fraction) == 0.5) {
            return 0;
        }
        if (fraction == 0) {
            return turns == 0 ? turns : 0;
        }
        double folded = Math.abs(fraction) > 0.25 ? Math.copySign(0.5, fraction) - fraction : fraction;
        return Math.sin(2 * Math.PI * folded);
    }

    static double cosTurns(double turns) {
        if (Double.isInfinite(turns)) {
            return Double.NaN;
        }
        double fraction = Math.abs(turns - Math.rint(turns));
        if (fraction == 0.25) {
            return 0;
        }
        return fraction < 0.125 ? Math.cos(2 * Math.PI * fraction) : Math.sin(2 * Math.PI * (0.25 - fraction));
    }

    /** Scaled by a power of two, rounded once; tiny results are judged before rounding (B-021, B-032, B-034). */
    long ldexp(FloatFormat f, long a, int by) {
        long x = input(f, a);
        if (isNaN(f, x)) {
            return propagated(f, x);
        }
        if (isInfinite(f, x) || isZero(f, x)) {
            return x;
        }
        int limited = Math.max(-5000, Math.min(5000, by));
        return resultTinyBeforeRounding(f, Exact.of(f, x).scaled(limited), false);
    }

    long frexpMantissa(FloatFormat f, long a) {
        long x = input(f, a);
        if (isNaN(f, x)) {
            return propagated(f, x);
        }
        if (isInfinite(f, x) || isZero(f, x)) {
            return x;
        }
        Exact value = Exact.of(f, x);
        return value.scaled(-1 - value.magnitude()).toFloat(f, Exact.NEAREST);
    }

    int frexpExponent(FloatFormat f, long a) {
        long x = input(f, a);
        return isNaN(f, x) || isInfinite(f, x) || isZero(f, x) ? 0 : Exact.of(f, x).magnitude() + 1;
    }

    /** v_pack_b32_f16's halves: flushed and quieted, nothing else (C-018). */
    long canonical(long half) {
        long x = input(FloatFormat.F16, half);
        return isNaN(FloatFormat.F16, x) ? propagated(FloatFormat.F16, x) : x;
    }

    // Division.

    /** The scaled operand; {@code vcc[0]} tells whether the quotient is to be scaled back. Documented: RDNA 2 ISA, V_DIV_SCALE. */
    long divScale(FloatFormat f, long a, long denominator, long numerator, boolean[] vcc) {
        long x = input(f, a);
        long d = input(f, denominator);
        long n = input(f, numerator);
        vcc[0] = false;
        if (isNaN(f, d) || isNaN(f, n) || isInfinite(f, d) || isInfinite(f, n)) {
            return x;
        }
        if (isZero(f, d) || isZero(f, n)) {
            return invalid(f);
        }
        int wide = f == FloatFormat.F32 ? 96 : 768;
        int scale = f == FloatFormat.F32 ? 64 : 128;
        int tiny = f == FloatFormat.F32 ? 23 : 53;
        int biasedN = biased(f, n);
        int biasedD = biased(f, d);
        boolean isDenominator = x == d;
        boolean isNumerator = x == n;
        boolean smallReciprocal = biasedD >= 2 * f.bias() - 1;
        boolean smallQuotient = biasedN - biasedD <= -f.bias();
        if (biasedN - biasedD >= wide) {
            vcc[0] = true;
            return isDenominator ? scaled(f, x, scale) : x;
        }
        if (isDenormal(f, d)) {
            return scaled(f, x, scale);
        }
        if (smallReciprocal && smallQuotient) {
            vcc[0] = true;
            return isDenominator ? scaled(f, x, scale) : x;
        }
        if (smallReciprocal) {
            return scaled(f, x, -scale);
        }
        if (smallQuotient) {
            vcc[0] = true;
            return isNumerator ? scaled(f, x, scale) : x;
        }
        return biasedN <= tiny ? scaled(f, x, scale) : x;
    }

    private static int biased(FloatFormat f, long x) {
        return (int) (magnitude(f, x) >>> f.mantissaBits());
    }

    private static long scaled(FloatFormat f, long x, int by) {
        return isNaN(f, x) || isInfinite(f, x) ? x : Exact.of(f, x).scaled(by).toFloat(f, Exact.NEAREST);
    }

    /** Fused multiply-add of unflushed operands, scaled back by a power of two where asked; only the result is flushed (B-016). */
    long divFmas(FloatFormat f, long a, long b, long c, boolean scaleBack) {
        long value = fma(f, a, b, c, false);
        if (scaleBack && !isNaN(f, value) && !isInfinite(f, value)) {
            Exact sum = Exact.of(f, a).times(Exact.of(f, b)).plus(Exact.of(f, c), rounding(f));
            return resultTinyBeforeRounding(f, sum.scaled(f == FloatFormat.F32 ? 32 : 64), false);
        }
        return isNaN(f, value) || isInfinite(f, value) ? value : output(f, value);
    }

    /** Specials and sign of a division (B-022, B-030, B-032; C-016). */
    long divFixup(FloatFormat f, long quotient, long denominator, long numerator) {
        long d = input(f, denominator);
        long n = input(f, numerator);
        if (isNaN(f, n)) {
            return propagated(f, n);
        }
        if (isNaN(f, d)) {
            return propagated(f, d);
        }
        long sign = (d ^ n) & signBit(f);
        if (isZero(f, d) && isZero(f, n) || isInfinite(f, d) && isInfinite(f, n)) {
            return invalid(f);
        }
        if (isZero(f, d) || isInfinite(f, n)) {
            return sign | infinity(f);
        }
        if (isInfinite(f, d) || isZero(f, n)) {
            return sign;
        }
        if (isNaN(f, quotient)) {
            return overflow(f, sign | infinity(f), false);
        }
        return overflow(f, sign | magnitude(f, quotient), false);
    }

    // Cube maps.

    private static boolean atLeast(long a, long b) {
        return Math.abs(Float.intBitsToFloat((int) a)) >= Math.abs(Float.intBitsToFloat((int) b));
    }

    private static final long SIGN = 0x80000000L;

    /** Face number as a float: 0, 1 x; 2, 3 y; 4, 5 z; odd for negative. */
    long cubeId(long x, long y, long z) {
        int axis = axis(x, y, z);
        long major = axis == 2 ? z : axis == 1 ? y : x;
        return Float.floatToRawIntBits(2 * axis + (Float.intBitsToFloat((int) major) < 0 ? 1 : 0)) & 0xffffffffL;
    }

    private static int axis(long x, long y, long z) {
        return atLeast(z, x) && atLeast(z, y) ? 2 : atLeast(y, x) ? 1 : 0;
    }

    long cubeS(long x, long y, long z) {
        return cube(switch (axis(x, y, z)) {
            case 2 -> Float.intBitsToFloat((int) z) < 0 ? x ^ SIGN : x;
            case 1 -> x;
            default -> Float.intBitsToFloat((int) x) < 0 ? z : z ^ SIGN;
        });
    }

    long cubeT(long x, long y, long z) {
        return cube(switch (axis(x, y, z)) {
            case 1 -> Float.intBitsToFloat((int) y) < 0 ? z ^ SIGN : z;
            default -> y ^ SIGN;
        });
    }

    /** Twice the largest coordinate; rounded down, a zero beside a NaN is -0 (C-014). */
    long cubeMajor(long x, long y, long z) {
        int axis = axis(x, y, z);
        long major = axis == 2 ? z : axis == 1 ? y : x;
        if (isNaN(FloatFormat.F32, major)) {
            return propagated(FloatFormat.F32, major);
        }
        long twice = add(FloatFormat.F32, major, major);
        boolean besideNan = isNaN(FloatFormat.F32, y) || isNaN(FloatFormat.F32, z);
        return besideNan && !ieee && round32 == Exact.DOWN && isZero(FloatFormat.F32, twice) ? SIGN : twice;
    }

    private long cube(long x) {
        return isNaN(FloatFormat.F32, x) ? propagated(FloatFormat.F32, x) : input(FloatFormat.F32, x);
    }

    // Conversions.

    /** Between formats. NaN payloads keep their upper bits; narrowing always quiets, widening under IEEE (B-027). */
    long convert(FloatFormat from, FloatFormat to, long a) {
        long x = input(from, a);
        int shift = to.mantissaBits() - from.mantissaBits();
        if (isNaN(from, x)) {
            long mantissa = x & (1L << from.mantissaBits()) - 1;
            long moved = shift >= 0 ? mantissa << shift : mantissa >>> -shift;
            long sign = isNegative(from, x) ? signBit(to) : 0;
            boolean widened = shift > 0;
            long nan = sign | infinity(to) | moved;
            return widened && !ieee ? nan : quiet(to, nan);
        }
        if (isInfinite(from, x)) {
            return infinity(to) | (isNegative(from, x) ? signBit(to) : 0);
        }
        Exact value = Exact.of(from, x);
        return shift > 0 ? value.toFloat(to, Exact.NEAREST) : resultTinyAfterRounding(to, value, false);
    }

    /** f32 to f16 towards zero: never overflows, denormal results flushed (C-018). */
    long halfTowardZero(long a) {
        FloatFormat to = FloatFormat.F16;
        long x = input(FloatFormat.F32, a);
        if (isNaN(FloatFormat.F32, x)) {
            return convert(FloatFormat.F32, to, x);
        }
        if (isInfinite(FloatFormat.F32, x)) {
            return infinity(to) | (isNegative(FloatFormat.F32, x) ? signBit(to) : 0);
        }
        return output(to, Exact.of(FloatFormat.F32, x).toFloat(to, Exact.ZERO));
    }

    /** An integer as a float. */
    long fromInteger(FloatFormat to, long value) {
        return resultTinyAfterRounding(to, Exact.of(value), false);
    }

    /** Rounded as told, limited to {@code low .. high}; NaN gives {@code nan}. */
    long toInteger(FloatFormat from, long a, int rounding, long low, long high, long nan) {
        long x = input(from, a);
        if (isNaN(from, x)) {
            return nan;
        }
        if (isInfinite(from, x)) {
            return isNegative(from, x) ? low : high;
        }
        double value = toDouble(from, x);
        double whole = switch (rounding) {
            case Exact.DOWN -> Math.floor(value);
            case Exact.UP -> Math.ceil(value);
            case Exact.NEAREST -> Math.rint(value);
            default -> value < 0 ? Math.ceil(value) : Math.floor(value);
        };
        return (long) Math.max(low, Math.min(high, whole));
    }

    /** The integer below x + 0.5. */
    long roundHalfUp(long a) {
        long x = input(FloatFormat.F32, a);
        if (isNaN(FloatFormat.F32, x)) {
            return Integer.MAX_VALUE;
        }
        double value = Math.floor(Float.intBitsToFloat((int) x) + 0.5);
        return (long) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, value));
    }

    /** Normalised: limited to -1..1 (0..1), times the scale, to nearest even; NaN gives 0. */
    long toNorm(FloatFormat from, long a, boolean signed) {
        long x = input(from, a);
        if (isNaN(from, x)) {
            return 0;
        }
        double value = Math.max(signed ? -1 : 0, Math.min(1, toDouble(from, x)));
        return (long) Math.rint(value * (signed ? 32767 : 65535)) & 0xffff;
    }

    long toByte(long a) {
        return toInteger(FloatFormat.F32, a, round32, 0, 255, 0);
    }

    /** Three f32, one rounding to f16 (B-026). */
    long mixToHalf(long a, long b, long c) {
        FloatFormat f = FloatFormat.F32;
        long x = input(f, a);
        long y = input(f, b);
        long z = input(f, c);
        boolean infinite = isInfinite(f, x) || isInfinite(f, y);
        boolean special = isNaN(f, x) || isNaN(f, y) || isNaN(f, z) || infinite || isInfinite(f, z);
        if (special) {
            long wide = fma(f, x, y, z, false);
            return isNaN(f, wide) || isInfinite(f, wide) ? narrow(wide) : 0;
        }
        Exact sum = Exact.of(f, x).times(Exact.of(f, y)).plus(Exact.of(f, z), round16);
        return resultTinyAfterRounding(FloatFormat.F16, sum, false);
    }

    private static long narrow(long wide) {
        long sign = wide >>> 16 & 0x8000;
        return isNaN(FloatFormat.F32, wide) ? sign | 0x7e00 | wide >>> 13 & 0x3ff : sign | 0x7c00;
    }

    /** An f16 source of a mixed instruction as f32: flushed by the f16 field. */
    long mixSource(long half) {
        FloatFormat f = FloatFormat.F16;
        long x = input(f, half);
        if (isNaN(f, x)) {
            return (x & 0x8000) << 16 | 0x7f800000 | (x & 0x3ff) << 13;
        }
        return Float.floatToRawIntBits(Float.float16ToFloat((short) x)) & 0xffffffffL;
    }

    /** f16 products summed in f32 with one rounding; NaN always quieted. */
    long dot2(long aLow, long aHigh, long bLow, long bHigh, long c) {
        long first = fma(FloatFormat.F32, mixSource(aLow), mixSource(bLow), c, false);
        long sum = fma(FloatFormat.F32, mixSource(aHigh), mixSource(bHigh), first, false);
        return isNaN(FloatFormat.F32, sum) ? quiet(FloatFormat.F32, sum) : sum;
    }

    // Interpolation in 16 bits (B-014).

    /** P10 * I + P0, rounded once to f32; P10 and the addend are f16. */
    long interpolateHalf(long parameter, long barycentric, long addendHalf) {
        return fma(FloatFormat.F32, mixSource(parameter), input(FloatFormat.F32, barycentric), mixSource(addendHalf), true);
    }

    /** P20 * J + S2, rounded once to f16; always quiet. */
    long interpolateToHalf(long parameter, long barycentric, long addend) {
        return mixToHalf(mixSource(parameter), barycentric, addend);
    }

    // Result modifiers.

    /**
     * mul:2, mul:4, div:2: only with IEEE off and denormal results flushed, or for cube instructions. What overflows follows the rounding
     * mode (C-014).
     */
    long outputModifier(FloatFormat f, long x, int omod, boolean always) {
        if (omod == 0 || ieee || !always && !flushesOutput(f) || isNaN(f, x) || isInfinite(f, x) || isZero(f, x)) {
            return x;
        }
        Exact scaled = Exact.of(f, x).scaled(omod == 1 ? 1 : omod == 2 ? 2 : -1);
        return scaled.magnitude() < 1 - f.bias() ? zeroOf(f, x) : scaled.toFloat(f, rounding(f));
    }

    /** To 0..1; NaN gives 0 under DX10_CLAMP, else stays (C-015). */
    long clamp(FloatFormat f, long x) {
        if (isNaN(f, x)) {
            return dx10Clamp ? 0 : x;
        }
        long one = (long) f.bias() << f.mantissaBits();
        return isNegative(f, x) ? 0 : Math.min(x, one);
    }

    // Float atomics (C-024), the bits of memory and data as they come.

    long atomicMinMax(FloatFormat f, long old, long data, boolean max) {
        long x = input(f, data);
        long y = input(f, old);
        if (isSignaling(f, x)) {
            return quiet(f, x);
        }
        if (isSignaling(f, y)) {
            return quiet(f, y);
        }
        if (isNaN(f, y)) {
            return x;
        }
        if (isNaN(f, x)) {
            return y;
        }
        return below(f, x, y) == max ? y : x;
    }

    boolean atomicEquals(FloatFormat f, long old, long compare) {
        return compare(f, old, compare) == 2;
    }

    /** ds_add_f32 (B-040). */
    long atomicAdd(long old, long data) {
        FloatFormat f = FloatFormat.F32;
        if (isNaN(f, data)) {
            return quiet(f, data);
        }
        if (isNaN(f, old)) {
            return quiet(f, old);
        }
        long x = input(f, old);
        long y = input(f, data);
        if (isInfinite(f, x)) {
            return isInfinite(f, y) && x != y ? invalid(f) : x;
        }
        if (isInfinite(f, y)) {
            return y;
        }
        return output(f, Exact.of(f, x).plus(Exact.of(f, y), Exact.NEAREST).toFloat(f, Exact.NEAREST));
    }

    // Argument reduction.

    /** A 53-bit segment of 2/pi; what does not fit a denormal is cut off. */
    long trigPreop(long a, int segment) {
        int exponent = biased(FloatFormat.F64, a);
        int shift = (segment & 31) * 53 + Math.max(0, exponent - TwoOverPi.LAST_UNMOVED);
        BigInteger mask = BigInteger.ONE.shiftLeft(TwoOverPi.BITS).subtract(BigInteger.ONE);
        BigInteger moved = TwoOverPi.FRACTION.shiftLeft(shift).and(mask).shiftRight(TwoOverPi.BITS - 53);
        int scale = -53 - shift + (exponent >= TwoOverPi.FIRST_RAISED ? TwoOverPi.RAISED_BY : 0);
        return new Exact(false, moved, scale).toFloat(FloatFormat.F64, Exact.ZERO);
    }
}
