package org.lierne.pass.image.dim_mismatch._3d_on_1d;

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

final class VolumeOnRowTest {
    private static final int D1 = 8;
    private static final String ID = "pass.image.dim-mismatch.3d-on-1d";

    private static final ImagePassRun ROW = ImagePassRun.of(new VolumeOnRow(), ID, ImagePassRun.image(D1, 56));

    private static final JavaHost.Image RAMP = new JavaHost.Image() {
        @Override
        public int width() {
            return 8;
        }

        @Override
        public int height() {
            return 1;
        }

        @Override
        public int[] texel(int x, int y) {
            return new int[] {0x100 + x, 0, 0, 0};
        }

        @Override
        public int[] outside(int x, int y) {
            return new int[4];
        }
    };

    @Test
    @Rule("B-001")
    void samplesAtTheFirstCoordinate() {
        assertEquals(List.of("v8: i32 = image.sample coord(v4) image=0 sampler=1 dim=d1 dmask=0x1 lz"),
                ROW.rewritten("v8: i32 = image.sample coord(v4, v5, v6) image=0 sampler=1 dim=d3 dmask=0x1 lz"));
        assertEquals(List.of("v8: i32 = image.sample coord(v4) image=0 sampler=1 dim=d1 dmask=0x1"),
                ROW.rewritten("v8: i32 = image.sample coord(v4, v5, v6) image=0 sampler=1 dim=d3 dmask=0x1"));
    }

    @ParameterizedTest
    @CsvSource({"3, 0, 0, 00000103", "3, 1, 0, 00000103", "3, -1, 0, 00000103", "3, 0, 1, 00000000", "3, 0, 3, 00000000", "3, 0, -1, 00000000",
        "8, 0, 0, 00000000"})
    @Rule("B-001")
    void loadsTheTexelWhereZIsZero(int x, int y, int z, String expected) {
        assertEquals(expected, ROW.words("image.load coord(v0, v1, v2) image=0 dim=d3 dmask=0x1 unorm", 1, RAMP, x, y, z));
    }

    @ParameterizedTest
    @ValueSource(strings = {"v8: i32 = image.load coord(v0, v1, v2) lod(v3) image=0 dim=d3 dmask=0x1",
        "image.store coord(v0, v1, v2) data(v0) image=0 dim=d3 dmask=0x1",
        "v8: i32 = image.atomic_add coord(v0, v1, v2) data(v0) image=0 dim=d3 dmask=0x1",
        "v8: i32 = image.sample coord(v4, v5, v6) lod(v7) image=0 sampler=1 dim=d3 dmask=0x1",
        "v8: i32 = image.sample coord(v4, v5, v6) bias(v7) image=0 sampler=1 dim=d3 dmask=0x1",
        "v8: i32 = image.sample coord(v4, v5, v6) ddx(v4, v4, v4) ddy(v4, v4, v4) image=0 sampler=1 dim=d3 dmask=0x1",
        "v8: i32 = image.sample coord(v4, v5, v6) texeloffset(v0) image=0 sampler=1 dim=d3 dmask=0x1 lz",
        "v8: i32 = image.sample coord(v4, v5, v6) compare(v7) image=0 sampler=1 dim=d3 dmask=0x1 lz",
        "v8: i32x4 = image.gather4 coord(v4, v5, v6) image=0 sampler=1 dim=d3 dmask=0x1", "v8: i32 = image.resinfo lod(v0) image=0 dim=d3 dmask=0x1",
        "v8: i32 = image.get_lod coord(v4, v5, v6) image=0 sampler=1 dim=d3 dmask=0x1"})
    @Rule("B-001")
    void refusesOtherForms(String instruction) {
        assertTrue(ROW.refusal(instruction).startsWith("3D access through 1D T#: "), () -> ROW.refusal(instruction));
    }
}
