package org.lierne.pass.float_.round.f16;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.lierne.testing.passes.PassRun.TO_WORD;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.PassRun;

final class RoundF16Test {
    private static int run(String mode, String operation, String... operands) {
        return PassRun.word(new RoundF16(), "pass.float.round.f16", mode, operation, operands);
    }

    private static void check(String operation, String operand, boolean kept, String... expected) {
        for (int rounding = 0; rounding < 4; rounding++) {
            String mode = "0x%x".formatted((kept ? 0xc0 : 0x40) | rounding << 2);
            assertEquals(expected[rounding], "%04x".formatted(run(mode, operation + TO_WORD, operand)),
                    operand + " rounded " + rounding + (kept ? " kept" : " flushed"));
        }
    }

    private static final String FROM_SINGLE = "v3: f32 = bitcast v0\n  v16: f16 = f_to_f v3";

    /** The rule's table: nearest even, up, down, towards zero. */
    @ParameterizedTest
    @CsvSource({"387fffff, 0400, 0400, 03ff, 03ff, 0400, 0400, 0000, 0000", "b87fffff, 8400, 83ff, 8400, 83ff, 8400, 8000, 8400, 8000",
        "387ff000, 0400, 0400, 03ff, 03ff, 0400, 0400, 0000, 0000", "387fe000, 0400, 0400, 03ff, 03ff, 0000, 0000, 0000, 0000",
        "33000000, 0000, 0001, 0000, 0000, 0000, 0000, 0000, 0000", "b3000000, 8000, 8000, 8001, 8000, 8000, 8000, 8000, 8000",
        "477fefff, 7bff, 7c00, 7bff, 7bff, 7bff, 7c00, 7bff, 7bff", "477ff000, 7c00, 7c00, 7bff, 7bff, 7c00, 7c00, 7bff, 7bff",
        "c77ff000, fc00, fbff, fc00, fbff, fc00, fbff, fc00, fbff", "3f801000, 3c00, 3c01, 3c00, 3c00, 3c00, 3c01, 3c00, 3c00",
        "bf803000, bc02, bc01, bc02, bc01, bc02, bc01, bc02, bc01", "00000000, 0000, 0000, 0000, 0000, 0000, 0000, 0000, 0000",
        "ff800000, fc00, fc00, fc00, fc00, fc00, fc00, fc00, fc00", "7f812345, 7e09, 7e09, 7e09, 7e09, 7e09, 7e09, 7e09, 7e09"})
    @Rule({"B-047", "C-017"})
    void roundsSinglesInTheFieldOfHalves(String operand, String n, String u, String d, String z, String fn, String fu, String fd, String fz) {
        check(FROM_SINGLE, operand, false, fn, fu, fd, fz);
        if (!n.equals("7e09")) {
            check(FROM_SINGLE, operand, true, n, u, d, z);
        }
    }

    @ParameterizedTest
    @CsvSource({"u_to_f, 0801, 6800, 6801, 6800, 6800", "u_to_f, ffff, 7c00, 7c00, 7bff, 7bff", "s_to_f, f7ff, e800, e800, e801, e800",
        "s_to_f, 0000, 0000, 0000, 0000, 0000"})
    @Rule("C-017")
    void roundsIntegers(String op, String operand, String nearest, String up, String down, String zero) {
        String text = "v3: i16 = truncate v0\n  v16: f16 = " + op + " v3";

        check(text, operand, false, nearest, up, down, zero);
        check(text, operand, true, nearest, up, down, zero);
    }

    private static String mixed(int rounding, String... operands) {
        String text = "v3: f32 = bitcast v0\n  v4: f32 = bitcast v1\n  v5: f32 = bitcast v2\n  v16: f16 = fmix_to_half v3, v4, v5" + TO_WORD;
        return "%04x".formatted(run("0x%x".formatted(0xc0 | rounding << 2), text, operands));
    }

    /** The rule's rows in nearest even, up, down and towards zero: a sum that a double rounds too, overflow, exact zeros, tiny products. */
    @ParameterizedTest
    @CsvSource({"bfc00000, 33800000, 00800000, 8001, 8001, 8002, 8001", "3f800000, 477ff000, 00000000, 7c00, 7c00, 7bff, 7bff",
        "3f800000, c77ff000, 00000000, fc00, fbff, fc00, fbff", "3f800000, 3f800000, bf800000, 0000, 0000, 8000, 0000",
        "00000000, 3f800000, 00000000, 0000, 0000, 0000, 0000", "00800000, 00800000, 00000000, 0000, 0001, 0000, 0000",
        "80800000, 00800000, 00000000, 8000, 8000, 8001, 8000", "00800000, 80800000, 3f800000, 3c00, 3c00, 3bff, 3bff",
        "7f000000, 7f000000, 00000000, 7c00, 7c00, 7bff, 7bff", "7f800000, 3f800000, 3f800000, 7c00, 7c00, 7c00, 7c00"})
    @Rule("B-026")
    void roundsMixedSumsOnce(String a, String b, String c, String nearest, String up, String down, String zero) {
        String[] expected = {nearest, up, down, zero};
        for (int rounding = 0; rounding < 4; rounding++) {
            assertEquals(expected[rounding], mixed(rounding, a, b, c), "rounding " + rounding);
        }
    }

    @Test
    @Rule("C-017")
    void agreesWithNearestRoundingOfRandomNumbers() {
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 3000; i++) {
            float number = Math.scalb(random.nextFloat() + 1, random.nextInt(-14, 17));
            int expected = Float.floatToFloat16(number) & 0xffff;

            int half = run("0x40", FROM_SINGLE + TO_WORD, "%08x".formatted(Float.floatToRawIntBits(number)));

            assertEquals(expected, half, "half of " + number);
        }
    }
}
