package org.lierne.lib.common_dialog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestPtr;
import org.lierne.kernel.dialog.Answer;
import org.lierne.kernel.dialog.Question;
import org.lierne.kernel.dialog.UserDialogs;
import org.lierne.testing.ArrayGuestMemory;

class MessageDialogExportsTest {
    private static final long BLOCK = 0x1000;
    private static final long TEXT = 0x1100;

    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x1000);
    private final TitleDialogs users = new TitleDialogs(Map.of());
    private final Dialogs dialogs = new Dialogs(users);
    private final CommonDialogExports common = new CommonDialogExports(dialogs);
    private final MessageDialogExports messages = new MessageDialogExports(memory, dialogs);
    private final GuestPtr<MessageDialogExports.Result> result = new GuestPtr<>(memory, 0x1200, MessageDialogExports.Result.class);

    private GuestPtr<MessageDialogExports.Message> message(int mode) {
        GuestPtr<MessageDialogExports.Message> block = new GuestPtr<>(memory, BLOCK, MessageDialogExports.Message.class);
        block.set(new MessageDialogExports.Message(0x30, 0xC0D1A109 + (int) BLOCK, 0x88, mode, TEXT, TEXT, TEXT, 0));
        return block;
    }

    @Test
    void goesThroughItsStates() {
        assertEquals(0x80B80001, messages.initialize().code());
        assertEquals(0, common.initialize().code());
        assertEquals(0x80B80002, common.initialize().code());
        assertEquals(0x80B80003, messages.open(message(1)).code());
        assertEquals(0, messages.initialize().code());
        assertEquals(0x80B80004, messages.initialize().code());
        assertEquals(0x80B8000B, messages.close().code());

        assertEquals(0, messages.open(message(1)).code());

        assertEquals(2, messages.status());
        assertTrue(common.isUsed());
        assertEquals(0x80B80008, messages.open(message(1)).code());
        assertEquals(0x80B80005, messages.result(result).code());
        assertEquals(2, messages.status());
        assertEquals(3, messages.update());
        assertEquals(0, messages.result(result).code());
        assertEquals(1, memory.getInt(0x1208));
        assertFalse(common.isUsed());
        assertEquals(0, messages.terminate().code());
        assertEquals(0x80B80003, messages.terminate().code());
    }

    @Test
    void checksItsBlock() {
        common.initialize();
        messages.initialize();
        assertEquals(0x80B8000D, messages.open(new GuestPtr<>(memory, 0, MessageDialogExports.Message.class)).code());
        assertEquals(0x80B8000A, messages.open(message(4)).code());
        GuestPtr<MessageDialogExports.Message> block = message(1);
        memory.putInt(BLOCK + 0x2C, 0xC0D1A109);
        assertEquals(0x80B8000A, messages.open(block).code());
        memory.putInt(BLOCK + 0x2C, 0xC0D1A109 + (int) BLOCK);
        memory.putLong(BLOCK, 0x38);
        assertEquals(0x80B8000A, messages.open(block).code());
        assertEquals(0x80B8000D, messages.result(new GuestPtr<>(memory, 0, MessageDialogExports.Result.class)).code());
    }

    @Test
    void keepsABarRunningUntilItIsClosed() {
        common.initialize();
        messages.initialize();
        assertEquals(0x80B8000B, messages.bar(0, 10).code());
        messages.open(message(2));

        assertEquals(2, messages.update());
        assertEquals(0, messages.bar(0, 10).code());
        assertEquals(0, messages.close().code());
        assertEquals(3, messages.update());
    }

    @Test
    void waitsForTheUserWhereThereIsAWindow() {
        users.titleStarting(TitleDialogsTest.title(false));
        common.initialize();
        messages.initialize();
        memory.putInt(TEXT, 1);
        memory.putLong(TEXT + 8, 0x1180);
        memory.putBytes(0x1180, "Go on?\0".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        messages.open(message(1));
        assertEquals(2, messages.update());
        UserDialogs.Open open = users.open().getFirst();
        assertEquals(new Question(Question.Kind.MESSAGE, "Go on?", List.of("yes", "no"), false), open.question());

        assertTrue(users.answer(open.id(), new Answer.Chosen(1)));

        assertFalse(users.answer(open.id(), new Answer.Chosen(0)));
        assertEquals(3, messages.update());
        messages.result(result);
        assertEquals(0, memory.getInt(0x1204));
        assertEquals(2, memory.getInt(0x1208));
    }

    @Test
    void tellsThatAQuestionWasLeft() {
        users.titleStarting(TitleDialogsTest.title(true, "cancel"));
        common.initialize();
        messages.initialize();
        memory.putInt(TEXT, 3);
        messages.open(message(1));
        messages.update();
        messages.result(result);
        assertEquals(1, memory.getInt(0x1204));
        assertEquals(0, memory.getInt(0x1208));
    }

    /** A text without buttons is the title's to close. */
    @Test
    void takesAClosedDialogBack() {
        common.initialize();
        messages.initialize();
        memory.putInt(TEXT, 2);
        messages.open(message(1));
        assertEquals(2, messages.update());
        assertEquals(1, users.open().size());
        messages.close();
        assertEquals(List.of(), users.open());
        assertEquals(3, messages.update());
    }
}
