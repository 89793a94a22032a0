package org.lierne.pass.float_.log2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.JavaHost;
import org.lierne.testing.passes.PassRun;
import org.lierne.testing.passes.TestContext;

final class Log2Test {
    private static final String ID = "pass.float.log2";
    private static final int LOWEST = 0x3f600000;
    private static final int HIGHEST = 0x3f900000;

    private static IrModule module() {
        IrModule module = IrText.parse("""
                module compute wave=32 float_mode=0xc0

                block b0
                  v0: i32 = user_data dword=0
                  v3: f32 = bitcast v0
                  v4: f32 = flog2 v3
                  v9: i32 = bitcast v4
                  lds.store 0x0:i32 data(v9) element=32x1
                  return
                """);
        assertTrue(new Log2().run(module, TestContext.of(ID)));
        return module;
    }

    /** A host whose logarithm is the number times 32. */
    private static IrModule onAHostThatIsFarOff() {
        return IrText.parse(IrText.print(module()).replace("flog2 v3", "fmul v3, 0x42000000:f32"));
    }

    /** Correctly rounded: the number less one is exact. */
    private static int reference(int bits) {
        return Float.floatToRawIntBits((float) (Math.log1p((double) Float.intBitsToFloat(bits) - 1) / Math.log(2)));
    }

    @Test
    @Rule("B-035")
    void theSeriesIsWithinTwoPlacesOfTheLogarithm() {
        IrModule module = onAHostThatIsFarOff();
        for (int bits = LOWEST; bits <= HIGHEST; bits += 997) {
            int found = JavaHost.word(module, bits);

            assertTrue(Math.abs(found - reference(bits)) <= 2, "%08x: %08x, not %08x".formatted(bits, found, reference(bits)));
        }
        assertEquals(0, JavaHost.word(module, 0x3f800000));
        assertTrue(Math.abs(reference(0x3f7fffff) - JavaHost.word(module, 0x3f7fffff)) <= 2);
    }

    @Test
    @Rule("B-035")
    void leavesADriverAloneThatIsNear() {
        IrModule module = module();
        for (int bits = LOWEST; bits <= HIGHEST; bits += 997) {
            int driver = Float.floatToRawIntBits((float) (Math.log(Float.intBitsToFloat(bits)) / Math.log(2)));

            assertEquals(driver, JavaHost.word(module, bits), "%08x".formatted(bits));
        }
    }

    @ParameterizedTest
    @CsvSource({"3f5fffff, 41dfffff", "3f900001, 42100001", "00000000, 00000000", "bf800000, c2000000", "7f800000, 7f800000"})
    @Rule("B-035")
    void isTheDriversFartherFromOne(String number, String times32) {
        assertEquals(Integer.parseUnsignedInt(times32, 16), JavaHost.word(onAHostThatIsFarOff(), Integer.parseUnsignedInt(number, 16)));
    }

    @ParameterizedTest
    @CsvSource({"3c00, 0000", "3bed, a2e3", "4000, 3c00", "3800, bc00"})
    @Rule("B-035")
    void takesLogarithmsOfHalvesInSingles(String half, String expected) {
        String text = PassRun.HALVES + "  v16: f16 = flog2 v11" + PassRun.TO_WORD;

        assertEquals(expected, "%04x".formatted(PassRun.word(new Log2(), ID, "0xc0", text, half)));
    }
}
