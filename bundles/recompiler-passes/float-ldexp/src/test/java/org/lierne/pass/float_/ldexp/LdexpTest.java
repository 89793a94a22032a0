package org.lierne.pass.float_.ldexp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.lierne.testing.passes.PassRun.HALVES;
import static org.lierne.testing.passes.PassRun.TO_WORD;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.PassRun;

final class LdexpTest {
    private static int run(String mode, String operation, String... operands) {
        return PassRun.word(new Ldexp(), "pass.float.ldexp", mode, operation, operands);
    }

    private static String single(int denormals, int rounding, String number, String power) {
        String mode = "0x%x".formatted(0xc0 | denormals << 4 | rounding);
        return "%08x".formatted(run(mode, "v3: f32 = bitcast v0\n  v4: f32 = fldexp v3, v1\n  v9: i32 = bitcast v4", number, power));
    }

    /** Columns: nearest even, up, down, towards zero, with denormals kept. */
    @ParameterizedTest
    @CsvSource({"7f7fffff, 00000001, 7f800000, 7f800000, 7f7fffff, 7f7fffff", "ff7fffff, 00000001, ff800000, ff7fffff, ff800000, ff7fffff",
        "3fffffff, ffffff81, 00800000, 00800000, 007fffff, 007fffff", "bfffffff, ffffff81, 80800000, 807fffff, 80800000, 807fffff",
        "00000001, 00000001, 00000002, 00000002, 00000002, 00000002", "00000001, 80000000, 00000000, 00000001, 00000000, 00000000",
        "3f800000, 7fffffff, 7f800000, 7f800000, 7f7fffff, 7f7fffff", "7f800000, 80000000, 7f800000, 7f800000, 7f800000, 7f800000",
        "80000000, 00000010, 80000000, 80000000, 80000000, 80000000"})
    @Rule({"B-032", "B-034"})
    void roundsInTheFloatMode(String number, String power, String nearest, String up, String down, String zero) {
        String[] expected = {nearest, up, down, zero};
        for (int rounding = 0; rounding < 4; rounding++) {
            assertEquals(expected[rounding], single(3, rounding, number, power), "rounding " + rounding);
        }
    }

    /** Columns: denormals flushed, inputs kept, results kept, all kept. */
    @ParameterizedTest
    @CsvSource({"3fffffff, ffffff81, 00000000, 00000000, 00800000, 00800000", "00000001, 00000001, 00000000, 00000000, 00000000, 00000002",
        "00000001, 00000020, 00000000, 05000000, 00000000, 05000000"})
    @Rule("B-034")
    void flushesByBothBitsOfTheField(String number, String power, String none, String inputsKept, String resultsKept, String all) {
        String[] expected = {none, inputsKept, resultsKept, all};
        for (int denormals = 0; denormals < 4; denormals++) {
            assertEquals(expected[denormals], single(denormals, 0, number, power), "denormals " + denormals);
        }
    }

    @ParameterizedTest
    @CsvSource({"0x40, 07ff, ffffffff, 0000", "0xc0, 07ff, ffffffff, 0400", "0x00, 0001, 00000000, 0000", "0x40, 0001, 00000000, 0000",
        "0x80, 0001, 00000000, 0000", "0xc0, 0001, 00000000, 0001", "0xcc, 07ff, ffffffff, 03ff", "0xc4, 7bff, 00000001, 7c00",
        "0xc8, 7bff, 00000001, 7bff", "0xc0 fp16_overflow, 7bff, 00000001, 7bff"})
    @Rule({"B-021", "C-016", "C-017"})
    void scalesHalvesInTheirOwnFields(String mode, String number, String power, String expected) {
        String text = HALVES + "  v16: f16 = fldexp v11, v1" + TO_WORD;

        assertEquals(expected, "%04x".formatted(run(mode, text, number, power)));
    }

    /** Against doubles, in which scaling is exact and narrowing rounds once. */
    @Test
    @Rule("B-032")
    void agreesWithExactScalingOfRandomNumbers() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 3000; i++) {
            float number = Float.intBitsToFloat(random.nextInt());
            int power = random.nextInt(-300, 300);
            if (Float.isNaN(number)) {
                continue;
            }
            String expected = "%08x".formatted(Float.floatToRawIntBits((float) Math.scalb((double) number, power)));

            assertEquals(expected, single(3, 0, "%08x".formatted(Float.floatToRawIntBits(number)), "%08x".formatted(power)),
                    number + " * 2^" + power);
        }
    }
}
