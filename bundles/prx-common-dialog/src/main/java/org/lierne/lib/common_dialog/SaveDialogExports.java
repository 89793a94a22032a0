package org.lierne.lib.common_dialog;

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
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/**
 * Lists of saves, and messages about them: a list is cancelled, since nobody chooses; a message is answered with its first button.
 * Documented: system calls, section 14; modes in the order of the pointers of their blocks.
 */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.common-dialog", library = "libSceSaveDataDialog")
public final class SaveDialogExports implements HleModule, TitleListener {
    private static final Logger LOG = LoggerFactory.getLogger(SaveDialogExports.class);
    private static final Marker HLE = MarkerFactory.getMarker("HLE");
    private static final int BASE_BYTES = 0x30;
    private static final int BYTES = 0xA0;
    private static final int MAGIC_OFFSET = 0x2C;
    private static final int MAGIC = 0xC0D1_A109;
    private static final int LIST_MODE = 1;
    private static final int BAR_MODE = 5;
    private static final int LAST_KIND = 3;
    private static final int CANCELLED = 1;
    private static final int FIRST_BUTTON = 1;

    /** What is shown; {@code kind} is 1 to save, 2 to load, 3 to delete. */
    @GuestStruct(size = BYTES)
    public record Shown(@At(0x00) long baseBytes, @At(MAGIC_OFFSET) int magic, @At(0x30) int bytes, @At(0x34) int mode, @At(0x38) int kind,
            @At(0x70) long userData) {}

    /** How it ended; the pointers are the title's own. */
    @GuestStruct(size = 0x48)
    public record Result(@At(0x00) int mode, @At(0x04) int result, @At(0x08) int button, @At(0x10) long directory, @At(0x18) long parameters,
            @At(0x20) long userData) {}

    private final Dialog dialog;
    private volatile int mode;
    private volatile long userData;

    @Activate
    public SaveDialogExports(@Reference Dialogs dialogs) {
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
    @SilentStub("lib.common-dialog.unseen")
    public GuestStatus open(GuestPtr<Shown> shown) {
        if (shown.isNull()) {
            return CommonDialogError.NULL_ARGUMENT;
        }
        Shown s = shown.get();
        boolean isBlock = s.baseBytes() == BASE_BYTES && s.magic() == MAGIC + (int) shown.address() && s.bytes() == BYTES;
        if (!isBlock || s.mode() < LIST_MODE || s.mode() > BAR_MODE || s.kind() < 1 || s.kind() > LAST_KIND) {
            return CommonDialogError.PARAMETER;
        }
        GuestStatus opened = dialog.open();
        if (opened.code() == 0) {
            mode = s.mode();
            userData = s.userData();
            LOG.info(HLE, "save dialog: mode {}, kind {}", s.mode(), s.kind());
            if (mode != BAR_MODE) {
                dialog.answer();
            }
        }
        return opened;
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
        boolean isList = mode == LIST_MODE;
        result.set(new Result(mode, isList ? CANCELLED : 0, isList ? 0 : FIRST_BUTTON, places.directory(), places.parameters(), userData));
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
