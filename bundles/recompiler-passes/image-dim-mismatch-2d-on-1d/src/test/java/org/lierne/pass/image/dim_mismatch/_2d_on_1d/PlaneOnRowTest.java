package org.lierne.pass.image.dim_mismatch._2d_on_1d;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.ImagePassRun;

final class PlaneOnRowTest {
    private static final int D1 = 8;
    private static final int D2 = 9;
    private static final String ID = "pass.image.dim-mismatch.2d-on-1d";

    private static ImagePassRun on(int format) {
        return ImagePassRun.of(new PlaneOnRow(), ID, ImagePassRun.image(D1, format));
    }

    @Test
    @Rule("A-046")
    void storesAtTheFirstCoordinate() {
        assertEquals(List.of("image.store coord(v0) data(v2) image=0 dim=d1 dmask=0x1 unorm"),
                on(20).rewritten("image.store coord(v0, v1) data(v2) image=0 dim=d2 dmask=0x1 unorm"));
    }

    @ParameterizedTest
    @CsvSource({"image.load coord(v0^ v1) image=0 dim=d2 dmask=0x1 unorm, image.load coord(v0) image=0 dim=d1 dmask=0x1 unorm",
        "image.sample coord(v4^ v5) image=0 sampler=1 dim=d2 dmask=0x1 lz, image.sample coord(v4) image=0 sampler=1 dim=d1 dmask=0x1 lz",
        "image.sample coord(v4^ v5) image=0 sampler=1 dim=d2 dmask=0x1, image.sample coord(v4) image=0 sampler=1 dim=d1 dmask=0x1",
        "image.sample coord(v4^ v5) lod(v6) image=0 sampler=1 dim=d2 dmask=0x1, "
                + "image.sample coord(v4) lod(v6) image=0 sampler=1 dim=d1 dmask=0x1",
        "image.sample coord(v4^ v5) compare(v6) image=0 sampler=1 dim=d2 dmask=0x1 lz, "
                + "image.sample coord(v4) compare(v6) image=0 sampler=1 dim=d1 dmask=0x1 lz",
        "image.sample coord(v4^ v5) compare(v6) image=0 sampler=1 dim=d2 dmask=0x1, "
                + "image.sample coord(v4) compare(v6) image=0 sampler=1 dim=d1 dmask=0x1",
        "image.sample coord(v4^ v5^ v6) image=0 sampler=1 dim=d2_array dmask=0x1 lz, "
                + "image.sample coord(v4) image=0 sampler=1 dim=d1 dmask=0x1 lz",
        "image.sample coord(v4^ v5^ v6) lod(v7) image=0 sampler=1 dim=d2_array dmask=0x1, "
                + "image.sample coord(v4) lod(v7) image=0 sampler=1 dim=d1 dmask=0x1"})
    @Rule("A-070")
    void readsAtTheFirstCoordinate(String instruction, String expected) {
        assertEquals(List.of("v8: i32 = " + expected), on(22).rewritten("v8: i32 = " + instruction.replace('^', ',')));
    }

    @ParameterizedTest
    @ValueSource(strings = {"image.store coord(v0, v1) lod(v2) data(v0) image=0 dim=d2 dmask=0x1",
        "v8: i32 = image.atomic_add coord(v0, v1) data(v0) image=0 dim=d2 dmask=0x1",
        "v8: i32 = image.load coord(v0, v1) image=0 dim=d2 dmask=0x1\nimage.store coord(v0, v1) data(v0) image=0 dim=d2 dmask=0x1"})
    @Rule("A-046")
    void refusesOtherStorage(String instruction) {
        assertTrue(on(20).refusal(instruction).contains("1D image"), () -> on(20).refusal(instruction));
    }

    @ParameterizedTest
    @ValueSource(strings = {"v8: i32 = image.load coord(v0, v1, v2) image=0 dim=d2_array dmask=0x1",
        "v8: i32 = image.sample coord(v4, v5, v6) image=0 sampler=1 dim=d2_array dmask=0x1",
        "v8: i32 = image.sample coord(v4, v5, v6) compare(v7) image=0 sampler=1 dim=d2_array dmask=0x1 lz",
        "image.store coord(v0, v1, v2) data(v0) image=0 dim=d2_array dmask=0x1",
        "v8: i32x2 = image.load_by2 coord(v0, v1) image=0 dim=d2 dmask=0x3", "v8: i32 = image.load_pck2 coord(v0, v1) image=0 dim=d2 dmask=0x1",
        "v8: i32 = image.load coord(v0, v1) lod(v2) image=0 dim=d2 dmask=0x1",
        "v8: i32 = image.sample coord(v4, v5) compare(v6) lod(v7) image=0 sampler=1 dim=d2 dmask=0x1",
        "v8: i32 = image.sample coord(v4, v5) bias(v6) image=0 sampler=1 dim=d2 dmask=0x1",
        "v8: i32 = image.sample coord(v4, v5) ddx(v6, v6) ddy(v7, v7) image=0 sampler=1 dim=d2 dmask=0x1",
        "v8: i32 = image.sample coord(v4, v5) texeloffset(v0) image=0 sampler=1 dim=d2 dmask=0x1 lz",
        "v8: i32x4 = image.gather4 coord(v4, v5) image=0 sampler=1 dim=d2 dmask=0x1"})
    @Rule("A-070")
    void refusesOtherReads(String instruction) {
        assertTrue(on(22).refusal(instruction).contains("1D image"), () -> on(22).refusal(instruction));
    }

    @Test
    @Rule("A-070")
    void refusesComparisonsOfColours() {
        String refusal = on(56).refusal("v8: i32 = image.sample coord(v4, v5) compare(v6) image=0 sampler=1 dim=d2 dmask=0x1 lz");

        assertTrue(refusal.startsWith("a comparing 2D sample of a 1D image of colours"), refusal);
    }

    @Test
    void leavesImagesWithRowsAlone() {
        String load = "v8: i32 = image.load coord(v0, v1) image=0 dim=d2 dmask=0x1 unorm";

        assertEquals(List.of(load), ImagePassRun.of(new PlaneOnRow(), ID, ImagePassRun.image(D2, 22)).rewritten(load));
    }
}
