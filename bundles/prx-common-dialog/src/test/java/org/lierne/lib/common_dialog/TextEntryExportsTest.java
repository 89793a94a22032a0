package org.lierne.lib.common_dialog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestPtr;
import org.lierne.kernel.title.LocalUser;
import org.lierne.testing.ArrayGuestMemory;

class TextEntryExportsTest {
    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x1000);
    private final TitleDialogs users = new TitleDialogs(Map.of());
    private final TextEntryExports exports = new TextEntryExports(memory, users);
    private final GuestPtr<Integer> none = new GuestPtr<>(memory, 0, Integer.class);
    private final GuestPtr<TextEntryExports.Result> result = new GuestPtr<>(memory, 0x1200, TextEntryExports.Result.class);

    private GuestPtr<TextEntryExports.Entry> entry(int user, int type, int length, long buffer, long reserved) {
        GuestPtr<TextEntryExports.Entry> entry = new GuestPtr<>(memory, 0x1000, TextEntryExports.Entry.class);
        entry.set(new TextEntryExports.Entry(user, type, 0, length, buffer, 0, 0, reserved));
        return entry;
    }

    @Test
    void checksInOrder() {
        int user = LocalUser.PLAYER.id();
        assertEquals(0x80BC0010, exports.open(entry(user + 1, 5, 0, 0, 1), none).code());
        assertEquals(0x80BC0011, exports.open(entry(user, 5, 0, 0, 1), none).code());
        assertEquals(0x80BC0016, exports.open(entry(user, 4, 0, 0, 1), none).code());
        assertEquals(0x80BC0016, exports.open(entry(user, 4, 2049, 0, 1), none).code());
        assertEquals(0x80BC0017, exports.open(entry(user, 4, 2048, 0, 1), none).code());
        assertEquals(0x80BC0032, exports.open(entry(user, 4, 2048, 0x1300, 1), none).code());
        assertEquals(0, exports.status());
    }

    @Test
    void isCancelledOnceItWasSeenToRun() {
        assertEquals(0x80BC0100, exports.result(result).code());
        assertEquals(0, exports.open(entry(LocalUser.PLAYER.id(), 0, 20, 0x1300, 0), none).code());
        assertEquals(0x80BC0001, exports.open(entry(LocalUser.PLAYER.id(), 0, 20, 0x1300, 0), none).code());
        assertEquals(1, exports.status());
        assertEquals(2, exports.status());
        assertEquals(0, exports.result(result).code());
        assertEquals(1, memory.getInt(0x1200));
        assertEquals(0, exports.terminate().code());
        assertEquals(0x80BC0100, exports.terminate().code());
    }

    @Test
    void isAbortedByTheTitle() {
        assertEquals(0x80BC0100, exports.abort().code());
        exports.open(entry(LocalUser.PLAYER.id(), 0, 20, 0x1300, 0), none);
        assertEquals(0, exports.abort().code());
        assertEquals(2, exports.status());
        exports.result(result);
        assertEquals(2, memory.getInt(0x1200));
    }

    /** Characters of two bytes each, as many as are wanted, and a zero. */
    @Test
    void givesTheTextThatTheRunBroughtAlong() {
        users.titleStarting(TitleDialogsTest.title(true, "Grüße"));
        memory.putShort(0x130A, (short) 0x5555);
        exports.open(entry(LocalUser.PLAYER.id(), 0, 4, 0x1300, 0), none);
        assertEquals(1, exports.status());
        assertEquals(0, memory.getShort(0x1300));
        assertEquals(2, exports.status());
        exports.result(result);
        assertEquals(0, memory.getInt(0x1200));
        assertEquals('G', memory.getShort(0x1300));
        assertEquals('\u00FC', memory.getShort(0x1304));
        assertEquals(0, memory.getShort(0x1308));
        assertEquals(0x5555, memory.getShort(0x130A));
    }
}
