package org.lierne.pass.image.store_channel_select;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.ImagePassRun;

final class StoreChannelSelectTest {
    private static final int D2 = 9;
    private static final String ID = "pass.image.store-channel-select";

    private static final String STORE = "image.store coord(v0, v0) data(v0, v1, v2, v3) image=0 dim=d2 dmask=0xf";
    private static final String W_SLOT = ID + ".w-slot";

    private static ImagePassRun on(int format, int selects) {
        return ImagePassRun.of(new StoreChannelSelect(), ID, ImagePassRun.image(D2, format, selects, 0));
    }

    private static int selects(int x, int y, int z, int w) {
        return x | y << 3 | z << 6 | w << 9;
    }

    @ParameterizedTest
    @ValueSource(ints = {18, 28, 62})
    @Rule("B-020")
    void takesTheSecondChannelFromTheYSlot(int format) {
        assertEquals(List.of(STORE), on(format, 0xfac).rewritten(STORE));
        assertEquals("00000001 00000002", on(format, selects(5, 4, 0, 1)).stored(STORE, 2, 1, 3, 4));
        assertEquals("00000001 00000003", on(format, selects(4, 0, 5, 1)).stored(STORE, 1, 2, 3, 4));
    }

    @ParameterizedTest
    @ValueSource(ints = {18, 28, 62})
    @Rule("B-020")
    void takesItFromTheWSlotWhereATitleSaysSo(int format) {
        assertEquals("00000001 00000004", on(format, 0xfac).with(W_SLOT, true).stored(STORE, 1, 2, 3, 4));
        assertEquals("00000001 00000002", on(format, selects(5, 4, 0, 1)).with(W_SLOT, true).stored(STORE, 2, 1, 3, 4));
    }

    @Test
    @Rule("B-020")
    void storesZeroForAChannelThatNothingNames() {
        assertEquals("00000001 00000000", on(18, selects(4, 0, 0, 1)).stored(STORE, 1, 2, 3, 4));
        assertEquals("00000005 00000000", on(18, selects(5, 4, 0, 1)).stored(
                "image.store coord(v0, v0) data(v2) image=0 dim=d2 dmask=0x2", 0, 0, 5));
    }

    @Test
    @Rule("B-020")
    void widensHalves() {
        assertEquals("ffff8000 00000001", on(28, selects(5, 4, 0, 1)).stored(
                "image.store coord(v0, v0) data(v2) image=0 dim=d2 dmask=0x3 d16", 0, 0, 0x80000001));
    }
}
