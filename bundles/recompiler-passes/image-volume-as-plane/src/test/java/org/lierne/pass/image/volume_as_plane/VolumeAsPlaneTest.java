package org.lierne.pass.image.volume_as_plane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.ImagePassRun;

final class VolumeAsPlaneTest {
    private static final int D3 = 10;
    private static final String ID = "pass.image.volume-as-plane";

    private static final String BIASED = "v8: i32 = image.sample coord(v4, v5) bias(v6) image=0 sampler=1 dim=d2 dmask=0x1";
    private static final ImagePassRun VOLUME = ImagePassRun.of(new VolumeAsPlane(), ID, ImagePassRun.image(D3, 20)).inPixelStage();

    @Test
    @Rule("C-035")
    void samplesTheOneSliceAndKeepsTheBias() {
        assertEquals(List.of("v8: i32 = image.sample coord(v4, v5, 0x0:f32) bias(v6) image=0 sampler=1 dim=d3 dmask=0x1"),
                VOLUME.rewritten(BIASED));
    }

    /** Minimum and maximum of point samples, border addressing along z: the rule's title sampler. */
    @Test
    @Rule("C-035")
    void takesReductionsAndAnyAddressingAlongZ() {
        assertEquals(1, VOLUME.withSampler(1 << 29 | 6 << 6, 0).rewritten(BIASED).size());
        assertEquals(1, VOLUME.withSampler(2 << 29, 1 << 26).rewritten(BIASED).size());
    }

    @Test
    @Rule("C-035")
    void refusesOtherImages() {
        DescriptorWords twoSlices = DescriptorWords.of(0, 20 << 20, 0, 0xa0000fac, 1, 0, 0, 0);

        assertTrue(VOLUME.with(twoSlices).refusal(BIASED).startsWith("a 2D sample of a 3D image of several slices"));
        assertTrue(VOLUME.with(ImagePassRun.image(D3, 20, 0xfac, 2)).refusal(BIASED).startsWith("a 2D sample of a 3D image with other levels"));
    }

    @Test
    @Rule("C-035")
    void refusesOtherStagesAndSamplers() {
        assertTrue(ImagePassRun.of(new VolumeAsPlane(), ID, ImagePassRun.image(D3, 20)).refusal(BIASED)
                .startsWith("a biased 2D sample of a 3D image is modelled in the pixel stage alone"));
        assertTrue(VOLUME.withSampler(1 << 15, 0).refusal(BIASED).startsWith("a 2D sample of a 3D image at texel coordinates"));
        for (int filters : new int[] {1 << 20, 1 << 22, 2 << 20, 3 << 22, 2 << 26}) {
            assertTrue(VOLUME.withSampler(0, filters).refusal(BIASED).startsWith("a 2D sample of a 3D image with a linear or anisotropic"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"v8: i32 = image.sample coord(v4, v5) image=0 sampler=1 dim=d2 dmask=0x1",
        "v8: i32 = image.sample coord(v4, v5) bias(v6) compare(v7) image=0 sampler=1 dim=d2 dmask=0x1",
        "v8: i32 = image.sample coord(v4, v5) bias(v6) image=0 sampler=1 dim=d2 dmask=0x1 d16",
        "v8: i32 = image.sample coord(v4, v5) bias(v6) image=0 sampler=1 dim=d2 dmask=0x1 a16",
        "v8: i32 = image.load coord(v0, v1) image=0 dim=d2 dmask=0x1", BIASED + "\nv9: i32 = image.load coord(v0, v1, v2) image=0 dim=d3 dmask=0x1"})
    @Rule("C-035")
    void refusesOtherForms(String instructions) {
        assertTrue(VOLUME.refusal(instructions).startsWith("a 3D image is sampled as 2D only where all its accesses are plain biased samples"));
    }
}
