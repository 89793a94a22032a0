package org.lierne.pass.image.color_compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.ImagePassRun;

final class ColorCompareTest {
    private static final int D1 = 8;
    private static final int D2 = 9;
    private static final int D3 = 10;
    private static final int CUBE = 11;
    private static final int D2_ARRAY = 13;
    private static final String ID = "pass.image.color-compare";

    private static final String SAMPLE = "v8: i32 = image.sample coord(v4, v5) compare(v6) image=0 sampler=1 dim=d2 dmask=0x1 lz";

    private static ImagePassRun on(int type, int format) {
        return ImagePassRun.of(new ColorCompare(), ID, ImagePassRun.image(type, format));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 13, 14, 15, 23, 24, 29, 36, 50, 56, 57, 64, 65, 66, 71, 77, 128, 129, 130})
    @Rule({"A-008", "C-019"})
    void isZeroForColours(int format) {
        for (String form : List.of("coord(v4, v5) compare(v6) image=0 sampler=1 dim=d2 dmask=0x1", "coord(v4, v5) compare(v6) bias(v7) image=0 "
                + "sampler=1 dim=d2 dmask=0x1", "coord(v4, v5) compare(v6) ddx(v4, v4) ddy(v5, v5) image=0 sampler=1 dim=d2 dmask=0x1",
                "coord(v4, v5) compare(v6) lod(v7) texeloffset(v0) image=0 sampler=1 dim=d2 dmask=0x1")) {
            assertEquals("00000000", on(D2, format).words("image.sample " + form, 1, null));
        }
    }

    /** All eight functions, references below, inside and above: none of it reaches the module. */
    @Test
    @Rule({"A-008", "C-019"})
    void isZeroWhateverIsComparedHow() {
        for (int function = 0; function < 8; function++) {
            for (float reference : new float[] {-0.5f, 0, 0.25f, 0.5f, 1, 1.5f}) {
                assertEquals("00000000 00000000", on(D2, 56).withSampler(function << 12, 0x500000).words(
                        "image.sample coord(v4, v5) compare(v6) image=0 sampler=1 dim=d2 dmask=0x3 lz", 2, null, 0, 0,
                        Float.floatToRawIntBits(reference)));
            }
        }
    }

    @Test
    @Rule("C-019")
    void takesArraysAndCubes() {
        String array = "image.sample coord(v4, v5, v6) compare(v7) image=0 sampler=1 dim=%s dmask=0x1 lz";

        assertEquals("00000000", on(D2_ARRAY, 56).words(array.formatted("d2_array"), 1, null));
        assertEquals("00000000", on(CUBE, 56).words(array.formatted("cube"), 1, null));
    }

    /** The descriptor's type decides: the slice of a 2D image means nothing. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, -1})
    @Rule("B-002")
    void ignoresTheSliceOfAPlane(int slice) {
        assertEquals("00000000", on(D2, 56).words("image.sample coord(v4, v5, v6) compare(v7) image=0 sampler=1 dim=d2_array dmask=0x1 lz", 1,
                null, 0, 0, Float.floatToRawIntBits(slice)));
    }

    @Test
    @Rule({"A-008", "C-019"})
    void leavesWhatComparesToTheHost() {
        assertEquals(List.of(SAMPLE), on(D2, 7).rewritten(SAMPLE));
        assertEquals(List.of(SAMPLE), on(D2, 22).rewritten(SAMPLE));
    }

    @ParameterizedTest
    @CsvSource({"3, of scaled integers", "4, of scaled integers", "5, of integers", "61, of integers",
        "30, of a format that the host does not sample", "44, of a format that the host does not sample",
        "169, of a format that the host does not sample"})
    @Rule({"A-008", "C-019"})
    void refusesOtherFormats(int format, String reason) {
        assertTrue(on(D2, format).refusal(SAMPLE).startsWith("a comparing sample " + reason), () -> on(D2, format).refusal(SAMPLE));
    }

    @Test
    @Rule("C-019")
    void refusesOtherViewsAndSamplers() {
        assertTrue(on(D1, 56).refusal("v8: i32 = image.sample coord(v4) compare(v6) image=0 sampler=1 dim=d1 dmask=0x1 lz").startsWith(
                "a comparing sample of colours is modelled for 2D images, 2D arrays and cubes"));
        assertTrue(on(D3, 56).refusal("v8: i32 = image.sample coord(v4, v5, v6) compare(v7) image=0 sampler=1 dim=d3 dmask=0x1 lz").startsWith(
                "a comparing sample of colours is modelled for 2D images, 2D arrays and cubes"));
        assertTrue(on(D2, 56).withSampler(1 << 29, 0).refusal(SAMPLE).startsWith("a comparing sample that takes a minimum"));
        assertTrue(on(D2, 56).withSampler(1 << 15, 0).refusal(SAMPLE).startsWith("a comparing sample at texel coordinates"));
    }

    /** Half-border modes, and the one that mirrors once up to the border, along either axis; all others are zero. */
    @ParameterizedTest
    @CsvSource({"0x04, 4 and 0", "0x05, 5 and 0", "0x07, 7 and 0", "0x20, 0 and 4", "0x38, 0 and 7"})
    @Rule("C-019")
    void refusesAddressModesThatHostsLack(int modes, String named) {
        assertEquals("a comparing sample with address modes %s is not modelled".formatted(named), on(D2, 56).withSampler(modes, 0).refusal(SAMPLE)
                .replaceFirst(";.*", ""));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 6})
    @Rule("C-019")
    void isZeroWithEveryOtherAddressMode(int mode) {
        assertEquals("00000000", on(D2, 56).withSampler(mode | mode << 3, 0).words("image.sample coord(v4, v5) compare(v6) image=0 sampler=1 "
                + "dim=d2 dmask=0x1", 1, null));
    }

    /** Assumed: what a sample gives, four times. */
    @Test
    void isZeroForGathersToo() {
        assertEquals("00000000 00000000 00000000 00000000", on(D2, 56).words(
                "image.gather4 coord(v4, v5) compare(v6) image=0 sampler=1 dim=d2 dmask=0x1 lz", 4, null));
    }
}
