package org.lierne.pass.image.dim_mismatch._3d_on_2d;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.ImagePassRun;
import org.lierne.testing.passes.JavaHost;

final class VolumeOnPlaneTest {
    private static final int D2 = 9;
    private static final int D2_ARRAY = 13;
    private static final String ID = "pass.image.dim-mismatch.3d-on-2d";

    private static final ImagePassRun PLANE = ImagePassRun.of(new VolumeOnPlane(), ID, ImagePassRun.image(D2, 22, 0xfac, 2));
    private static final ImagePassRun ARRAY = PLANE.with(ImagePassRun.image(D2_ARRAY, 22));

    /** 4 by 4 texels, 3 levels; every texel tells its level and place. */
    private static final JavaHost.Image TEXELS = new JavaHost.Image() {
        @Override
        public int width() {
            return 4;
        }

        @Override
        public int height() {
            return 4;
        }

        @Override
        public int levels() {
            return 3;
        }

        @Override
        public int[] texel(int x, int y) {
            return texel(x, y, 0, 0);
        }

        @Override
        public int[] texel(int x, int y, int layer, int level) {
            return new int[] {level << 8 | y << 4 | x, layer, 0, 0};
        }

        @Override
        public int[] outside(int x, int y) {
            return new int[4];
        }
    };

    @Test
    @Rule("A-048")
    void samplesThePlaneOrTheLayer() {
        String sample = "v8: i32 = image.sample coord(v4, v5, v6) image=0 sampler=1 dim=d3 dmask=0x1 lz";

        assertEquals(List.of("v8: i32 = image.sample coord(v4, v5) image=0 sampler=1 dim=d2 dmask=0x1 lz"), PLANE.rewritten(sample));
        assertEquals(List.of(sample.replace("d3", "d2_array")), ARRAY.rewritten(sample));
    }

    @ParameterizedTest
    @CsvSource({"1, 2, 0, 00000021", "1, 2, 1, 00000000", "1, 2, -1, 00000000", "4, 0, 0, 00000000"})
    @Rule("A-048")
    void loadsFromAPlaneWhereZIsZero(int x, int y, int z, String expected) {
        assertEquals(expected, PLANE.words("image.load coord(v0, v1, v2) image=0 dim=d3 dmask=0x1 unorm", 1, TEXELS, x, y, z));
    }

    @ParameterizedTest
    @CsvSource({"0, 00000110", "1, 00000000"})
    @Rule("A-048")
    void loadsLevelsToo(int z, String expected) {
        assertEquals(expected, PLANE.words("image.load coord(v0, v1, v2) lod(0x1:i32) image=0 dim=d3 dmask=0x1 unorm", 1, TEXELS, 0, 1, z));
    }

    @Test
    @Rule("A-048")
    void takesZForTheLayerOfAnArray() {
        assertEquals(List.of("v8: i32 = image.load coord(v0, v1, v2) lod(v3) image=0 dim=d2_array dmask=0x1"),
                ARRAY.rewritten("v8: i32 = image.load coord(v0, v1, v2) lod(v3) image=0 dim=d3 dmask=0x1"));
    }

    @Test
    @Rule("A-048")
    void tellsThePlanesOwnSize() {
        String size = "image.resinfo lod(0x0:i32) image=0 dim=d3 dmask=0xf";

        assertEquals("00000004 00000004 00000001 00000003", PLANE.words(size, 4, TEXELS));
        assertEquals(List.of("v8: i32x4 = " + size.replace("d3", "d2_array")), ARRAY.rewritten("v8: i32x4 = " + size));
    }

    @ParameterizedTest
    @ValueSource(strings = {"image.store coord(v0, v1, v2) data(v0) image=0 dim=d3 dmask=0x1",
        "v8: i32x4 = image.gather4 coord(v4, v5, v6) image=0 sampler=1 dim=d3 dmask=0x1",
        "v8: i32 = image.get_lod coord(v4, v5, v6) image=0 sampler=1 dim=d3 dmask=0x1",
        "v8: i32 = image.sample coord(v4, v5, v6) image=0 sampler=1 dim=d3 dmask=0x1",
        "v8: i32 = image.sample coord(v4, v5, v6) lod(v7) image=0 sampler=1 dim=d3 dmask=0x1",
        "v8: i32 = image.sample coord(v4, v5, v6) bias(v7) image=0 sampler=1 dim=d3 dmask=0x1",
        "v8: i32 = image.sample coord(v4, v5, v6) ddx(v4, v4, v4) ddy(v4, v4, v4) image=0 sampler=1 dim=d3 dmask=0x1",
        "v8: i32 = image.sample coord(v4, v5, v6) texeloffset(v0) image=0 sampler=1 dim=d3 dmask=0x1 lz",
        "v8: i32 = image.sample coord(v4, v5, v6) compare(v7) image=0 sampler=1 dim=d3 dmask=0x1 lz"})
    @Rule("A-048")
    void refusesOtherForms(String instruction) {
        assertTrue(PLANE.refusal(instruction).contains("of a 2D image"), () -> PLANE.refusal(instruction));
        assertTrue(ARRAY.refusal(instruction).contains("of a 2D image"), () -> ARRAY.refusal(instruction));
    }
}
