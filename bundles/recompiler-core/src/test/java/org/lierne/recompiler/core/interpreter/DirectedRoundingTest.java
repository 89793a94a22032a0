package org.lierne.recompiler.core.interpreter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.recompiler.isa.FloatFormat;
import org.lierne.testing.Rule;

/**
 * Sums, products, fused sums and conversions in all four rounding modes against exact numbers that are cut to the format's last place.
 * Denormals are kept. The device is held to the interpreter elsewhere.
 */
final class DirectedRoundingTest {
    private static final int OPERANDS = 6000;
    private static final RoundingMode[] MODES = {RoundingMode.HALF_EVEN, RoundingMode.CEILING, RoundingMode.FLOOR, RoundingMode.DOWN};

    /** The number {@code units * 2^power}. */
    private record Exact(BigInteger units, int power) {
        Exact scaled(int by) {
            return new Exact(units, power + by);
        }

        Exact add(Exact other) {
            int last = Math.min(power, other.power);
            return new Exact(units.shiftLeft(power - last).add(other.units.shiftLeft(other.power - last)), last);
        }

        Exact multiply(Exact other) {
            return new Exact(units.multiply(other.units), power + other.power);
        }

        /** How often 2^unit goes into the number's size, rounded as the number asks. */
        long size(int unit, RoundingMode mode) {
            int dropped = unit - power;
            BigInteger whole = dropped <= 0 ? units.shiftLeft(-dropped)
                    : new BigDecimal(units).divide(new BigDecimal(BigInteger.ONE.shiftLeft(dropped)), 0, mode).toBigInteger();
            return whole.abs().longValueExact();
        }
    }

    /** Bits of a number as they are, or next to a border: zero, the smallest normal number, one, the largest number. */
    private static long operand(FloatFormat f, SplittableRandom random) {
        long sign = random.nextInt(2) == 0 ? 0 : FloatUnit.signBit(f);
        long one = (long) f.bias() << f.mantissaBits();
        long largest = (2L * f.bias() + 1 << f.mantissaBits()) - 1;
        long near = random.nextInt(5);
        return sign | switch (random.nextInt(6)) {
            case 0 -> near;
            case 1 -> (1L << f.mantissaBits()) - 2 + near;
            case 2 -> one - 2 + near;
            case 3 -> largest - near;
            // Near one, so that sums cancel and products are close to ties.
            case 4 -> one + (random.nextLong() & (4L << f.mantissaBits()) - 1) - (2L << f.mantissaBits());
            default -> Math.floorMod(random.nextLong(), largest + 1);
        };
    }

    private static Exact number(FloatFormat f, long x) {
        long fraction = x & (1L << f.mantissaBits()) - 1;
        int exponent = (int) (FloatUnit.magnitude(f, x) >>> f.mantissaBits());
        long significand = exponent == 0 ? fraction : fraction | 1L << f.mantissaBits();
        boolean isNegative = (x & FloatUnit.signBit(f)) != 0;
        return new Exact(BigInteger.valueOf(isNegative ? -significand : significand), Math.max(1, exponent) - f.bias() - f.mantissaBits());
    }

    /** An exact number, not zero, as the format's nearest ones have it. */
    private static long rounded(FloatFormat f, Exact exact, int mode) {
        int lowest = 1 - f.bias() - f.mantissaBits();
        int power = Math.max(lowest, exact.power + exact.units.abs().bitLength() - (f.mantissaBits() + 1));
        int sign = exact.units.signum();
        long infinity = (2L * f.bias() + 1) << f.mantissaBits();
        long bits = power - lowest >= 2 * f.bias() ? infinity
                : exact.size(power, MODES[mode]) + ((long) (power - lowest) << f.mantissaBits());
        boolean up = mode == 0 || mode == 1 && sign > 0 || mode == 2 && sign < 0;
        long magnitude = bits < infinity ? bits : up ? infinity : infinity - 1;
        return sign < 0 ? magnitude | FloatUnit.signBit(f) : magnitude;
    }

    /** The mode register with denormals kept and both rounding fields in one mode. */
    private static FloatUnit unit(int mode) {
        return new FloatUnit(0xf0 | mode | mode << 2);
    }

    private static void check(FloatFormat f, int mode, Exact exact, long found, String what) {
        if (exact.units.signum() != 0) {
            assertEquals(Long.toHexString(rounded(f, exact, mode)), Long.toHexString(found), what + " in mode " + mode);
        }
    }

    @ParameterizedTest
    @CsvSource({"F16", "F32", "F64"})
    @Rule({"A-063", "B-018", "B-028", "B-032"})
    void roundsSumsProductsAndFusedSumsOnceInEachMode(FloatFormat f) {
        SplittableRandom random = new SplittableRandom(63);
        for (int i = 0; i < OPERANDS; i++) {
            long a = operand(f, random);
            long b = operand(f, random);
            long c = operand(f, random);
            Exact x = number(f, a);
            Exact y = number(f, b);
            Exact z = number(f, c);
            for (int mode = 0; mode < MODES.length; mode++) {
                String what = "%s %x %x %x, drawn with seed 63".formatted(f, a, b, c);
                check(f, mode, x.add(y), unit(mode).add(f, a, b), "sum " + what);
                check(f, mode, x.multiply(y), unit(mode).mul(f, a, b), "product " + what);
                check(f, mode, x.multiply(y).add(z), unit(mode).fma(f, a, b, c), "fused sum " + what);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"F32, F16", "F64, F32"})
    @Rule({"C-017", "A-063"})
    void roundsConversionsInTheModeOfTheirResult(FloatFormat from, FloatFormat to) {
        SplittableRandom random = new SplittableRandom(17);
        for (int i = 0; i < OPERANDS; i++) {
            // Half of them lie beside a number of the narrow format or the middle of two.
            long narrow = operand(to, random);
            int dropped = from.mantissaBits() - to.mantissaBits();
            long wide = i % 2 == 0 ? operand(from, random)
                    : unit(0).convert(to, from, narrow) + ((long) random.nextInt(2) << dropped - 1) + random.nextInt(-1, 2);
            if (!FloatUnit.isNaN(from, wide) && !FloatUnit.isInfinite(from, wide)) {
                for (int mode = 0; mode < MODES.length; mode++) {
                    check(to, mode, number(from, wide), unit(mode).convert(from, to, wide), "%s of %x, drawn with seed 17".formatted(to, wide));
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"F16", "F32"})
    @Rule({"B-021", "B-034"})
    void roundsScaledNumbersInEachMode(FloatFormat f) {
        SplittableRandom random = new SplittableRandom(21);
        for (int i = 0; i < OPERANDS; i++) {
            long a = operand(f, random);
            int by = random.nextInt(-3 * f.bias(), 3 * f.bias());
            for (int mode = 0; mode < MODES.length; mode++) {
                check(f, mode, number(f, a).scaled(by), unit(mode).ldexp(f, a, by), "%s %x by %d, drawn with seed 21".formatted(f, a, by));
            }
        }
    }
}
