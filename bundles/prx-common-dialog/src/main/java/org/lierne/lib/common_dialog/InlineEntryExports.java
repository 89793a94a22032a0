package org.lierne.lib.common_dialog;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.lierne.hle.At;
import org.lierne.hle.GuestCallback;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.hle.SilentStub;
import org.lierne.kernel.dialog.Answer;
import org.lierne.kernel.dialog.Question;
import org.lierne.kernel.dialog.UserDialogs;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.title.LocalUser;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Text entry within the title's own screen: what the user does comes to a function of the title, when the title asks for it. The record of an
 * event and its text lie in the working memory that the title gave. Assumed: lib.common-dialog.inline.
 */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.common-dialog", library = "libSceIme")
public final class InlineEntryExports implements HleModule, TitleListener {
    private static final int NUMBERS = 4;
    private static final int PANEL_WIDTH = 793;
    private static final int PANEL_HEIGHT = 408;
    private static final int NUMBERS_WIDTH = 370;
    private static final int NUMBERS_HEIGHT = 402;
    private static final int TEXT_OFFSET = 0x80;
    private static final int AREA_EDITED = 1;

    /** By the guest's numbers. */
    private enum Kind {
        OPENED(0),
        TEXT(1),
        CLOSE_PRESSED(4),
        ENTER_PRESSED(5);

        private final int number;

        Kind(int number) {
            this.number = number;
        }
    }

    private record Event(Kind kind, String text) {}

    /** What is asked for. */
    @GuestStruct(size = 0x60)
    public record Entry(@At(0x00) int user, @At(0x04) int type, @At(0x24) int length, @At(0x28) long buffer, @At(0x30) float x,
            @At(0x34) float y, @At(0x40) long work, @At(0x48) long argument, @At(0x50) long handler, @At(0x58) long reserved) {}

    /** An event with the place of the panel. */
    @GuestStruct(size = 0x48)
    public record PanelEvent(@At(0x00) int kind, @At(0x08) float x, @At(0x0C) float y, @At(0x10) int width, @At(0x14) int height) {}

    /** An event with the text: where the caret stands, and one area, that which was edited. */
    @GuestStruct(size = 0x48)
    public record TextEvent(@At(0x00) int kind, @At(0x08) long text, @At(0x10) int caret, @At(0x14) int areas, @At(0x18) int mode,
            @At(0x1C) int index, @At(0x20) int length) {}

    private final GuestMemory memory;
    private final GuestTexts texts;
    private final UserDialogs users;
    private final Queue<Event> events = new ArrayDeque<>();
    private @Nullable Entry open;
    private int question;

    @Activate
    public InlineEntryExports(@Reference GuestMemory memory, @Reference UserDialogs users) {
        this.memory = memory;
        this.texts = new GuestTexts(memory);
        this.users = users;
    }

    @Override
    public synchronized void titleStarting(Title title) {
        open = null;
        events.clear();
    }

    @HleExport(name = "sceImeParamInit", nid = "WmYDzdC4EHI")
    public void clear(@Out GuestPtr<Entry> entry) {
        if (!entry.isNull()) {
            entry.set(new Entry(LocalUser.INVALID, 0, 0, 0, 0, 0, 0, 0, 0, 0));
        }
    }

    @HleExport(name = "sceImeOpen", nid = "RPydv-Jr1bc")
    public synchronized GuestStatus open(GuestPtr<Entry> entry, @OrNull GuestPtr<Integer> extended) {
        if (open != null) {
            return TextEntryError.BUSY;
        }
        if (entry.isNull()) {
            return TextEntryError.ADDRESS;
        }
        Entry wanted = entry.get();
        GuestStatus checked = check(wanted);
        if (checked.code() == 0) {
            open = wanted;
            events.clear();
            events.add(new Event(Kind.OPENED, ""));
            question = users.ask(new Question(Question.Kind.TEXT, texts.read(wanted.buffer(), wanted.length()), List.of(), true),
                    answer -> answer(wanted, answer));
        }
        return checked;
    }

    private static GuestStatus check(Entry entry) {
        GuestStatus checked = TextEntryError.first(entry.user(), entry.type(), entry.length(), entry.buffer());
        if (checked.code() != 0) {
            return checked;
        }
        if (entry.work() == 0) {
            return TextEntryError.WORK;
        }
        if (entry.handler() == 0) {
            return TextEntryError.HANDLER;
        }
        return entry.reserved() == 0 ? GuestStatus.OK : TextEntryError.RESERVED;
    }

    private synchronized void answer(Entry asked, Answer answer) {
        if (!asked.equals(open)) {
            return;
        }
        if (answer instanceof Answer.Entered(String text)) {
            events.add(new Event(Kind.TEXT, text));
            events.add(new Event(Kind.ENTER_PRESSED, text));
        } else {
            events.add(new Event(Kind.CLOSE_PRESSED, ""));
        }
    }

    /** Hands each event to the title's function, which may close the entry from within. */
    @HleExport(name = "sceImeUpdate", nid = "-4GCfYdNF1s")
    public GuestStatus update(@OrNull GuestCallback handler) {
        Entry entry = opened();
        if (entry == null) {
            return TextEntryError.NOT_OPENED;
        }
        if (handler.isNull()) {
            return TextEntryError.HANDLER;
        }
        for (Event event = next(entry); event != null; event = next(entry)) {
            write(entry, event);
            handler.call(entry.argument(), entry.work());
        }
        return GuestStatus.OK;
    }

    private synchronized @Nullable Entry opened() {
        return open;
    }

    private synchronized @Nullable Event next(Entry entry) {
        return entry.equals(open) ? events.poll() : null;
    }

    private void write(Entry entry, Event event) {
        if (event.kind() == Kind.OPENED) {
            new GuestPtr<>(memory, entry.work(), PanelEvent.class)
                    .set(new PanelEvent(event.kind().number, entry.x(), entry.y(), width(entry.type()), height(entry.type())));
            return;
        }
        long place = entry.work() + TEXT_OFFSET;
        int length = texts.write(place, event.text(), entry.length()).length();
        if (event.kind() == Kind.TEXT) {
            texts.write(entry.buffer(), event.text(), entry.length());
        }
        new GuestPtr<>(memory, entry.work(), TextEvent.class)
                .set(new TextEvent(event.kind().number, place, length, 1, AREA_EDITED, length, length));
    }

    private static int width(int type) {
        return type == NUMBERS ? NUMBERS_WIDTH : PANEL_WIDTH;
    }

    private static int height(int type) {
        return type == NUMBERS ? NUMBERS_HEIGHT : PANEL_HEIGHT;
    }

    @HleExport(name = "sceImeGetPanelSize", nid = "ziPDcIjO0Vk")
    public GuestStatus panel(GuestPtr<Entry> entry, @Out GuestPtr<Integer> width, @Out GuestPtr<Integer> height) {
        if (entry.isNull() || width.isNull() || height.isNull()) {
            return TextEntryError.ADDRESS;
        }
        width.set(width(entry.get().type()));
        height.set(height(entry.get().type()));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceImeSetText", nid = "ieCNrVrzKd4")
    public synchronized GuestStatus text(GuestPtr<Short> text, int length) {
        if (open == null) {
            return TextEntryError.NOT_OPENED;
        }
        if (text.isNull()) {
            return TextEntryError.ADDRESS;
        }
        texts.write(open.buffer(), texts.read(text.address(), Math.max(length, 0)), open.length());
        return GuestStatus.OK;
    }

    @SilentStub("lib.common-dialog.inline")
    @HleExport(name = "sceImeSetCaret", nid = "WLxUN2WMim8")
    public GuestStatus caret(GuestPtr<Integer> caret) {
        return shown(caret.isNull());
    }

    @SilentStub("lib.common-dialog.inline")
    @HleExport(name = "sceImeSetTextGeometry", nid = "TXYHFRuL8UY")
    public GuestStatus geometry(int mode, GuestPtr<Integer> geometry) {
        return shown(geometry.isNull());
    }

    private GuestStatus shown(boolean isNull) {
        if (opened() == null) {
            return TextEntryError.NOT_OPENED;
        }
        return isNull ? TextEntryError.ADDRESS : GuestStatus.OK;
    }

    @HleExport(name = "sceImeClose", nid = "TmVP8LzcFcY")
    public synchronized GuestStatus close() {
        if (open == null) {
            return TextEntryError.NOT_OPENED;
        }
        users.withdraw(question);
        open = null;
        events.clear();
        return GuestStatus.OK;
    }
}
