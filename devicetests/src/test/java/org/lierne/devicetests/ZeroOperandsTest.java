package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.shader.harness.VulkanRows;

/** Sums and products with constant zeros, on interpreter and device. Expected values are derived from IEEE 754 as Java has it. */
@Tag("gpu")
final class ZeroOperandsTest {
    private static final int TITLES = 0xc0;
    private static final float[] NUMBERS = {0f, -0f, 1f, -1f, 3.1415927f, -1e-20f, Float.MAX_VALUE};

    private interface Operation {
        float of(float number);
    }

    private final RowText rows = new RowText(32);

    private void rows(String instruction, Operation operation) {
        for (float number : NUMBERS) {
            rows.row(TITLES, instruction, "v4=%08x".formatted(Float.floatToRawIntBits(number)),
                    "v10=%08x".formatted(Float.floatToRawIntBits(operation.of(number))));
        }
    }

    @Test
    void zerosKeepTheirSigns() {
        rows("v_add_f32_e32 v10, 0, v4", number -> 0f + number);
        rows("v_add_f32_e32 v10, 0x80000000, v4", number -> -0f + number);
        rows("v_sub_f32_e32 v10, 0, v4", number -> 0f - number);
        rows("v_subrev_f32_e32 v10, 0, v4", number -> number - 0f);
        rows("v_subrev_f32_e32 v10, 0x80000000, v4", number -> number - -0f);
        rows("v_mul_f32_e32 v10, 0, v4", number -> 0f * number);
        rows("v_mul_f32_e32 v10, 0x80000000, v4", number -> -0f * number);
        rows("v_mad_f32 v10, v4, -1.0, 0", number -> number * -1f + 0f);
        rows("v_mad_f32 v10, v4, 0, 0", number -> number * 0f + 0f);
        rows("v_fma_f32 v10, v4, 1.0, 0", number -> Math.fma(number, 1f, 0f));

        List<String> differences;
        try (VulkanRows device = Wiring.devices() == null ? null : Wiring.rows()) {
            differences = rows.differencesOnBoth(device);
        }

        assertEquals(List.of(), differences);
    }
}
