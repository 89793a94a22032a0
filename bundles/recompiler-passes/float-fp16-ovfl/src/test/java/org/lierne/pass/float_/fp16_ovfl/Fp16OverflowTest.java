package org.lierne.pass.float_.fp16_ovfl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.JavaHost;
import org.lierne.testing.passes.TestContext;

final class Fp16OverflowTest {
    private static final String HALVES = """
            v10: i16 = truncate v0
              v11: f16 = bitcast v10
              v12: i16 = truncate v1
              v13: f16 = bitcast v12
              v14: i16 = truncate v2
              v15: f16 = bitcast v14
            """;
    private static final String TO_WORD = "\n  v17: i16 = bitcast v16\n  v9: i32 = zero_extend v17";

    private static int bits(String hex) {
        return Integer.parseUnsignedInt(hex, 16);
    }

    private static int run(String mode, String operation, String... operands) {
        IrModule module = IrText.parse("module compute wave=32 float_mode=" + mode + """

                block b0
                  v0: i32 = user_data dword=0
                  v1: i32 = user_data dword=1
                  v2: i32 = user_data dword=2
                """ + "  " + operation.replace('^', ',') + "\n  lds.store 0x0:i32 data(v9) element=32x1\n  return\n");
        new Fp16Overflow().run(module, TestContext.of("pass.float.fp16-ovfl"));
        int[] words = new int[3];
        for (int i = 0; i < operands.length; i++) {
            words[i] = bits(operands[i]);
        }
        return JavaHost.word(module, words);
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
