package org.lierne.devicetests;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Differences, sums and products with constant zeros, on interpreter and device. Expected values are derived from IEEE 754 as Java has it. */
@Tag("gpu")
final class ZeroOperandsTest {
    private static final Map<String, Boolean> SUMS = Map.of("quirk.driver.llvmpipe.zero-operand.sums", true);
    private static final float[] NUMBERS = {0f, -0f, 1f, -1f, 3.1415927f, -1e-20f, Float.MAX_VALUE};

    private interface Operation {
        float of(float number);
    }

    /** Runs an instruction from v4 to v1 on each of the numbers. */
    private static void holds(Map<String, Boolean> switches, String instruction, Operation operation) {
        runs(switches, List.of(instruction), number -> Float.floatToRawIntBits(operation.of(number)));
    }

    private static void runs(Map<String, Boolean> switches, List<String> instructions, ToIntFunction<Float> word) {
        int[] input = new int[32];
        int[] expected = new int[32];
        Arrays.setAll(input, lane -> Float.floatToRawIntBits(NUMBERS[lane % NUMBERS.length]));
        Arrays.setAll(expected, lane -> word.applyAsInt(NUMBERS[lane % NUMBERS.length]));
        List<String> lines = new ArrayList<>(List.of("v_lshlrev_b32_e32 v3, 2, v0", "buffer_load_dword v4, v3, s[4:7], 0 offen",
                "s_waitcnt vmcnt(0)"));
        lines.addAll(instructions);
        SmallProgram.of(32, lines).withInput(input).with(switches).gives(expected);
    }

    /** As compilers take the sign of a number: +0 is added, then the bits are brought between -1 and 1 as an integer. */
    @Test
    void signsOfZerosAreZero() {
        runs(Map.of(), List.of("v_add_f32_e32 v1, 0, v4", "v_med3_i32 v1, -1, v1, 1"), number -> (int) Math.signum(number));
        runs(Map.of(), List.of("v_mad_f32 v1, v4, -1.0, 0", "v_med3_i32 v1, -1, v1, 1"), number -> (int) -Math.signum(number));
    }

    @Test
    void differencesFromZeroHaveTheirSign() {
        holds(Map.of(), "v_sub_f32_e32 v1, 0, v4", number -> 0f - number);
        holds(Map.of(), "v_subrev_f32_e32 v1, 0x80000000, v4", number -> number - -0f);
    }

    @Test
    void sumsAndProductsWithZeroHaveTheirSignsWhenAsked() {
        holds(SUMS, "v_add_f32_e32 v1, 0, v4", number -> 0f + number);
        holds(SUMS, "v_mul_f32_e32 v1, 0x80000000, v4", number -> -0f * number);
        holds(SUMS, "v_mad_f32 v1, v4, -1.0, 0", number -> number * -1f + 0f);
        holds(SUMS, "v_fma_f32 v1, v4, 1.0, 0", number -> Math.fma(number, 1f, 0f));
    }
}
