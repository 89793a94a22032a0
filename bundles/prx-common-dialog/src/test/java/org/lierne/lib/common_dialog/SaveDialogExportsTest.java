package org.lierne.lib.common_dialog;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestPtr;
import org.lierne.kernel.dialog.Answer;
import org.lierne.kernel.dialog.UserDialogs;
import org.lierne.testing.ArrayGuestMemory;

class SaveDialogExportsTest {
    private static final long BLOCK = 0x1000;
    private static final long ITEMS = 0x1300;
    private static final long TEXT = 0x1400;
    private static final long NAMES = 0x1500;
    private static final long CHOSEN = 0x1600;

    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x1000);
    private final TitleDialogs users = new TitleDialogs(Map.of());
    private final Dialogs dialogs = new Dialogs(users);
    private final SaveDialogExports exports = new SaveDialogExports(memory, dialogs);
    private final GuestPtr<SaveDialogExports.Result> result = new GuestPtr<>(memory, 0x1200, SaveDialogExports.Result.class);
    private final GuestPtr<Integer> none = new GuestPtr<>(memory, 0, Integer.class);

    private GuestPtr<SaveDialogExports.Shown> shown(int mode, int kind) {
        GuestPtr<SaveDialogExports.Shown> block = new GuestPtr<>(memory, BLOCK, SaveDialogExports.Shown.class);
        block.set(new SaveDialogExports.Shown(0x30, 0xC0D1A109 + (int) BLOCK, 0xA0, mode, kind, ITEMS, TEXT, 0, 0, 0, 0x77));
        return block;
    }

    @Test
    void cancelsAListAndKeepsTheTitlesPlaces() {
        assertEquals(0x80B80001, exports.initialize().code());
        dialogs.initialize();
        assertEquals(0, exports.initialize().code());
        assertEquals(0x80B8000A, exports.open(shown(1, 4)).code());
        assertEquals(0x80B8000A, exports.open(shown(6, 1)).code());
        assertEquals(0, exports.open(shown(1, 2)).code());
        assertEquals(2, exports.status());
        assertEquals(0x80B80005, exports.result(result).code());
        assertEquals(3, exports.update());

        memory.putLong(0x1210, 0x4321);
        assertEquals(0, exports.result(result).code());

        assertEquals(new SaveDialogExports.Result(1, 1, 0, 0x4321, 0, 0x77), result.get());
        assertEquals(0, exports.terminate().code());
    }

    /** Assumed: the ledger's lib.common-dialog.unseen has the record of items. */
    @Test
    void givesTheNameThatTheUserChose() {
        users.titleStarting(TitleDialogsTest.title(false));
        memory.putLong(ITEMS + 0x10, NAMES);
        memory.putInt(ITEMS + 0x18, 2);
        memory.putBytes(NAMES, "SLOT0".getBytes(US_ASCII));
        memory.putBytes(NAMES + 32, "SLOT1".getBytes(US_ASCII));
        memory.putLong(0x1210, CHOSEN);
        dialogs.initialize();
        exports.initialize();
        exports.open(shown(1, 2));
        assertEquals(2, exports.update());
        UserDialogs.Open open = users.open().getFirst();
        assertEquals(List.of("SLOT0", "SLOT1"), open.question().choices());

        users.answer(open.id(), new Answer.Chosen(1));

        assertEquals(3, exports.update());
        exports.result(result);
        assertEquals(new SaveDialogExports.Result(1, 0, 0, CHOSEN, 0, 0x77), result.get());
        assertEquals("SLOT1", memory.getString(CHOSEN, 32));
    }

    @Test
    void answersAMessageAndKeepsABarUntilItIsClosed() {
        dialogs.initialize();
        exports.initialize();
        exports.open(shown(2, 1));
        assertEquals(0x80B8000B, exports.bar(0, 1).code());
        exports.update();
        exports.result(result);
        assertEquals(new SaveDialogExports.Result(2, 0, 1, 0, 0, 0x77), result.get());

        assertEquals(0, exports.open(shown(5, 1)).code());
        assertEquals(2, exports.update());
        assertEquals(0, exports.bar(0, 1).code());
        assertEquals(0, exports.close(none).code());
        assertEquals(3, exports.update());
    }
}
