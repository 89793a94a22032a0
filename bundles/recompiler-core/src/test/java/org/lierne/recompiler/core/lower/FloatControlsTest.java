package org.lierne.recompiler.core.lower;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.program.HostDriver;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.TestContext;

final class FloatControlsTest {
    private static final HostFacts EVERYTHING = new HostFacts(HostDriver.NONE, 32, 32768, 1024, EnumSet.allOf(HostFeature.class));
    private static final HostFacts NOTHING = new HostFacts(HostDriver.NONE, 32, 32768, 1024, Set.of());

    private static String header(String mode, String halfOrDouble, HostFacts host) {
        IrModule module = IrText.parse("module compute wave=32 float_mode=" + mode + """

                block b0
                  v0: i32 = user_data dword=0
                  v1: f32 = bitcast v0
                """ + "  v2: " + halfOrDouble + " = f_to_f v1\n  return\n");

        new FloatControls().run(module, TestContext.of("recompiler.float-controls").with(host));

        String text = IrText.print(module);
        assertEquals(text, IrText.print(IrText.parse(text)), "the text form keeps what is asked for");
        return text.substring(0, text.indexOf('\n')).replaceFirst("module compute wave=32 float_mode=0x[0-9a-f]+ ?", "");
    }

    /** Denormals are asked for where both bits of the width's field keep them; the usual mode does so for f16 and f64. */
    @ParameterizedTest
    @CsvSource({"0xc0, f16, signed_zero_inf_nan_16 signed_zero_inf_nan_32 denorm_preserve_16 round_even_16 round_even_32",
        "0xf0, f64, signed_zero_inf_nan_32 signed_zero_inf_nan_64 denorm_preserve_32 denorm_preserve_64 round_even_32 round_even_64",
        "0x40, f16, signed_zero_inf_nan_16 signed_zero_inf_nan_32 round_even_16 round_even_32"})
    @Rule({"B-032", "B-043"})
    void asksForWhatTheModeKeepsOfTheWidthsInUse(String mode, String type, String expected) {
        assertEquals(expected, header(mode, type, EVERYTHING));
    }

    @ParameterizedTest
    @CsvSource({"0xf0, f16", "0xf0, f64"})
    @Rule("B-032")
    void asksForNothingThatTheHostDoesNotOffer(String mode, String type) {
        assertEquals("", header(mode, type, NOTHING));
    }
}
