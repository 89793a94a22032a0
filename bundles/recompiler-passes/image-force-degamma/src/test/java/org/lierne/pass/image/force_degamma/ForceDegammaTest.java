package org.lierne.pass.image.force_degamma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.ImagePassRun;

final class ForceDegammaTest {
    private static final int D2 = 9;
    private static final int D3 = 10;
    private static final String ID = "pass.image.force-degamma";

    private static final int DEGAMMA = 1 << 20;
    private static final DescriptorWords ASKS = DescriptorWords.of(DEGAMMA, 0, 0, 0);
    private static final DescriptorWords DOES_NOT = DescriptorWords.of(0, 0, 0, 0);
    private static final String BIASED = "v8: i32x4 = image.sample coord(v4, v5) bias(v6) image=0 sampler=1 dim=d2 dmask=0xf";

    private static ImagePassRun on(int type, int format) {
        return ImagePassRun.of(new ForceDegamma(), ID, ImagePassRun.image(type, format)).inPixelStage().withSamplers(ASKS, DOES_NOT);
    }

    @Test
    @Rule("C-036")
    void samplesTheTexelsAsSrgb() {
        List<String> body = on(D2, 60).rewritten(BIASED);

        assertTrue(body.getFirst().endsWith("image.sample coord(v4, v5) bias(v6) image=0 sampler=1 dim=d2 dmask=0xf format=130"), body.toString());
        assertTrue(on(D3, 60).rewritten(BIASED.replace("v5)", "v5, v7)").replace("d2", "d3")).getFirst().contains("dim=d3 dmask=0xf format=130"));
    }

    /** The view is unselected, so the pass selects: x, w, 1, 0. */
    @Test
    @Rule("C-036")
    void selectsTheDecodedChannels() {
        ImagePassRun swapped = on(D2, 60).with(ImagePassRun.image(D2, 60, 4 | 7 << 3 | 1 << 6, 0));

        assertTrue(swapped.rewritten(BIASED).getLast().matches("v8: i32x4 = construct v\\d+, v\\d+, 0x3f800000:i32, 0x0:i32"),
                () -> swapped.rewritten(BIASED).toString());
    }

    @Test
    @Rule("C-036")
    void leavesIntegersWithoutTheBitAlone() {
        assertEquals(List.of(BIASED), on(D2, 60).withSampler(0, 0).rewritten(BIASED));
    }

    @Test
    @Rule("C-036")
    void refusesMixedSamplers() {
        String both = BIASED + "\nv9: i32x4 = image.sample coord(v4, v5) bias(v6) image=0 sampler=2 dim=d2 dmask=0xf";

        assertTrue(on(D2, 60).refusal(both).startsWith("the image is sampled with FORCE_DEGAMMA and without it"));
        assertTrue(on(D2, 60).withSamplers(DOES_NOT, ASKS).refusal(both).startsWith("the image is sampled with FORCE_DEGAMMA and without it"));
    }

    @Test
    @Rule("C-036")
    void refusesOtherFormatsStagesAndImages() {
        for (int format : new int[] {5, 61, 69, 56}) {
            assertTrue(on(D2, format).refusal(BIASED).startsWith("FORCE_DEGAMMA is measured for 8_8_8_8_UINT"));
        }
        assertTrue(ImagePassRun.of(new ForceDegamma(), ID, ImagePassRun.image(D2, 60)).withSampler(DEGAMMA, 0).refusal(BIASED).startsWith(
                "FORCE_DEGAMMA is modelled where the image's only accesses are plain biased samples in the pixel stage"));
        assertTrue(on(D2, 60).with(ImagePassRun.image(D2, 60, 0xfac, 1)).refusal(BIASED).startsWith("FORCE_DEGAMMA is modelled for images of one slice"));
        assertTrue(on(D2, 60).withSampler(DEGAMMA, 1 << 20).refusal(BIASED).startsWith("FORCE_DEGAMMA is modelled for point samples"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"v9: i32 = image.load coord(v0, v1) image=0 dim=d2 dmask=0x1",
        "v9: i32 = image.sample coord(v4, v5) image=0 sampler=1 dim=d2 dmask=0x1 lz"})
    @Rule("C-036")
    void refusesOtherAccessesOfTheImage(String other) {
        assertTrue(on(D2, 60).refusal(BIASED + "\n" + other).startsWith("FORCE_DEGAMMA is modelled where the image's only accesses"));
    }
}
