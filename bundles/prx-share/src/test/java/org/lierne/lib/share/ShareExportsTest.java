package org.lierne.lib.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.HleRefusal;
import org.lierne.testing.ArrayGuestMemory;

/** Assumed: the ledger's lib.share. */
class ShareExportsTest {
    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x100);
    private final ShareExports share = new ShareExports();

    @Test
    void nothingIsCaptured() {
        GuestPtr<Integer> request = new GuestPtr<>(memory, 0x1000, Integer.class);
        request.set(7);

        assertEquals(0x81960007, share.screenshot(0x1010, request).code());
        assertEquals(0x81960007, share.clip(0x1010, request).code());
        assertEquals(7, request.get());
    }

    @Test
    void nothingIsRecorded() {
        memory.putLong(0x1000, -1);
        memory.putLong(0x1008, -1);
        memory.putLong(0x1010, -1);

        assertEquals(0, share.recording(1, new GuestPtr<>(memory, 0x1000, ShareExports.Recording.class)).code());

        assertEquals(0, memory.getLong(0x1000));
        assertEquals(0, memory.getLong(0x1008));
        assertEquals(-1, memory.getLong(0x1010));
    }

    @Test
    void whatHasNoKnownAnswerIsRefused() {
        assertThrows(HleRefusal.class, () -> share.recording(1, new GuestPtr<>(memory, 0, ShareExports.Recording.class)));
        assertThrows(HleRefusal.class, () -> share.menu(0x1000));
    }

    @Test
    void whatATitleAllowsAndForbidsIsTaken() {
        assertEquals(0, share.initialize(0x10000, 700, 0x7F).code());
        assertEquals(0, share.forbid(1).code());
        assertEquals(0, share.allow(1).code());
        assertEquals(0, share.end().code());
    }
}
