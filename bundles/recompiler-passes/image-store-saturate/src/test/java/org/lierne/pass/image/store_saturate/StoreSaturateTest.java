package org.lierne.pass.image.store_saturate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.ImagePassRun;

final class StoreSaturateTest {
    private static final int D2 = 9;
    private static final String ID = "pass.image.store-saturate";

    private static ImagePassRun on(int format) {
        return ImagePassRun.of(new StoreSaturate(), ID, ImagePassRun.image(D2, format));
    }

    private static String stored(int format, String flags, int word) {
        return on(format).stored("image.store coord(v0, v1) data(v2) image=0 dim=d2 dmask=0x1" + flags, 0, 0, word);
    }

    @ParameterizedTest
    @CsvSource({"6, 00000080, 0000007f", "6, ffffff7f, ffffff80", "6, 7fffffff, 0000007f", "6, 80000000, ffffff80", "6, ffffffff, ffffffff",
        "6, 0000007f, 0000007f", "12, 00008000, 00007fff", "12, ffff7fff, ffff8000", "12, 80000000, ffff8000"})
    @Rule("B-019")
    void saturatesToTheRangeOfTheChannel(int format, String word, String expected) {
        assertEquals(expected, stored(format, "", Integer.parseUnsignedInt(word, 16)));
    }

    @ParameterizedTest
    @CsvSource({"6, 0000ff7f, ffffff80", "6, 00000080, 0000007f", "12, 00008000, ffff8000", "12, 00007fff, 00007fff", "12, 0000ffff, ffffffff"})
    @Rule("B-019")
    void widensHalvesWithTheirSign(int format, String half, String expected) {
        assertEquals(expected, stored(format, " d16", Integer.parseUnsignedInt(half, 16)));
    }

    /** The rule's masks over the eight formats of 8- and 16-bit signed integers that images have, two halves a word. */
    @Test
    @Rule("B-019")
    void saturatesWhatEachMaskNames() {
        for (int format : new int[] {6, 12, 19, 28, 61, 70}) {
            boolean isNarrow = format == 6 || format == 19 || format == 61;
            for (int dmask : new int[] {0xf, 0x7, 0x5, 0x3, 0x2, 0xa, 0x1}) {
                int count = Integer.bitCount(dmask);
                String data = String.join(", ", List.of("v2", "v3").subList(0, (count + 1) / 2));
                StringBuilder expected = new StringBuilder();
                for (int i = 0; i < count; i++) {
                    expected.append(i == 0 ? "" : " ").append(i % 2 == 0 ? isNarrow ? "ffffff80" : "ffff8000" : isNarrow ? "0000007f" : "00007f00");
                }

                assertEquals(expected.toString(), on(format).stored("image.store coord(v0, v1) data(" + data + ") image=0 dim=d2 dmask=0x"
                        + Integer.toHexString(dmask) + " d16", 0, 0, 0x7f008000, 0x7f008000), format + " " + dmask);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 21, 22, 55, 56, 63, 76})
    void leavesOtherFormatsAlone(int format) {
        String store = "image.store coord(v0, v1) data(v2) image=0 dim=d2 dmask=0x1";

        assertEquals(List.of(store), on(format).rewritten(store));
    }
}
