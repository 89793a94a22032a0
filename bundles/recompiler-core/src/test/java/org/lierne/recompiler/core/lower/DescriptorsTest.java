package org.lierne.recompiler.core.lower;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.Validator;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslationRefused;

final class DescriptorsTest {
    private record Context(Switches switches) implements PassContext {
        @Override
        public ShaderProgram program() {
            return new ShaderProgram(ShaderStage.COMPUTE, 64, new int[] {0xbf810000, 0x11, 0x22}, 0, 0x1000, new StageState(
                    new FloatMode(0xc0, true, false, false), List.of(), 0, 0, new StageState.Compute(64, 1, 1)));
        }

        @Override
        public HostFacts host() {
            return HostFacts.common(8);
        }

        @Override
        public @Nullable DescriptorWords descriptor(int resource) {
            return null;
        }

        @Override
        public void acted(Pc pc, String what) {
        }

        @Override
        public TranslationRefused refuse(Pc pc, String reason) {
            return new TranslationRefused(ShaderStage.COMPUTE, "test", pc.byteOffset(), "", reason, null);
        }
    }

    private static String resolved(String body) {
        IrModule module = IrText.parse("module compute wave=64\n" + body);
        new Descriptors().run(module, new Context(Switches.DEFAULTS));
        assertEquals(List.of(), Validator.check(module, EnumSet.of(Invariant.SSA, Invariant.DESCRIPTORS_RESOLVED)));
        return IrText.print(module).replaceAll(" +; pc=.*", "");
    }

    @Test
    void followsADescriptorThroughAPointerInUserData() {
        String text = resolved("""
                block b0
                  v0: i32 = user_data dword=2
                  v1: i64 = pack_64 v0, 0xffff8000:i32
                  v2: i32 = scalar_load place.address(v1) 0x0:i32 offset=16
                  v3: i32 = scalar_load place.address(v1) 0x0:i32 offset=20
                  v4: i32 = scalar_load place.address(v1) 0x0:i32 offset=24
                  v5: i32 = scalar_load place.address(v1) 0x0:i32 offset=28
                  v6: i32 = buffer.load buffer(v2, v3, v4, v5) soffset(0x0:i32) element=32x1
                  lds.store 0x0:i32 data(v6) element=32x1
                  return
                """);

        assertTrue(text.contains("resource 0 buffer read pc=entry path(load(ud2, 0xffff8000, 0x10), load(ud2, 0xffff8000, 0x14), "
                + "load(ud2, 0xffff8000, 0x18), load(ud2, 0xffff8000, 0x1c))"), text);
        assertTrue(text.contains("buffer.load soffset(0x0:i32) buffer=0 element=32x1"), text);
    }

    @Test
    void readsTheProgramsOwnWordsWhenItIsTranslated() {
        String text = resolved("""
                block b0
                  v0: i32 = scalar_load place.address(0x1000:i64) 0x0:i32 offset=8
                  lds.store 0x0:i32 data(v0) element=32x1
                  return
                """);

        assertTrue(text.contains("lds.store 0x0:i32 data(0x22:i32)"), text);
    }

    @Test
    void refusesADescriptorThatALoopComputesFromItself() {
        TranslationRefused refusal = assertThrows(TranslationRefused.class, () -> resolved("""
                block b0
                  v0: i32 = user_data dword=2
                  v1: b1 = ieq v0, 0x0:i32
                  jump b1
                block b1 <- b0, b2
                  v2: i32 = phi b0(v0) b2(v3)
                  branch v1 b2 b3
                block b2 <- b1
                  v3: i32 = iadd v2, 0x1:i32
                  v4: i32 = buffer.load buffer(v3, v3, v3, v3) soffset(0x0:i32) element=32x1
                  lds.store 0x0:i32 data(v4) element=32x1
                  jump b1
                block b3 <- b1
                  return
                """));

        assertTrue(String.valueOf(refusal.getMessage()).contains("computed in the program (v3: i32 = iadd v2, 0x1:i32)"), refusal.getMessage());
    }

    @Test
    void refusesADescriptorComputedFromALane() {
        TranslationRefused refusal = assertThrows(TranslationRefused.class, () -> resolved("""
                block b0
                  v0: i32 = input of=local_invocation_x
                  v1: i32 = buffer.load buffer(v0, v0, v0, v0) soffset(0x0:i32) element=32x1
                  lds.store 0x0:i32 data(v1) element=32x1
                  return
                """));

        assertEquals("word 0 of the buffer descriptor is computed in the program (v0: i32 = input of=local_invocation_x), so the host"
                + " cannot bind it", refusal.reason());
    }
}
