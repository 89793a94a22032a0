package org.lierne.pass.float_.omod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.program.TranslationRefused;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.JavaHost;
import org.lierne.testing.passes.PassRun;
import org.lierne.testing.passes.TestContext;

final class OutputModifiersTest {
    private static final String DOUBLED = "v3: f32 = bitcast v0\n  v4: f32 = fomod v3, 0x40000000:f32\n  v9: i32 = bitcast v4";

    private static int run(String mode, String operation, String... operands) {
        return PassRun.word(new OutputModifiers(), "pass.float.omod", mode, operation, operands);
    }

    @ParameterizedTest
    @CsvSource({"0xc0, 40400000", "0xd0, 40400000", "0xe0, 3fc00000", "0xf0, 3fc00000", "0xc0 ieee, 3fc00000", "0xf0 ieee, 3fc00000"})
    @Rule({"B-053", "C-014"})
    void actsWhereResultsAreFlushedAndIeeeModeIsOff(String mode, String expected) {
        assertEquals(expected, "%08x".formatted(run(mode, DOUBLED, "3fc00000")));
    }

    @ParameterizedTest
    @CsvSource({"0xc0, 00800000, 00000000", "0xc0, 80c00000, 80000000", "0xc0, 01000000, 00800000", "0xc0, 00000000, 00000000",
        "0xc0, 00ffffff, 00000000", "0xc0, 80ffffff, 80000000"})
    @Rule("C-014")
    void flushesWhatItMakesDenormal(String mode, String operand, String expected) {
        String halved = DOUBLED.replace("0x40000000", "0x3f000000");

        assertEquals(expected, "%08x".formatted(run(mode, halved, operand)));
    }

    /** Quotients keep denormals, which a host that is asked to flush takes for zeros where it multiplies: here it multiplies zero. */
    @ParameterizedTest
    @CsvSource({"40800000, 00596400, 0132c800", "40800000, 807fffff, 817ffffe", "40800000, 00200000, 00800000", "40800000, 801fffff, 80000000",
        "40000000, 00400000, 00800000", "40000000, 803fffff, 80000000", "40000000, 00000001, 00000000", "40000000, 80000000, 80000000",
        "40000000, 00000000, 00000000"})
    @Rule({"B-032", "C-014"})
    void multipliesDenormalQuotientsOnHostsThatFlush(String factor, String quotient, String expected) {
        IrModule module = IrText.parse("""
                module compute wave=32 float_mode=0xc0

                block b0
                  v0: i32 = user_data dword=0
                  v1: f32 = bitcast v0
                  v2: f32 = div_fixup v1, 0x3f800000:f32, 0x3f800000:f32
                  v3: f32 = fomod v2, 0x%s:f32
                  v4: i32 = bitcast v3
                  lds.store 0x0:i32 data(v4) element=32x1
                  return
                """.formatted(factor));

        new OutputModifiers().run(module, TestContext.of("pass.float.omod"));

        IrModule flushing = IrText.parse(IrText.print(module).replaceFirst("fmul v\\d+", "fmul 0x0:f32"));
        assertEquals(expected, "%08x".formatted(JavaHost.word(module, Integer.parseUnsignedInt(quotient, 16), 0, 0)));
        assertEquals(expected, "%08x".formatted(JavaHost.word(flushing, Integer.parseUnsignedInt(quotient, 16), 0, 0)));
    }

    @ParameterizedTest
    @CsvSource({"0xc0, true", "0xf0, true", "0xf0 ieee, false"})
    @Rule("C-014")
    void actsOnCubeResultsWhateverBecomesOfDenormals(String mode, boolean acts) {
        IrModule module = IrText.parse("module compute wave=32 float_mode=" + mode + """

                block b0
                  v0: i32 = user_data dword=0
                  v1: f32 = bitcast v0
                  v2: f32 = cube_ma v1, v1, v1
                  v3: f32 = fomod v2, 0x40000000:f32
                  v4: i32 = bitcast v3
                  lds.store 0x0:i32 data(v4) element=32x1
                  return
                """);

        new OutputModifiers().run(module, TestContext.of("pass.float.omod"));

        assertEquals(acts, IrText.print(module).contains("fmul"));
    }

    @ParameterizedTest
    @CsvSource({"0x00, true", "0x80, false", "0x00 ieee, false"})
    @Rule("C-014")
    void refusesHalvesThatTheHardwareWouldModify(String mode, boolean refused) {
        String text = "v3: i16 = truncate v0\n  v4: f16 = bitcast v3\n  v5: f16 = fomod v4, 0x4000:f16\n  v6: i16 = bitcast v5\n"
                + "  v9: i32 = zero_extend v6";

        if (refused) {
            assertThrows(TranslationRefused.class, () -> run(mode, text, "3c00"));
        } else {
            assertEquals(0x3c00, run(mode, text, "3c00"));
        }
    }
}
