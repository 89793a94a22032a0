package org.lierne.pass.image.pck_load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.ImagePassRun;
import org.lierne.testing.passes.JavaHost;

final class TexelBitsLoadTest {
    private static final int D2 = 9;
    private static final int D2_ARRAY = 13;
    private static final String ID = "pass.image.pck-load";

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
        return ImagePassRun.of(new TexelBitsLoad(), ID, ImagePassRun.image(D2, format));
    }

    private static String load(int format, String op, int x, int y) {
        return on(format).words("image.load_" + op + " coord(v0, v1) image=0 dim=d2 dmask=0x1", 1, new Texture(1), x, y);
    }

    @ParameterizedTest
    @CsvSource({"pck2, 2, 1, 00001312", "pck2, 3, 1, 00001312", "pck2, 7, 1, 00000000", "pck4, 4, 1, 17161514", "pck4, 1, 1, 13121110",
        "pck4, 5, 1, 00000000", "pck2, 2, 4, 00000000", "pck2, -1, 1, 00000000"})
    @Rule("A-047")
    void putsTheBitsOfTexelsTogether(String op, int x, int y, String expected) {
        for (int format : new int[] {1, 5, 6}) {
            assertEquals(expected, load(format, op, x, y), "format " + format);
        }
    }

    @Test
    @Rule("A-047")
    void readsSixteenBitsATexel() {
        assertEquals("00130012", load(11, "pck2", 2, 1));
        assertEquals("53135212", load(18, "pck2", 2, 1));
        assertEquals("00000000", load(11, "pck4", 0, 1));
        assertEquals("00000000", load(14, "pck4", 0, 1));
    }

    @ParameterizedTest
    @CsvSource({"0, 00001312", "1, 00009392", "2, 00000000", "-1, 00000000"})
    @Rule("A-047")
    void isZeroPastTheLastLevel(int level, String expected) {
        assertEquals(expected, on(5).words("image.load_pck2 coord(v0, v1) lod(v2) image=0 dim=d2 dmask=0x1", 1, new Texture(2), 2, 1, level));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8, 13, 15, 20, 22, 23, 29, 56, 60, 128, 129})
    @Rule("A-047")
    void refusesOtherFormats(int format) {
        assertTrue(on(format).refusal("v8: i32 = image.load_pck2 coord(v0, v1) image=0 dim=d2 dmask=0x1").startsWith(
                "a packed load is not modelled in this format"));
    }

    @Test
    @Rule("A-047")
    void refusesOtherForms() {
        String load = "v8: i32 = image.load_pck4 coord(v0, v1) image=0 dim=d2 dmask=0x1";

        assertTrue(on(5).with(ImagePassRun.image(D2, 5, 0x924, 0)).refusal(load).contains("selects"));
        assertTrue(on(5).with(ImagePassRun.image(D2_ARRAY, 5)).refusal(load).contains("2D images alone"));
        assertTrue(on(5).refusal(load + " d16").contains("16-bit"));
    }
}
