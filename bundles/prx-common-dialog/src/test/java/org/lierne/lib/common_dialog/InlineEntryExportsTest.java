package org.lierne.lib.common_dialog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestCallback;
import org.lierne.hle.GuestPtr;
import org.lierne.kernel.dialog.Answer;
import org.lierne.kernel.title.LocalUser;
import org.lierne.testing.ArrayGuestMemory;

/** Records, events and codes are those of the ledger's lib.common-dialog.inline. */
class InlineEntryExportsTest {
    private static final int USER = LocalUser.PLAYER.id();
    private static final long ENTRY = 0x1000;
    private static final long BUFFER = 0x1100;
    private static final long WORK = 0x1800;
    private static final long ARGUMENT = 0x77;

    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x2000);
    private final TitleDialogs users = new TitleDialogs(Map.of("headless", "wait"));
    private final InlineEntryExports exports = new InlineEntryExports(memory, users);
    private final GuestPtr<Integer> none = new GuestPtr<>(memory, 0, Integer.class);
    private final List<String> told = new ArrayList<>();
    private Runnable within = () -> {};

    /** Keeps each event's number, text and caret. */
    private final GuestCallback handler = new GuestCallback() {
        @Override
        public boolean isNull() {
            return false;
        }

        @Override
        public long address() {
            return 0x9000;
        }

        @Override
        public long call(long... arguments) {
            assertEquals(ARGUMENT, arguments[0]);
            int kind = memory.getInt(arguments[1]);
            long text = memory.getLong(arguments[1] + 8);
            told.add(kind == 0 ? "0 " + memory.getInt(arguments[1] + 0x10) + "x" + memory.getInt(arguments[1] + 0x14)
                    : kind + " " + new GuestTexts(memory).read(text) + " " + memory.getInt(arguments[1] + 0x10));
            within.run();
            return 0;
        }
    };

    private GuestPtr<InlineEntryExports.Entry> entry(int user, int type, int length, long buffer, long work, long function, long reserved) {
        GuestPtr<InlineEntryExports.Entry> entry = new GuestPtr<>(memory, ENTRY, InlineEntryExports.Entry.class);
        entry.set(new InlineEntryExports.Entry(user, type, length, buffer, 0, 0, work, ARGUMENT, function, reserved));
        return entry;
    }

    private void open(int type, int length) {
        assertEquals(0, exports.open(entry(USER, type, length, BUFFER, WORK, 0x9000, 0), none).code());
    }

    private String inBuffer() {
        return new GuestTexts(memory).read(BUFFER);
    }

    @Test
    void checksInOrder() {
        assertEquals(0x80BC0031, exports.open(new GuestPtr<>(memory, 0, InlineEntryExports.Entry.class), none).code());
        assertEquals(0x80BC0010, exports.open(entry(USER + 1, 5, 0, 0, 0, 0, 1), none).code());
        assertEquals(0x80BC0011, exports.open(entry(USER, 5, 0, 0, 0, 0, 1), none).code());
        assertEquals(0x80BC0016, exports.open(entry(USER, 4, 2049, 0, 0, 0, 1), none).code());
        assertEquals(0x80BC0017, exports.open(entry(USER, 4, 8, 0, 0, 0, 1), none).code());
        assertEquals(0x80BC0020, exports.open(entry(USER, 4, 8, BUFFER, 0, 0, 1), none).code());
        assertEquals(0x80BC0022, exports.open(entry(USER, 4, 8, BUFFER, WORK, 0, 1), none).code());
        assertEquals(0x80BC0032, exports.open(entry(USER, 4, 8, BUFFER, WORK, 0x9000, 1), none).code());
        assertEquals(0x80BC0002, exports.update(handler).code());
        assertEquals(0x80BC0002, exports.close().code());
        assertEquals(0x80BC0002, exports.caret(none).code());
    }

    @Test
    void whatIsEnteredComesToTheTitlesFunctionWhenItAsks() {
        new GuestTexts(memory).write(BUFFER, "before", 8);
        open(0, 8);
        assertEquals(0x80BC0001, exports.open(entry(USER, 0, 8, BUFFER, WORK, 0x9000, 0), none).code());
        exports.update(handler);
        assertEquals(List.of("0 793x408"), told);
        assertEquals("before", users.open().getFirst().question().text());

        users.answer(users.open().getFirst().id(), new Answer.Entered("Grüße"));
        assertEquals("before", inBuffer());
        exports.update(handler);

        assertEquals(List.of("0 793x408", "1 Grüße 5", "5 Grüße 5"), told);
        assertEquals("Grüße", inBuffer());
        assertEquals(0, exports.close().code());
    }

    @Test
    void aLongTextIsCut() {
        memory.putShort(BUFFER + 2 * 4, (short) 0x5555);
        open(4, 3);

        users.answer(users.open().getFirst().id(), new Answer.Entered("12345"));
        exports.update(handler);

        assertEquals(List.of("0 370x402", "1 123 3", "5 123 3"), told);
        assertEquals("123", inBuffer());
        assertEquals(0x5555, memory.getShort(BUFFER + 2 * 4));
    }

    @Test
    void leavingItIsToldAsItsButton() {
        open(0, 8);

        users.answer(users.open().getFirst().id(), new Answer.Cancelled());
        exports.update(handler);

        assertEquals("4  0", told.getLast());
    }

    @Test
    void theFunctionMayCloseItFromWithin() {
        open(0, 8);
        users.answer(users.open().getFirst().id(), new Answer.Entered("x"));
        within = () -> assertEquals(0, exports.close().code());

        assertEquals(0, exports.update(handler).code());

        assertEquals(List.of("0 793x408"), told);
        assertEquals(0x80BC0002, exports.update(handler).code());
    }

    @Test
    void closingTakesTheQuestionBack() {
        open(0, 8);

        exports.close();

        assertEquals(List.of(), users.open());
    }

    @Test
    void theTitleSetsTheText() {
        open(0, 4);
        new GuestTexts(memory).write(0x1300, "abcdef", 6);

        assertEquals(0, exports.text(new GuestPtr<>(memory, 0x1300, Short.class), 2).code());
        assertEquals("ab", inBuffer());
        assertEquals(0, exports.text(new GuestPtr<>(memory, 0x1300, Short.class), 6).code());
        assertEquals("abcd", inBuffer());
        assertEquals(0x80BC0031, exports.text(new GuestPtr<>(memory, 0, Short.class), 6).code());
        assertEquals(0, exports.caret(new GuestPtr<>(memory, 0x1300, Integer.class)).code());
    }

    @Test
    void anEmptyRecordBelongsToNobody() {
        GuestPtr<InlineEntryExports.Entry> entry = entry(USER, 4, 8, BUFFER, WORK, 0x9000, 1);

        exports.clear(entry);

        assertEquals(new InlineEntryExports.Entry(-1, 0, 0, 0, 0, 0, 0, 0, 0, 0), entry.get());
    }

    @Test
    void noKeyboardIsConnected() {
        ImeKeyboardExports keyboards = new ImeKeyboardExports();
        GuestPtr<ImeKeyboardExports.Keyboards> found = new GuestPtr<>(memory, 0x1400, ImeKeyboardExports.Keyboards.class);
        GuestPtr<Integer> parameters = new GuestPtr<>(memory, 0x1500, Integer.class);

        assertEquals(0x80BC0002, keyboards.keyboards(USER, found).code());
        assertEquals(0x80BC0031, keyboards.open(USER, none).code());
        assertEquals(0, keyboards.open(USER, parameters).code());
        assertEquals(0x80BC0001, keyboards.open(USER, parameters).code());
        assertEquals(0, keyboards.mode(USER, 0).code());
        assertEquals(0, keyboards.keyboards(USER, found).code());
        assertEquals(new ImeKeyboardExports.Keyboards(USER, 0, 0, 0, 0, 0), found.get());
        assertEquals(0x80BC0023, keyboards.facts(1, 0x1600).code());
        assertEquals(0, keyboards.close(USER).code());
        assertEquals(0x80BC0002, keyboards.close(USER).code());
    }
}
