package org.lierne.lib.common_dialog;

import java.util.List;
import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.dialog.Answer;
import org.lierne.kernel.dialog.Question;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * The error dialog. Its states are known, its codes for calls in the wrong state are not: those refuse. Documented: console facts,
 * section 2; system calls, section 14.
 */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.common-dialog", library = "libSceErrorDialog")
public final class ErrorDialogExports implements HleModule, TitleListener {
    private static final int BYTES = 0x10;

    /** What went wrong, and for whom. */
    @GuestStruct(size = BYTES)
    public record ErrorBlock(@At(0x00) int bytes, @At(0x04) int code, @At(0x08) int user, @At(0x0C) int reserved) {}

    private final Dialog dialog;

    @Activate
    public ErrorDialogExports(@Reference Dialogs dialogs) {
        this.dialog = new Dialog(dialogs);
    }

    @Override
    public void titleStarting(Title title) {
        dialog.reset();
    }

    /** The answer of a legal call; another one's code is not known. */
    private static GuestStatus legal(GuestStatus status) {
        if (status.code() != 0) {
            throw new HleRefusal("the error dialog's code for " + status + " is not known");
        }
        return status;
    }

    @HleExport(name = "sceErrorDialogInitialize", nid = "I88KChlynSs")
    public GuestStatus initialize() {
        return legal(dialog.initializeAlone());
    }

    @HleExport(name = "sceErrorDialogOpen", nid = "M2ZF-ClLhgY")
    public GuestStatus open(GuestPtr<ErrorBlock> error) {
        if (error.isNull() || error.get().bytes() != BYTES) {
            return legal(CommonDialogError.PARAMETER);
        }
        return legal(dialog.open(new Question(Question.Kind.ERROR, "Error 0x%08x".formatted(error.get().code()), List.of(Answer.OK), false)));
    }

    @HleExport(name = "sceErrorDialogGetStatus", nid = "t2FvHRXzgqk")
    public int status() {
        return dialog.state().ordinal();
    }

    @HleExport(name = "sceErrorDialogUpdateStatus", nid = "WWiGuh9XfgQ")
    public int update() {
        return dialog.update().ordinal();
    }

    @HleExport(name = "sceErrorDialogClose", nid = "ekXHb1kDBl0")
    public GuestStatus close() {
        return legal(dialog.close());
    }

    @HleExport(name = "sceErrorDialogTerminate", nid = "9XAxK2PMwk8")
    public GuestStatus terminate() {
        return legal(dialog.terminate());
    }
}
