package org.lierne.lib.common_dialog;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.kernel.dialog.Answer;
import org.lierne.kernel.dialog.Question;
import org.lierne.kernel.dialog.UserDialogs;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * The dialog in which the user enters a text. The title sees it run at least once; then the text is in its buffer, cut to the wanted length and
 * with a zero behind it. Documented: system calls, section 14. The ranges of languages, labels, methods, options and places are not described
 * and not checked.
 */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.common-dialog", library = "libSceImeDialog")
public final class TextEntryExports implements HleModule, TitleListener {
    private static final int CANCELLED = 1;
    private static final int ABORTED = 2;

    /** In the order of the guest's numbers. */
    private enum State {
        NONE,
        RUNNING,
        FINISHED
    }

    /** What is asked for. */
    @GuestStruct(size = 0x60)
    public record Entry(@At(0x00) int user, @At(0x04) int type, @At(0x08) long languages, @At(0x24) int length, @At(0x28) long buffer,
            @At(0x48) long title, @At(0x50) long reserved, @At(0x58) long moreReserved) {}

    /** How it ended: 0 with a text, 1 cancelled, 2 aborted by the title. */
    @GuestStruct(size = 0x10)
    public record Result(@At(0x00) int end) {}

    private final GuestTexts texts;
    private final UserDialogs users;
    private State state = State.NONE;
    private boolean wasSeen;
    private @Nullable Answer answer;
    private int question;
    private int length;
    private long buffer;
    private int end;

    @Activate
    public TextEntryExports(@Reference GuestMemory memory, @Reference UserDialogs users) {
        this.texts = new GuestTexts(memory);
        this.users = users;
    }

    @Override
    public synchronized void titleStarting(Title title) {
        state = State.NONE;
    }

    @HleExport(name = "sceImeDialogInit", nid = "NUeBrN7hzf0")
    public synchronized GuestStatus open(GuestPtr<Entry> entry, @OrNull GuestPtr<Integer> extended) {
        if (state != State.NONE) {
            return TextEntryError.BUSY;
        }
        if (entry.isNull()) {
            throw new HleRefusal("text entry without its record; the code for that is not known");
        }
        Entry wanted = entry.get();
        GuestStatus checked = check(wanted);
        if (checked.code() == 0) {
            state = State.RUNNING;
            wasSeen = false;
            answer = null;
            length = wanted.length();
            buffer = wanted.buffer();
            question = users.ask(new Question(Question.Kind.TEXT, wanted.title() == 0 ? "" : texts.read(wanted.title()), List.of(), true),
                    this::answer);
        }
        return checked;
    }

    private synchronized void answer(Answer given) {
        answer = given;
    }

    private static GuestStatus check(Entry entry) {
        GuestStatus checked = TextEntryError.first(entry.user(), entry.type(), entry.length(), entry.buffer());
        if (checked.code() != 0) {
            return checked;
        }
        return entry.reserved() != 0 || entry.moreReserved() != 0 ? TextEntryError.RESERVED : GuestStatus.OK;
    }

    /** Running is seen at least once. */
    @HleExport(name = "sceImeDialogGetStatus", nid = "IADmD4tScBY")
    public synchronized int status() {
        Answer given = answer;
        if (state == State.RUNNING && wasSeen && given != null) {
            state = State.FINISHED;
            end = given instanceof Answer.Entered ? 0 : CANCELLED;
            if (given instanceof Answer.Entered(String text)) {
                texts.write(buffer, text, length);
            }
        }
        wasSeen = true;
        return state.ordinal();
    }

    @HleExport(name = "sceImeDialogAbort", nid = "oBmw4xrmfKs")
    public synchronized GuestStatus abort() {
        if (state == State.NONE) {
            return TextEntryError.NOT_IN_USE;
        }
        if (state == State.RUNNING) {
            users.withdraw(question);
            state = State.FINISHED;
            end = ABORTED;
        }
        return GuestStatus.OK;
    }

    @HleExport(name = "sceImeDialogGetResult", nid = "x01jxu+vxlc")
    public synchronized GuestStatus result(@Out GuestPtr<Result> result) {
        if (state == State.NONE) {
            return TextEntryError.NOT_IN_USE;
        }
        if (state != State.FINISHED || result.isNull()) {
            throw new HleRefusal("the code for a result of text entry that is not there yet, or has no place, is not known");
        }
        result.set(new Result(end));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceImeDialogTerm", nid = "gyTyVn+bXMw")
    public synchronized GuestStatus terminate() {
        if (state == State.NONE) {
            return TextEntryError.NOT_IN_USE;
        }
        if (state == State.RUNNING) {
            throw new HleRefusal("the code for ending text entry while it runs is not known");
        }
        state = State.NONE;
        return GuestStatus.OK;
    }
}
