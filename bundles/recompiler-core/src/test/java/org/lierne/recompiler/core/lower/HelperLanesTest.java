package org.lierne.recompiler.core.lower;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.TranslationRefused;

final class HelperLanesTest {
    @Test
    void repeatsTheArithmeticBehindAQuadPermutationWithoutItsMask() {
        IrModule module = IrText.parse("""
                module pixel wave=64
                block b0
                  v0: i32 = input of=position_x
                  v1: b1 = ult v0, 0x5:i32
                  v2: i32 = iadd v0, v0
                  v3: i32 = select v1, v2, v0
                  v4: f32 = s_to_f v3
                  v5: i32 = bitcast v4
                  v6: i32 = select v1, v5, v0
                  v7: i32 = wave.dpp16 v6, v6, v1 immediate=0xff0c00
                  export.mrt v7, v7, v7, v7 guard(v1) index=0 enable=0xf done vm
                  return
                """);

        assertTrue(new HelperLanes().run(module, new Silent()));

        String text = IrText.print(module);
        assertTrue(text.contains("v8: f32 = s_to_f v2"), text);
        assertTrue(text.contains("v7: i32 = wave.dpp16 v9, v6, v1"), text);
    }

    private static final class Silent implements PassContext {
        @Override
        public ShaderProgram program() {
            throw new UnsupportedOperationException("the pass has no business with the program");
        }

        @Override
        public HostFacts host() {
            return HostFacts.common(8);
        }

        @Override
        public Switches switches() {
            return Switches.DEFAULTS;
        }

        @Override
        public @org.jspecify.annotations.Nullable DescriptorWords descriptor(int resource) {
            return null;
        }

        @Override
        public void acted(Pc pc, String what) {}

        @Override
        public TranslationRefused refuse(Pc pc, String reason) {
            throw new UnsupportedOperationException(reason);
        }
    }
}
