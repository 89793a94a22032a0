package org.lierne.lib.common_dialog;

import java.util.List;
import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestString;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.Out;
import org.lierne.hle.SilentStub;
import org.lierne.kernel.dialog.Answer;
import org.lierne.kernel.dialog.Question;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Messages, progress bars and the system's own texts. Documented: system calls, section 14. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.common-dialog", library = "libSceMsgDialog")
public final class MessageDialogExports implements HleModule, TitleListener {
    private static final int BASE_BYTES = 0x30;
    private static final int MESSAGE_BYTES = 0x88;
    private static final int MAGIC_OFFSET = 0x2C;
    private static final int MAGIC = 0xC0D1_A109;
    private static final int TEXT_MODE = 1;
    private static final int BAR_MODE = 2;
    private static final int SYSTEM_MODE = 3;
    private static final int BAR_WITH_CANCEL = 1;
    private static final int BUTTONS_POINTER = 0x10;
    private static final int MOST_TEXT_BYTES = 8192;

    /** The parameters behind their base block. */
    @GuestStruct(size = MESSAGE_BYTES)
    public record Message(@At(0x00) long baseBytes, @At(MAGIC_OFFSET) int magic, @At(0x30) long bytes, @At(0x38) int mode, @At(0x40) long text,
            @At(0x48) long bar, @At(0x50) long system, @At(0x58) int user) {}

    /** How it ended: mode, 0 for ok, button. */
    @GuestStruct(size = 0x2C)
    public record Result(@At(0x00) int mode, @At(0x04) int result, @At(0x08) int button) {}

    private final GuestMemory memory;
    private final Dialog dialog;
    private volatile int mode;

    @Activate
    public MessageDialogExports(@Reference GuestMemory memory, @Reference Dialogs dialogs) {
        this.memory = memory;
        this.dialog = new Dialog(dialogs);
    }

    @Override
    public void titleStarting(Title title) {
        dialog.reset();
    }

    @HleExport(name = "sceMsgDialogInitialize", nid = "lDqxaY1UbEo")
    public GuestStatus initialize() {
        return dialog.initialize();
    }

    @HleExport(name = "sceMsgDialogOpen", nid = "b06Hh0DPEaE")
    public GuestStatus open(GuestPtr<Message> message) {
        if (message.isNull()) {
            return CommonDialogError.NULL_ARGUMENT;
        }
        Message m = message.get();
        boolean isBlock = m.baseBytes() == BASE_BYTES && m.magic() == MAGIC + (int) message.address() && m.bytes() == MESSAGE_BYTES;
        if (!isBlock || m.mode() < TEXT_MODE || m.mode() > SYSTEM_MODE || block(m) == 0) {
            return CommonDialogError.PARAMETER;
        }
        GuestStatus opened = dialog.open(question(m));
        if (opened.code() == 0) {
            mode = m.mode();
        }
        return opened;
    }

    private static long block(Message m) {
        return m.mode() == TEXT_MODE ? m.text() : m.mode() == BAR_MODE ? m.bar() : m.system();
    }

    /** Text and bar blocks begin with a number, their text pointer is at 8. */
    private Question question(Message m) {
        int number = memory.getInt(block(m));
        if (m.mode() == SYSTEM_MODE) {
            return new Question(Question.Kind.MESSAGE, "system text " + number, List.of(Answer.OK), false);
        }
        long text = memory.getLong(block(m) + Long.BYTES);
        String words = text == 0 ? "" : memory.getString(text, MOST_TEXT_BYTES);
        if (m.mode() == BAR_MODE) {
            return new Question(Question.Kind.NOTICE, words, List.of(), number == BAR_WITH_CANCEL);
        }
        return Buttons.of(number).question(words, number == Buttons.OWN ? ownWords(memory.getLong(block(m) + BUTTONS_POINTER)) : List.of());
    }

    /** Two pointers to texts. */
    private List<String> ownWords(long buttons) {
        return buttons == 0 ? List.of() : List.of(memory.getString(memory.getLong(buttons), MOST_TEXT_BYTES),
                memory.getString(memory.getLong(buttons + Long.BYTES), MOST_TEXT_BYTES));
    }

    @HleExport(name = "sceMsgDialogGetStatus", nid = "CWVW78Qc3fI")
    public int status() {
        return dialog.state().ordinal();
    }

    @HleExport(name = "sceMsgDialogUpdateStatus", nid = "6fIC3XKt2k0")
    public int update() {
        return dialog.update().ordinal();
    }

    @HleExport(name = "sceMsgDialogGetResult", nid = "Lr8ovHH9l6A")
    public GuestStatus result(@Out GuestPtr<Result> result) {
        if (result.isNull()) {
            return CommonDialogError.NULL_ARGUMENT;
        }
        if (dialog.state() != Dialog.State.FINISHED) {
            return CommonDialogError.NOT_FINISHED;
        }
        Buttons.Pressed pressed = Buttons.pressed(dialog.answer());
        result.set(new Result(mode, pressed.result(), pressed.button()));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceMsgDialogClose", nid = "HTrcDKlFKuM")
    public GuestStatus close() {
        return dialog.close();
    }

    @HleExport(name = "sceMsgDialogTerminate", nid = "ePw-kqZmelo")
    public GuestStatus terminate() {
        return dialog.terminate();
    }

    @HleExport(name = "sceMsgDialogProgressBarInc", nid = "Gc5k1qcK4fs")
    @HleExport(name = "sceMsgDialogProgressBarSetValue", nid = "wTpfglkmv34")
    @SilentStub("lib.common-dialog.unseen")
    public GuestStatus bar(int target, int value) {
        return barRuns();
    }

    @HleExport(name = "sceMsgDialogProgressBarSetMsg", nid = "6H-71OdrpXM")
    @SilentStub("lib.common-dialog.unseen")
    public GuestStatus barText(int target, GuestString text) {
        return barRuns();
    }

    private GuestStatus barRuns() {
        return dialog.state() == Dialog.State.RUNNING && mode == BAR_MODE ? GuestStatus.OK : CommonDialogError.NOT_RUNNING;
    }
}
