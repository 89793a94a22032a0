package org.lierne.pass.float_.transcendental;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.JavaHost;
import org.lierne.testing.passes.PassRun;
import org.lierne.testing.passes.TestContext;

final class TranscendentalTest {
    private static final String ID = "pass.float.transcendental";

    private static IrModule module(String function) {
        IrModule module = IrText.parse("""
                module compute wave=32 float_mode=0xc0

                block b0
                  v0: i32 = user_data dword=0
                  v3: f32 = bitcast v0
                  v4: f32 = %s v3
                  v9: i32 = bitcast v4
                  lds.store 0x0:i32 data(v9) element=32x1
                  return
                """.formatted(function));
        assertTrue(new Transcendental().run(module, TestContext.of(ID)));
        return module;
    }

    /** A host whose sines and cosines are the number times 32. */
    private static IrModule onAHostThatIsFarOff(String function) {
        return IrText.parse(IrText.print(module(function)).replace(function + " v3", "fmul v3, 0x42000000:f32"));
    }

    private static double reference(String function, double turns) {
        return function.equals("fsin") ? Math.sin(2 * Math.PI * turns) : Math.cos(2 * Math.PI * turns);
    }

    /** The rule's rows, one at an odd number of half turns, and zeros' signs as the interpreter has them. */
    @ParameterizedTest
    @CsvSource({"fsin, 3f000000, 00000000", "fsin, 3f800000, 00000000", "fcos, 3e800000, 00000000", "fcos, 3f400000, 00000000",
        "fsin, 39000000, 3a490fd5", "fsin, b9000000, ba490fd5", "fsin, bf000000, 00000000", "fsin, c0000000, 00000000", "fsin, 80000000, 80000000",
        "fsin, 3f000800, ba490fdb", "fsin, 3f800400, 3a490fd5", "fcos, 3e801000, ba490fdb", "fcos, bf400800, 3a490fdb", "fsin, 4b800001, 00000000"})
    @Rule("B-033")
    void isALineNearZeros(String function, String turns, String expected) {
        for (IrModule module : new IrModule[] {module(function), onAHostThatIsFarOff(function)}) {
            assertEquals(expected, "%08x".formatted(JavaHost.word(module, Integer.parseUnsignedInt(turns, 16))));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fsin", "fcos"})
    @Rule("B-033")
    void theSeriesIsWithinTwoPlacesOfTheFunctionFartherAway(String function) {
        IrModule module = onAHostThatIsFarOff(function);
        SplittableRandom random = new SplittableRandom(33);
        for (int i = 0; i < 4000; i++) {
            float turns = (float) random.nextDouble(-3, 3);
            double exact = reference(function, turns);
            if (Math.abs(exact) > 0x1p-9) {
                int found = JavaHost.word(module, Float.floatToRawIntBits(turns));

                assertTrue(Math.abs(found - Float.floatToRawIntBits((float) exact)) <= 2, function + " of " + turns + ": " + Float.intBitsToFloat(found));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fsin", "fcos"})
    @Rule("B-033")
    void leavesADriverAloneThatIsNear(String function) {
        IrModule module = module(function);
        SplittableRandom random = new SplittableRandom(34);
        for (int i = 0; i < 1000; i++) {
            float turns = (float) random.nextDouble(-3, 3);
            double exact = reference(function, turns);
            if (Math.abs(exact) > 0x1p-9) {
                assertEquals((float) exact, Float.intBitsToFloat(JavaHost.word(module, Float.floatToRawIntBits(turns))), function + " of " + turns);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"fsin, 3400, 3c00", "fcos, 3400, 0000", "fcos, 0000, 3c00", "fsin, 3800, 0000", "fsin, 0001, 0006"})
    @Rule("B-033")
    void takesFunctionsOfHalvesInSingles(String function, String half, String expected) {
        String text = PassRun.HALVES + "  v16: f16 = " + function + " v11" + PassRun.TO_WORD;

        assertEquals(expected, "%04x".formatted(PassRun.word(new Transcendental(), ID, "0xc0", text, half)));
    }
}
