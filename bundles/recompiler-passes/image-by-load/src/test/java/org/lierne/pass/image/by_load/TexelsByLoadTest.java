package org.lierne.pass.image.by_load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.ImagePassRun;
import org.lierne.testing.passes.JavaHost;

final class TexelsByLoadTest {
    private static final int D2 = 9;
    private static final int D2_ARRAY = 13;
    private static final String ID = "pass.image.by-load";

    /** The rule's texture, 8 by 4, two levels: a channel's code of texel (x, y) is 16 y + x, 0x40 more in the next channel. */
    private record Texture(int levels) implements JavaHost.Image {
        @Override
        public int width() {
            return 8;
        }

        @Override
        public int height() {
            return 4;
        }

        @Override
        public int[] texel(int x, int y) {
            return texel(x, y, 0, 0);
        }

        @Override
        public int[] texel(int x, int y, int layer, int level) {
            int code = 16 * y + x + 0x80 * level;
            return new int[] {code, code + 0x40, 0, 1};
        }

        @Override
        public int[] outside(int x, int y) {
            return new int[] {0xbad, 0xbad, 0xbad, 0xbad};
        }
    }

    private static ImagePassRun on(int format) {
        return ImagePassRun.of(new TexelsByLoad(), ID, ImagePassRun.image(D2, format));
    }

    private static String load(int format, String op, int dmask, int x, int y) {
        return on(format).words("image." + op + " coord(v0, v1) image=0 dim=d2 dmask=0x" + Integer.toHexString(dmask),
                Integer.bitCount(dmask), new Texture(1), x, y);
    }

    @ParameterizedTest
    @CsvSource({"by2, 3, 2, 00000012 00000013", "by2, 3, 3, 00000012 00000013", "by2, 3, 6, 00000016 00000017", "by2, 3, 7, 00000000 00000000",
        "by4, 15, 4, 00000014 00000015 00000016 00000017", "by4, 15, 5, 00000000 00000000 00000000 00000000",
        "by4, 15, 1, 00000010 00000011 00000012 00000013", "by2, 3, -1, 00000000 00000000"})
    @Rule("A-045")
    void readsTheTexelsFromAMultipleOn(String op, int dmask, int x, String expected) {
        assertEquals(expected, load(5, "load_" + op, dmask, x, 1));
    }

    @Test
    @Rule("A-045")
    void readsChannelsTexelByTexel() {
        assertEquals("00000012 00000052 00000013 00000053", load(18, "load_by2", 0xf, 2, 1));
        assertEquals("00000012 00000013", load(11, "load_by2", 0x3, 3, 1));
    }

    /** All columns around the row, all rows around the image, and levels there are and are not. */
    @Test
    @Rule("A-045")
    void isZeroOutside() {
        for (int level = 0; level < 4; level++) {
            int width = 8 >> level;
            int height = 4 >> level;
            for (int y = 0; y <= 5; y++) {
                for (int x = 0; x <= 12; x++) {
                    boolean isThere = level < 2 && x + 1 < width && y < height;
                    int code = 16 * y + (x & ~1) + 0x80 * level;
                    String expected = isThere ? "%08x %08x".formatted(code, code + 1) : "00000000 00000000";

                    assertEquals(expected, on(5).words("image.load_by2 coord(v0, v1) lod(v2) image=0 dim=d2 dmask=0x3", 2, new Texture(2), x, y,
                            level), x + ", " + y + " of level " + level);
                }
            }
        }
    }

    /** R32, RG32, RG16, RGBA8 by two; R16 and RG8 by four. */
    @Test
    @Rule("A-045")
    void isZeroWhereTheTexelsDoNotFitInADword() {
        for (int format : new int[] {20, 22, 62, 64, 23, 29, 56, 60}) {
            assertEquals("00000000 00000000", load(format, "load_by2", 0x3, 2, 1));
            assertEquals("00000000 00000000 00000000 00000000", load(format, "load_by4", 0xf, 0, 1));
        }
        assertEquals("00000000 00000000 00000000 00000000", load(11, "load_by4", 0xf, 0, 1));
        assertEquals("00000000 00000000 00000000 00000000", load(18, "load_by4", 0xf, 0, 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {30, 36, 50, 65, 71, 75, 128, 129, 130, 133, 169})
    @Rule("A-045")
    void refusesOtherFormats(int format) {
        assertTrue(on(format).refusal("v8: i32x2 = image.load_by2 coord(v0, v1) image=0 dim=d2 dmask=0x3").startsWith(
                "a load of several texels is not measured in this format"));
    }

    @Test
    @Rule("A-045")
    void refusesOtherForms() {
        String load = "v8: i32x2 = image.load_by2 coord(v0, v1) image=0 dim=d2 dmask=0x3";

        assertTrue(on(5).refusal("v8: i32 = image.load_by2 coord(v0, v1) image=0 dim=d2 dmask=0x1").contains("with this DMASK"));
        assertTrue(on(18).refusal(load).contains("with this DMASK"));
        assertTrue(on(5).with(ImagePassRun.image(D2, 5, 0x924, 0)).refusal(load).contains("selects"));
        assertTrue(on(5).with(ImagePassRun.image(D2_ARRAY, 5)).refusal(load).contains("2D images alone"));
        assertTrue(on(5).refusal(load + " d16").contains("16-bit"));
        assertTrue(on(5).refusal(load + " a16").contains("16-bit"));
    }
}
