package org.lierne.pass.float_.fp16_ovfl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.lierne.testing.passes.PassRun.HALVES;
import static org.lierne.testing.passes.PassRun.TO_WORD;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.PassRun;

final class Fp16OverflowTest {
    private static int run(String mode, String operation, String... operands) {
        return PassRun.word(new Fp16Overflow(), "pass.float.fp16-ovfl", mode, operation, operands);
    }

    @ParameterizedTest
    @CsvSource({"frcp v11, 0000, 0000, 7bff, 7c00", "frcp v11, 8000, 0000, fbff, fc00", "frsq v11, 0000, 0000, 7bff, 7c00",
        "fadd v11^ v13, 7bff, 4c00, 7bff, 7c00", "fadd v11^ v13, 7bff, 4bff, 7bff, 7bff", "fadd v11^ v13, 7c00, 3c00, 7c00, 7c00",
        "fmul v11^ v13, fbff, 4000, fbff, fc00", "fmul v11^ v13, fc00, 4000, fc00, fc00", "div_fixup v11^ v13^ v15, 3c00, 0000, 7c00, 7c00",
        "div_fixup v11^ v13^ v15, 7c00, 3c00, 7bff, 7c00", "div_fixup v11^ v13^ 0x7c00:f16, 7c00, 3c00, 7c00, 7c00"})
    @Rule("C-016")
    void limitsInfinitiesThatNoOperandBrings(String operation, String a, String b, String limited, String plain) {
        String text = HALVES + "  v16: f16 = " + operation + TO_WORD;

        assertEquals(limited, "%04x".formatted(run("0xc0 fp16_overflow", text, a, b, "3c00")));
        assertEquals(plain, "%04x".formatted(run("0xc0", text, a, b, "3c00")));
    }

    @ParameterizedTest
    @CsvSource({"477ff000, 7bff", "c77ff000, fbff", "ff800000, fc00", "477fefff, 7bff"})
    @Rule("C-016")
    void limitsConversions(String single, String expected) {
        String text = "v3: f32 = bitcast v0\n  v16: f16 = f_to_f v3" + TO_WORD;

        assertEquals(expected, "%04x".formatted(run("0xc0 fp16_overflow", text, single)));
    }
}
