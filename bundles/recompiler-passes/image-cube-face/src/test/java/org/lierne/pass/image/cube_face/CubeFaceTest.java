package org.lierne.pass.image.cube_face;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.ImagePassRun;

final class CubeFaceTest {
    private static final String ID = "pass.image.cube-face";
    /** The title's own descriptor of rule C-063. */
    private static final int[] TITLE_CUBE = {0x209a6200, 0xc4700000, 0x003fc03f, 0xb1b00fac, 0x00000005, 0x00700080, 0x007b0000, 0x00209aa4};

    private static ImagePassRun on(int... words) {
        return ImagePassRun.of(new CubeFace(), ID, DescriptorWords.of(words));
    }

    @Test
    @Rule({"C-062", "C-063"})
    void storesToTheFaceTheDescriptorStartsAt() {
        assertEquals(List.of("image.store coord(v0, v1, 0x0:i32) data(v2) image=0 dim=d2_array dmask=0x1 unorm"),
                on(TITLE_CUBE).rewritten("image.store coord(v0, v1) data(v2) image=0 dim=d2 dmask=0x1 unorm"));
    }

    @Test
    @Rule("A-050")
    void loadsTheTexelOfTheFace() {
        assertEquals(List.of("v8: i32 = image.load coord(v0, v1, 0x0:i32) image=0 dim=d2_array dmask=0x1 unorm"),
                on(TITLE_CUBE).rewritten("v8: i32 = image.load coord(v0, v1) image=0 dim=d2 dmask=0x1 unorm"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"image=0 sampler=1 dim=%s dmask=0x1 lz", "image=0 sampler=1 dim=%s dmask=0x1",
        "lod(v6) image=0 sampler=1 dim=%s dmask=0x1"})
    @Rule("A-050")
    void samplesFromOneToTwo(String form) {
        assertEquals(List.of("v9: f32 = fadd v4, 0xbf800000:f32", "v10: f32 = fadd v5, 0xbf800000:f32",
                "v8: i32 = image.sample coord(v9, v10, 0x0:f32) " + form.formatted("d2_array")),
                on(TITLE_CUBE).rewritten("v8: i32 = image.sample coord(v4, v5) " + form.formatted("d2")));
    }

    /** The coordinates lose their 1, the derivatives go on as they are: nothing is subtracted from them. */
    @Test
    @Rule("A-053")
    void passesDerivativesOfACubeOn() {
        assertEquals(List.of("v9: f32 = fadd v4, 0xbf800000:f32", "v10: f32 = fadd v5, 0xbf800000:f32",
                "v8: i32 = image.sample coord(v9, v10, v6) ddx(v7, v4) ddy(v5, v6) image=0 sampler=1 dim=d2_array dmask=0x1"),
                on(TITLE_CUBE).rewritten("v8: i32 = image.sample coord(v4, v5, v6) ddx(v7, v4) ddy(v5, v6) image=0 sampler=1 dim=cube dmask=0x1"));
    }

    /** Faces of an array of cubes are counted by eights, its slices by sixes: face 11 is slice 9. */
    @Test
    @Rule("A-053")
    void findsTheFaceInAnArrayOfCubes() {
        int[] array = TITLE_CUBE.clone();
        array[4] = 11;

        int layer = on(array).coordinate("v8: i32 = image.sample coord(v4, v5, v6) ddx(v7, v4) ddy(v5, v6) image=0 sampler=1 dim=cube dmask=0x1",
                2, 0, 0, Float.floatToRawIntBits(11));

        assertEquals(9f, Float.intBitsToFloat(layer));
    }

    @Test
    void leavesAPlain2dImageAndPlainCubeSamplesAlone() {
        int[] plain = TITLE_CUBE.clone();
        plain[3] = 0x91b00fac;
        String load = "v8: i32 = image.load coord(v0, v1) image=0 dim=d2 dmask=0x1 unorm";
        String cube = "v8: i32 = image.sample coord(v4, v5, v6) image=0 sampler=1 dim=cube dmask=0x1 lz";

        assertEquals(List.of(load), on(plain).rewritten(load));
        assertEquals(List.of(cube), on(TITLE_CUBE).rewritten(cube));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "image.store coord(v0, v0) lod(0x1:i32) data(v0) image=0 dim=d2 dmask=0x1",
        "v8: i32 = image.load coord(v0, v0) lod(0x1:i32) image=0 dim=d2 dmask=0x1",
        "v8: i32 = image.atomic_add coord(v0, v0) data(v0) image=0 dim=d2 dmask=0x1",
        "v8: i32x4 = image.gather4 coord(v4, v4) image=0 sampler=1 dim=d2 dmask=0x1",
        "v8: i32 = image.sample coord(v4, v4) bias(v4) image=0 sampler=1 dim=d2 dmask=0x1",
        "v8: i32 = image.sample coord(v4, v4) compare(v4) image=0 sampler=1 dim=d2 dmask=0x1",
        "v8: i32 = image.sample coord(v4, v4) texeloffset(v0) image=0 sampler=1 dim=d2 dmask=0x1",
        "v8: i32 = image.sample ddx(v4, v4) ddy(v4, v4) coord(v4, v4) image=0 sampler=1 dim=d2 dmask=0x1"})
    @Rule({"A-050", "C-062", "C-063"})
    void refusesWhatWasNotMeasured(String instruction) {
        String refusal = on(TITLE_CUBE).refusal(instruction);

        assertTrue(refusal.endsWith("the image is a cube, format 71 (FLOAT), selects 0xfac, words 209a6200 c4700000 003fc03f b1b00fac 00000005"
                + " 00700080 007b0000 00209aa4"), refusal);
    }

    @Test
    @Rule("C-062")
    void refusesAStoreToAnImageThatIsRead() {
        assertTrue(on(TITLE_CUBE).refusal("image.store coord(v0, v1) data(v2) image=0 dim=d2 dmask=0x1\n"
                + "v8: i32 = image.load coord(v0, v1) image=0 dim=d2 dmask=0x1").contains("that the program also reads"));
    }

    @Test
    @Rule("C-062")
    void refusesAStoreThatConverts() {
        int[] signed = TITLE_CUBE.clone();
        signed[1] = 0xc1500000;

        assertTrue(on(signed).refusal("image.store coord(v0, v1) data(v2) image=0 dim=d2 dmask=0x1").contains("in a format that converts"));
    }
}
