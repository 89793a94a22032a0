package org.lierne.pass.image.unnormalized;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.ImagePassRun;

final class TexelCoordinatesTest {
    private static final int D1 = 8;
    private static final int D2 = 9;
    private static final int D3 = 10;
    private static final int CUBE = 11;
    private static final int D2_ARRAY = 13;
    private static final String ID = "pass.image.unnormalized";

    private static final int UNNORMALIZED = 1 << 15;
    private static final DescriptorWords TEXELS = DescriptorWords.of(UNNORMALIZED, 0, 0, 0);
    private static final DescriptorWords NORMAL = DescriptorWords.of(0, 0, 0, 0);

    private static ImagePassRun on(DescriptorWords image) {
        return ImagePassRun.of(new TexelCoordinates(), ID, image).withSamplers(TEXELS, NORMAL);
    }

    private static ImagePassRun plane() {
        return on(ImagePassRun.image(D2, 56));
    }

    @Test
    @Rule("A-051")
    void acceptsExplicitLevelsOf1dAnd2d() {
        assertEquals(List.of("v8: i32 = image.sample coord(v4, v5) lod(v6) image=0 sampler=1 dim=d2 dmask=0x1 texels"),
                plane().rewritten("v8: i32 = image.sample coord(v4, v5) lod(v6) image=0 sampler=1 dim=d2 dmask=0x1"));
        assertEquals(List.of("v8: i32 = image.sample coord(v4, v5) image=0 sampler=1 dim=d2 dmask=0x1 lz texels"),
                plane().rewritten("v8: i32 = image.sample coord(v4, v5) image=0 sampler=1 dim=d2 dmask=0x1 lz"));
        assertEquals(List.of("v8: i32 = image.sample coord(v4) image=0 sampler=1 dim=d1 dmask=0x1 lz texels"),
                on(ImagePassRun.image(D1, 56)).rewritten("v8: i32 = image.sample coord(v4) image=0 sampler=1 dim=d1 dmask=0x1 lz"));
    }

    @Test
    @Rule("A-051")
    void acceptsANormalisedSamplerBeside() {
        String normalised = "v9: i32 = image.sample coord(v4, v5) image=0 sampler=2 dim=d2 dmask=0x1";

        List<String> body = plane().rewritten("v8: i32 = image.sample coord(v4, v5) image=0 sampler=1 dim=d2 dmask=0x1 lz\n" + normalised);

        assertEquals(normalised, body.getLast());
    }

    @ParameterizedTest
    @ValueSource(strings = {"v8: i32 = image.sample coord(v4, v5) image=0 sampler=1 dim=d2 dmask=0x1",
        "v8: i32 = image.sample coord(v4, v5) compare(v6) image=0 sampler=1 dim=d2 dmask=0x1 lz",
        "v8: i32 = image.sample coord(v4, v5) ddx(v4, v4) ddy(v4, v4) image=0 sampler=1 dim=d2 dmask=0x1",
        "v8: i32 = image.sample coord(v4, v5) bias(v6) image=0 sampler=1 dim=d2 dmask=0x1",
        "v8: i32 = image.sample coord(v4, v5) lodclamp(v6) image=0 sampler=1 dim=d2 dmask=0x1",
        "v8: i32x4 = image.gather4 coord(v4, v5) image=0 sampler=1 dim=d2 dmask=0x1 lz",
        "v8: i32 = image.get_lod coord(v4, v5) image=0 sampler=1 dim=d2 dmask=0x1"})
    @Rule("A-051")
    void refusesOtherForms(String instruction) {
        assertTrue(plane().refusal(instruction).contains("at texel coordinates"), () -> plane().refusal(instruction));
    }

    @Test
    @Rule("A-051")
    void refusesOtherImages() {
        String sample = "v8: i32 = image.sample coord(v4, v5, v6) image=0 sampler=1 dim=%s dmask=0x1 lz";

        assertTrue(on(ImagePassRun.image(D2_ARRAY, 56)).refusal(sample.formatted("d2_array")).startsWith("texel coordinates are modelled for 1D and 2D"));
        assertTrue(on(ImagePassRun.image(D3, 56)).refusal(sample.formatted("d3")).startsWith("texel coordinates are modelled for 1D and 2D"));
        assertTrue(on(ImagePassRun.image(CUBE, 56)).refusal(sample.formatted("cube")).startsWith("texel coordinates are modelled for 1D and 2D"));
        String plain = "v8: i32 = image.sample coord(v4, v5) image=0 sampler=1 dim=d2 dmask=0x1 lz";
        assertTrue(on(ImagePassRun.image(D2, 56, 0xfac, 1)).refusal(plain).startsWith("texel coordinates are modelled for images of one level"));
        assertTrue(on(ImagePassRun.image(D2, 56, 0x11fac, 0)).refusal(plain).startsWith("texel coordinates are modelled for images of one level"),
                "a view of level 1");
    }

    /** Offsets and coordinates of the rule, and all offsets over a range: the sum is exact. */
    @Test
    @Rule("A-052")
    void addsTexelOffsetsToTheCoordinates() {
        assertEquals(10.5f, moved(7.5f, 3));
        assertEquals(4.5f, moved(7.5f, -3));
        assertEquals(0.5f, moved(-2.5f, 3));
        for (int offset = -32; offset < 32; offset++) {
            for (float x = -40; x <= 40; x += 0.5f) {
                assertEquals(x + offset, moved(x, offset));
            }
        }
    }

    private static float moved(float x, int offset) {
        String instruction = "v8: i32 = image.sample coord(v4, v5) texeloffset(v2) image=0 sampler=1 dim=d2 dmask=0x1 lz";
        return Float.intBitsToFloat(plane().coordinate(instruction, 1, 0, Float.floatToRawIntBits(x), (offset & 0x3f) << 8 | 0x15));
    }
}
