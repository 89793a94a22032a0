package org.lierne.pass.image.converted_unorm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.ImagePassRun;
import org.lierne.testing.passes.JavaHost;

final class ConvertedUnormTest {
    private static final int D2 = 9;
    private static final int D3 = 10;
    private static final String ID = "pass.image.converted-unorm";

    private static final int FORMAT = 30;
    /** Selects x, y, z, 1. */
    private static final int XYZ1 = 4 | 5 << 3 | 6 << 6 | 1 << 9;
    private static final int LINEAR = 1 << 20 | 1 << 22;
    private static final int EDGES = 2 | 2 << 3;
    private static final int WRAP = 0;

    /** The texels of a row, as dwords. */
    private record Row(int... texels) implements JavaHost.Image {
        @Override
        public int width() {
            return texels.length;
        }

        @Override
        public int height() {
            return 1;
        }

        @Override
        public int[] texel(int x, int y) {
            return new int[] {texels[x], 0, 0, 1};
        }
    }

    private static ImagePassRun on(int type) {
        return ImagePassRun.of(new ConvertedUnorm(), ID, ImagePassRun.image(type, FORMAT, XYZ1, 0));
    }

    private static float sampled(int word0, int filters, Row row, float u) {
        String x = on(D2).withSampler(word0, filters).words("image.sample coord(v4, v5) image=0 sampler=1 dim=d2 dmask=0x1 lz", 1, row,
                Float.floatToRawIntBits(u), Float.floatToRawIntBits(0.5f));
        return Float.intBitsToFloat(Integer.parseUnsignedInt(x, 16));
    }

    /** Every value of the three fields against the exact quotient; the largest difference is one unit in the last place. */
    @Test
    @Rule({"C-021", "C-022"})
    void takesChannelsApart() {
        int[] bits = {11, 11, 10};
        int[] offsets = {0, 11, 22};
        for (int channel = 0; channel < 3; channel++) {
            int most = (1 << bits[channel]) - 1;
            for (int field = 0; field <= most; field++) {
                int word = Integer.parseUnsignedInt(on(D2).words("image.load coord(v0, v1) image=0 dim=d2 dmask=0x" + (1 << channel), 1,
                        new Row(field << offsets[channel])), 16);
                int exact = Float.floatToRawIntBits((float) ((double) field / most));
                assertTrue(Math.abs(word - exact) <= 1, "channel " + channel + " field " + field);
                assertTrue(field != 0 && field != most || word == exact, "channel " + channel + " field " + field);
            }
        }
    }

    @Test
    @Rule("C-021")
    void selectsChannelsAndPacksHalves() {
        ImagePassRun swapped = on(D2).with(ImagePassRun.image(D2, FORMAT, 6 | 4 << 3 | 0 << 6 | 1 << 9, 0));

        assertEquals("3f800000 00000000 00000000 3f800000", swapped.words("image.load coord(v0, v1) image=0 dim=d2 dmask=0xf", 4,
                new Row(0x3ff << 22)));
        assertEquals("00003c00 3c000000", swapped.words("image.load coord(v0, v1) image=0 dim=d2 dmask=0xf d16", 2, new Row(0x3ff << 22)));
    }

    /** NaN and what is below are 0, what is above is 1, halves go to the even code. */
    @Test
    @Rule("C-021")
    void putsChannelsTogether() {
        String store = "image.store coord(v3, v3) data(v0, v1, v2) image=0 dim=d2 dmask=0x7";

        assertEquals("%08x".formatted(0x7ff | 0 << 11 | 0x3ff << 22), on(D2).stored(store, 0x3f800000, 0xbf800000, 0x7f800000));
        assertEquals("%08x".formatted(1024 | 0 << 11 | 512 << 22), on(D2).stored(store, Float.floatToRawIntBits(0.5f), 0x7fc00000,
                Float.floatToRawIntBits(0.5f)));
    }

    /** Across two texels, 0 and all ones, in steps of a sixteenth of a texel; and the rule's fractions at the ties. */
    @Test
    @Rule("C-021")
    void blendsInStepsOfTwoHundredAndFiftySixths() {
        Row row = new Row(0, 0x7ff);
        for (int step = 0; step <= 16; step++) {
            assertEquals(step / 16f, sampled(EDGES, LINEAR, row, (0.5f + step / 16f) / 2));
        }
        float[][] ties = {{0.5f, 128}, {1 / 512f, 0}, {3 / 512f, 2}, {5 / 512f, 2}, {255.5f / 256, 256}};
        for (float[] tie : ties) {
            assertEquals(tie[1] / 256, sampled(EDGES, LINEAR, row, (0.5f + tie[0]) / 2), "fraction " + tie[0]);
        }
    }

    /** Wrap and clamp to edge, point and bilinear, far outside too. */
    @ParameterizedTest
    @CsvSource({"0.25, 0, 0", "0.75, 1, 1", "1.25, 0, 1", "-0.25, 1, 0", "-0.75, 0, 0", "7.75, 1, 1", "-7.25, 1, 0"})
    @Rule("C-021")
    void wrapsOrClamps(float u, float wrapped, float clamped) {
        Row row = new Row(0, 0x7ff);

        assertEquals(wrapped, sampled(WRAP, 0, row, u));
        assertEquals(clamped, sampled(EDGES, 0, row, u));
        assertEquals(wrapped, sampled(WRAP, LINEAR, row, u));
        assertEquals(clamped, sampled(EDGES, LINEAR, row, u));
    }

    @ParameterizedTest
    @CsvSource({"0x2d, 0, wrap and clamp", "9, 0, wrap and clamp", "54, 0, wrap and clamp", "0, 0x100000, one filter", "0, 0xa00000, one filter",
        "0x20000000, 0, a minimum or maximum", "0x8000, 0, at texel coordinates"})
    @Rule("C-021")
    void refusesOtherSamplers(String word0, String filters, String reason) {
        String sample = "v8: i32 = image.sample coord(v4, v5) image=0 sampler=1 dim=d2 dmask=0x1 lz";
        ImagePassRun run = on(D2).withSampler(Integer.decode(word0), Integer.decode(filters));

        assertTrue(run.refusal(sample).contains(reason), () -> run.refusal(sample));
    }

    @ParameterizedTest
    @CsvSource({"v8: i32x4 = image.gather4 coord(v4^ v5) image=0 sampler=1 dim=d2 dmask=0x1, gather4 of an image",
        "v8: i32 = image.get_lod coord(v4^ v5) image=0 sampler=1 dim=d2 dmask=0x1, get_lod of an image",
        "v8: i32 = image.sample coord(v4^ v5) image=0 sampler=1 dim=d2 dmask=0x1 lz a16, 16-bit addresses or data",
        "v8: i32 = image.sample coord(v4^ v5) image=0 sampler=1 dim=d2 dmask=0x1 lz d16, 16-bit addresses or data"})
    @Rule("C-021")
    void refusesOtherForms(String instruction, String reason) {
        assertTrue(on(D2).refusal(instruction.replace('^', ',')).contains(reason), () -> on(D2).refusal(instruction.replace('^', ',')));
    }

    @Test
    @Rule("C-021")
    void refusesOtherImages() {
        String sample = "v8: i32 = image.sample coord(v4, v5) image=0 sampler=1 dim=d2 dmask=0x1";

        assertTrue(on(D2).with(ImagePassRun.image(D2, FORMAT, 0xfac, 0)).refusal(sample).contains("the channel that the format lacks"));
        assertTrue(on(D2).with(ImagePassRun.image(D2, FORMAT, XYZ1, 2)).refusal(sample).contains("in its lz form alone"));
        assertTrue(on(D3).refusal("v8: i32 = image.sample coord(v4, v5, v6) image=0 sampler=1 dim=d3 dmask=0x1 lz").contains("2D images and arrays"));
    }
}
