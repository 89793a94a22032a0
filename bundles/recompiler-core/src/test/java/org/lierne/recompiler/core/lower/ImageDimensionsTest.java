package org.lierne.recompiler.core.lower;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslationRefused;
import org.lierne.testing.Rule;

final class ImageDimensionsTest {
    private record Context(DescriptorWords words) implements PassContext {
        @Override
        public ShaderProgram program() {
            return new ShaderProgram(ShaderStage.COMPUTE, 32, new int[] {0xbf810000}, 0, 0, new StageState(
                    new FloatMode(0xc0, true, false, false), List.of(), 0, 0, new StageState.Compute(8, 8, 1)));
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
        public @Nullable DescriptorWords descriptor(int resource) {
            return words;
        }

        @Override
        public void acted(Pc pc, String what) {
        }

        @Override
        public TranslationRefused refuse(Pc pc, String reason) {
            return new TranslationRefused(ShaderStage.COMPUTE, "test", pc.byteOffset(), "", reason, null);
        }
    }

    private static IrModule store(String dim, String coordinates) {
        IrModule module = IrText.parse("""
                module compute wave=32
                resource 0 image written pc=0x0010 path(ud0, ud1, ud2, ud3, ud4, ud5, ud6, ud7)
                block b0
                  v0: i32 = user_data dword=12
                  image.store coord(%s) data(v0) image=0 dim=%s dmask=0xf unorm ; pc=0x0010
                  return
                """.formatted(coordinates, dim));
        module.noteAssembly(new Pc(0x10), "image_store v[0:3], v[4:5], s[0:7] dmask:0xf dim:SQ_RSRC_IMG_2D unorm");
        return module;
    }

    /** As a variant sees the descriptor of rule C-063: address and sizes masked away. */
    private static final DescriptorWords CUBE = DescriptorWords.of(0, 0x04700000, 0, 0xb0000fac, 5, 0, 0, 0);

    @Test
    @Rule("C-063")
    void refusesAStoreThroughACubeWithoutTheFaceModeByNameAndPlace() {
        TranslationRefused refusal = assertThrows(TranslationRefused.class,
                () -> new ImageDimensions().run(store("d2", "v0, v0"), new Context(CUBE)));

        assertEquals("pass.image.cube-face", refusal.pluginId());
        assertEquals(0x10, refusal.pc());
        assertTrue(refusal.instruction().startsWith("image_store"), refusal.instruction());
        assertTrue(refusal.reason().startsWith("a dim:d2 access of a descriptor of type 11 (cube, format 71 (FLOAT)"), refusal.reason());
    }

    @Test
    void takesTheCubeSeenAsAnArray() {
        assertDoesNotThrow(() -> new ImageDimensions().run(store("d2_array", "v0, v0, 0x0:i32"), new Context(CUBE)));
    }

    @Test
    void takesA2dImageAndAsksNothingOfANullDescriptor() {
        DescriptorWords plain = DescriptorWords.of(0, 0x04700000, 0, 0x90000fac, 0, 0, 0, 0);

        assertDoesNotThrow(() -> new ImageDimensions().run(store("d2", "v0, v0"), new Context(plain)));
        assertDoesNotThrow(() -> new ImageDimensions().run(store("d2", "v0, v0"),
                new Context(DescriptorWords.of(0, 0, 0, 0, 0, 0, 0, 0))));
    }
}
