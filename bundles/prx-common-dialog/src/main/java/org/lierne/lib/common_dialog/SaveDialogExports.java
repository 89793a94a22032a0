package org.lierne.lib.common_dialog;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.InOut;
import org.lierne.hle.OrNull;
import org.lierne.hle.SilentStub;
import org.lierne.kernel.dialog.Answer;
import org.lierne.kernel.dialog.Question;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Lists of saves, and messages about them. Documented: system calls, section 14; modes in the order of the pointers of their blocks. The blocks
 * themselves are assumed (lib.common-dialog.unseen): items with title at 8, names at 10 and their number at 18; texts with buttons at 0 and
 * text at 8; codes and numbers of system texts at 0; bars with text at 8.
 */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.common-dialog", library = "libSceSaveDataDialog")
public final class SaveDialogExports implements HleModule, TitleListener {
    private static final int BASE_BYTES = 0x30;
    private static final int BYTES = 0xA0;
    private static final int MAGIC_OFFSET = 0x2C;
    private static final int MAGIC = 0xC0D1_A109;
    private static final int LIST_MODE = 1;
    private static final int TEXT_MODE = 2;
    private static final int ERROR_MODE = 4;
    private static final int BAR_MODE = 5;
    private static final int LAST_KIND = 3;
    private static final int NAME_BYTES = 32;
    private static final int MOST_NAMES = 1024;
    private static final int MOST_TEXT_BYTES = 8192;
    private static final int NAMES = 0x10;
    private static final int NAME_COUNT = 0x18;
    private static final List<String> KINDS = List.of("", "Save", "Load", "Delete");

    /** What is shown; {@code kind} is 1 to save, 2 to load, 3 to delete. */
    @GuestStruct(size = BYTES)
    public record Shown(@At(0x00) long baseBytes, @At(MAGIC_OFFSET) int magic, @At(0x30) int bytes, @At(0x34) int mode, @At(0x38) int kind,
            @At(0x48) long items, @At(0x50) long text, @At(0x58) long system, @At(0x60) long error, @At(0x68) long bar,
            @At(0x70) long userData) {
        long block() {
            return switch (mode) {
                case LIST_MODE -> items;
                case TEXT_MODE -> text;
                case ERROR_MODE -> error;
                case BAR_MODE -> bar;
                default -> system;
            };
        }
    }

    /** How it ended; the pointers are the title's own. */
    @GuestStruct(size = 0x48)
    public record Result(@At(0x00) int mode, @At(0x04) int result, @At(0x08) int button, @At(0x10) long directory, @At(0x18) long parameters,
            @At(0x20) long userData) {}

    private final GuestMemory memory;
    private final Dialog dialog;
    private volatile int mode;
    private volatile long userData;
    private volatile List<String> names = List.of();

    @Activate
    public SaveDialogExports(@Reference GuestMemory memory, @Reference Dialogs dialogs) {
        this.memory = memory;
        this.dialog = new Dialog(dialogs);
    }

    @Override
    public void titleStarting(Title title) {
        dialog.reset();
    }

    @HleExport(name = "sceSaveDataDialogInitialize", nid = "s9e3+YpRnzw")
    public GuestStatus initialize() {
        return dialog.initialize();
    }

    @HleExport(name = "sceSaveDataDialogOpen", nid = "4tPhsP6FpDI")
    public GuestStatus open(GuestPtr<Shown> shown) {
        if (shown.isNull()) {
            return CommonDialogError.NULL_ARGUMENT;
        }
        Shown s = shown.get();
        boolean isBlock = s.baseBytes() == BASE_BYTES && s.magic() == MAGIC + (int) shown.address() && s.bytes() == BYTES;
        if (!isBlock || s.mode() < LIST_MODE || s.mode() > BAR_MODE || s.kind() < 1 || s.kind() > LAST_KIND) {
            return CommonDialogError.PARAMETER;
        }
        List<String> offered = s.mode() == LIST_MODE ? names(s.items()) : List.of();
        GuestStatus opened = dialog.open(question(s, offered));
        if (opened.code() == 0) {
            mode = s.mode();
            userData = s.userData();
            names = offered;
        }
        return opened;
    }

    private Question question(Shown s, List<String> offered) {
        int number = s.block() == 0 || s.mode() == LIST_MODE ? 0 : memory.getInt(s.block());
        return switch (s.mode()) {
            case LIST_MODE -> new Question(Question.Kind.SAVES, KINDS.get(s.kind()), offered, true);
            case TEXT_MODE -> Buttons.of(number).question(text(s.block()), List.of());
            case ERROR_MODE -> new Question(Question.Kind.ERROR, "Error 0x%08x".formatted(number), List.of(Answer.OK), false);
            case BAR_MODE -> new Question(Question.Kind.NOTICE, text(s.block()), List.of(), false);
            default -> new Question(Question.Kind.MESSAGE, "%s: system text %d".formatted(KINDS.get(s.kind()), number), List.of(Answer.OK), true);
        };
    }

    private String text(long block) {
        long text = block == 0 ? 0 : memory.getLong(block + Long.BYTES);
        return text == 0 ? "" : memory.getString(text, MOST_TEXT_BYTES);
    }

    private List<String> names(long items) {
        if (items == 0) {
            return List.of();
        }
        long first = memory.getLong(items + NAMES);
        int count = first == 0 ? 0 : Math.clamp(memory.getInt(items + NAME_COUNT), 0, MOST_NAMES);
        return IntStream.range(0, count).mapToObj(i -> memory.getString(first + (long) i * NAME_BYTES, NAME_BYTES)).toList();
    }

    @HleExport(name = "sceSaveDataDialogGetStatus", nid = "ERKzksauAJA")
    public int status() {
        return dialog.state().ordinal();
    }

    @HleExport(name = "sceSaveDataDialogUpdateStatus", nid = "KK3Bdg1RWK0")
    public int update() {
        return dialog.update().ordinal();
    }

    /** There is always a screen for it. */
    @HleExport(name = "sceSaveDataDialogIsReadyToDisplay", nid = "en7gNVnh878")
    public boolean isReady() {
        return true;
    }

    @HleExport(name = "sceSaveDataDialogGetResult", nid = "yEiJ-qqr6Cg")
    public GuestStatus result(@InOut GuestPtr<Result> result) {
        if (result.isNull()) {
            return CommonDialogError.NULL_ARGUMENT;
        }
        if (dialog.state() != Dialog.State.FINISHED) {
            return CommonDialogError.NOT_FINISHED;
        }
        Result places = result.get();
        Buttons.Pressed pressed = Buttons.pressed(dialog.answer());
        boolean isList = mode == LIST_MODE;
        if (isList && places.directory() != 0 && dialog.answer().orElse(null) instanceof Answer.Chosen(int index)) {
            memory.putBytes(places.directory(), Arrays.copyOf(names.get(index).getBytes(StandardCharsets.UTF_8), NAME_BYTES));
        }
        result.set(new Result(mode, pressed.result(), isList ? 0 : pressed.button(), places.directory(), places.parameters(), userData));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceSaveDataDialogClose", nid = "fH46Lag88XY")
    public GuestStatus close(@OrNull GuestPtr<Integer> animation) {
        return dialog.close();
    }

    @HleExport(name = "sceSaveDataDialogTerminate", nid = "YuH2FA7azqQ")
    public GuestStatus terminate() {
        return dialog.terminate();
    }

    @HleExport(name = "sceSaveDataDialogProgressBarInc", nid = "V-uEeFKARJU")
    @HleExport(name = "sceSaveDataDialogProgressBarSetValue", nid = "hay1CfTmLyA")
    @SilentStub("lib.common-dialog.unseen")
    public GuestStatus bar(int target, int value) {
        return dialog.state() == Dialog.State.RUNNING && mode == BAR_MODE ? GuestStatus.OK : CommonDialogError.NOT_RUNNING;
    }
}
