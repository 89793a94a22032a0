package org.lierne.pass.image.cube_face;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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

final class CubeFaceTest {
    /** The title's own descriptor of rule C-063. */
    private static final int[] TITLE_CUBE = {0x209a6200, 0xc4700000, 0x003fc03f, 0xb1b00fac, 0x00000005, 0x00700080, 0x007b0000, 0x00209aa4};

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
            return new TranslationRefused(ShaderStage.COMPUTE, "test", pc.byteOffset(), "image_store", reason, "pass.image.cube-face");
        }
    }

    private static final String HEAD = """
            module compute wave=32
            resource 0 image %s pc=0x0000 path(ud0, ud1, ud2, ud3, ud4, ud5, ud6, ud7)
            resource 1 sampler read pc=0x0000 path(ud8, ud9, ud10, ud11)
            block b0
              v0: i32 = user_data dword=12
              v1: f32 = bitcast v0
            """;

    private static String instruction(IrModule module, String name) {
        return IrText.print(module).lines().filter(line -> line.contains(name)).findFirst().orElse("").strip()
                .replaceAll(" +; pc=.*", "");
    }

    private static IrModule run(String access, String instruction, int... words) {
        IrModule module = IrText.parse(HEAD.formatted(access) + "  " + instruction + "\n  return\n");
        boolean changed = new CubeFace().run(module, new Context(DescriptorWords.of(words)));
        assertTrue(changed);
        return module;
    }

    @Test
    @Rule({"C-062", "C-063"})
    void storesToTheFaceTheDescriptorStartsAt() {
        IrModule module = run("written", "image.store coord(v0, v0) data(v0) image=0 dim=d2 dmask=0x1 unorm", TITLE_CUBE);

        assertEquals("image.store coord(v0, v0, 0x0:i32) data(v0) image=0 dim=d2_array dmask=0x1 unorm",
                instruction(module, "image.store"));
    }

    @Test
    @Rule("A-050")
    void loadsTheTexelOfTheFace() {
        IrModule module = run("read", "v2: i32 = image.load coord(v0, v0) image=0 dim=d2 dmask=0x1 unorm", TITLE_CUBE);

        assertEquals("v2: i32 = image.load coord(v0, v0, 0x0:i32) image=0 dim=d2_array dmask=0x1 unorm",
                instruction(module, "image.load"));
    }

    @Test
    @Rule("A-050")
    void samplesFromOneToTwo() {
        IrModule module = run("read", "v2: i32 = image.sample coord(v1, v1) image=0 sampler=1 dim=d2 dmask=0x1 lz", TITLE_CUBE);

        assertEquals("v2: i32 = image.sample coord(v3, v4, 0x0:f32) image=0 sampler=1 dim=d2_array dmask=0x1 lz",
                instruction(module, "image.sample"));
        assertEquals("v3: f32 = fadd v1, 0xbf800000:f32", instruction(module, "v3: f32"));
    }

    @Test
    void leavesAPlain2dImageAlone() {
        int[] plain = TITLE_CUBE.clone();
        plain[3] = 0x91b00fac;
        IrModule module = IrText.parse(HEAD.formatted("read")
                + "  v2: i32 = image.load coord(v0, v0) image=0 dim=d2 dmask=0x1\n  return\n");

        boolean changed = new CubeFace().run(module, new Context(DescriptorWords.of(plain)));

        assertFalse(changed);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "image.store coord(v0, v0) lod(0x1:i32) data(v0) image=0 dim=d2 dmask=0x1",
        "v2: i32 = image.atomic_add coord(v0, v0) data(v0) image=0 dim=d2 dmask=0x1",
        "v2: i32x4 = image.gather4 coord(v1, v1) image=0 sampler=1 dim=d2 dmask=0x1",
        "v2: i32 = image.sample coord(v1, v1) bias(v1) image=0 sampler=1 dim=d2 dmask=0x1",
        "v2: i32 = image.sample coord(v1, v1) compare(v1) image=0 sampler=1 dim=d2 dmask=0x1",
        "v2: i32 = image.sample coord(v1, v1) texeloffset(v0) image=0 sampler=1 dim=d2 dmask=0x1",
        "v2: i32 = image.sample ddx(v1, v1) ddy(v1, v1) coord(v1, v1) image=0 sampler=1 dim=d2 dmask=0x1"})
    @Rule({"A-050", "C-062"})
    void refusesWhatWasNotMeasured(String instruction) {
        IrModule module = IrText.parse(HEAD.formatted("written") + "  " + instruction + "\n  return\n");

        TranslationRefused refusal = assertThrows(TranslationRefused.class,
                () -> new CubeFace().run(module, new Context(DescriptorWords.of(TITLE_CUBE))));

        assertTrue(refusal.reason().endsWith("the descriptor is a cube, format 71, words 209a6200 c4700000 003fc03f b1b00fac 00000005"
                + " 00700080 007b0000 00209aa4"), refusal.reason());
    }

    @Test
    @Rule("C-062")
    void refusesAStoreToAnImageThatIsRead() {
        IrModule module = IrText.parse(HEAD.formatted("read written")
                + "  image.store coord(v0, v0) data(v0) image=0 dim=d2 dmask=0x1\n  return\n");

        assertThrows(TranslationRefused.class, () -> new CubeFace().run(module, new Context(DescriptorWords.of(TITLE_CUBE))));
    }

    @Test
    @Rule("C-062")
    void refusesAStoreThatConverts() {
        int[] signed = TITLE_CUBE.clone();
        signed[1] = 0xc1500000;
        IrModule module = IrText.parse(HEAD.formatted("written")
                + "  image.store coord(v0, v0) data(v0) image=0 dim=d2 dmask=0x1\n  return\n");

        assertThrows(TranslationRefused.class, () -> new CubeFace().run(module, new Context(DescriptorWords.of(signed))));
    }
}
