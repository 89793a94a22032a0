package org.lierne.pass.image.dim_mismatch._2darray_on_3d;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.ImagePassRun;

final class ArrayOnVolumeTest {
    private static final int D3 = 10;
    private static final String ID = "pass.image.dim-mismatch.2darray-on-3d";

    private static final ImagePassRun VOLUME = ImagePassRun.of(new ArrayOnVolume(), ID, ImagePassRun.image(D3, 22));

    @ParameterizedTest
    @ValueSource(strings = {"image.sample coord(v4, v5, v6) image=0 sampler=1 dim=d2_array dmask=0x1",
        "image.sample coord(v4, v5, v6) lod(v7) image=0 sampler=1 dim=d2_array dmask=0x1",
        "image.sample coord(v4, v5, v6) image=0 sampler=1 dim=d2_array dmask=0x1 lz"})
    @Rule("A-049")
    void samplesTheVolume(String sample) {
        assertEquals(List.of("v8: i32 = " + sample.replace("d2_array", "d3")), VOLUME.rewritten("v8: i32 = " + sample));
    }

    @ParameterizedTest
    @ValueSource(strings = {"v8: i32 = image.sample coord(v4, v5, v6) ddx(v4, v4) ddy(v4, v4) image=0 sampler=1 dim=d2_array dmask=0x1",
        "v8: i32 = image.sample coord(v4, v5, v6) bias(v7) image=0 sampler=1 dim=d2_array dmask=0x1",
        "v8: i32 = image.sample coord(v4, v5, v6) texeloffset(v0) image=0 sampler=1 dim=d2_array dmask=0x1",
        "v8: i32 = image.sample coord(v4, v5, v6) lodclamp(v7) image=0 sampler=1 dim=d2_array dmask=0x1",
        "v8: i32 = image.sample coord(v4, v5, v6) compare(v7) image=0 sampler=1 dim=d2_array dmask=0x1",
        "v8: i32 = image.sample coord(v4, v5, v6) image=0 sampler=1 dim=d2_array dmask=0x1 a16",
        "v8: i32 = image.get_lod coord(v4, v5, v6) image=0 sampler=1 dim=d2_array dmask=0x1",
        "v8: i32x4 = image.gather4 coord(v4, v5, v6) image=0 sampler=1 dim=d2_array dmask=0x1",
        "v8: i32 = image.load coord(v0, v1, v2) image=0 dim=d2_array dmask=0x1",
        "v8: i32 = image.sample coord(v4, v5, v6) image=0 sampler=1 dim=d2_array dmask=0x1\n"
                + "v9: i32 = image.load coord(v0, v1, v2) image=0 dim=d3 dmask=0x1"})
    @Rule("A-049")
    void refusesOtherForms(String instructions) {
        assertTrue(VOLUME.refusal(instructions).contains("3D image"), () -> VOLUME.refusal(instructions));
    }
}
