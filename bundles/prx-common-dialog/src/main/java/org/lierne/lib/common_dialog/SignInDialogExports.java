package org.lierne.lib.common_dialog;

import java.util.List;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.OrNull;
import org.lierne.kernel.dialog.Question;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * The dialog in which the user would sign in to the network: there is none, so it can only be left. Its parameters are not described and not
 * looked at; the record of its result is not known and its call refuses. Documented: the states of all dialogs, system calls, section 14.
 */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.common-dialog", library = "libSceSigninDialog")
public final class SignInDialogExports implements HleModule, TitleListener {
    private final Dialog dialog;

    @Activate
    public SignInDialogExports(@Reference Dialogs dialogs) {
        this.dialog = new Dialog(dialogs);
    }

    @Override
    public void titleStarting(Title title) {
        dialog.reset();
    }

    @HleExport(name = "sceSigninDialogInitialize", nid = "mlYGfmqE3fQ")
    public GuestStatus initialize() {
        return dialog.initialize();
    }

    @HleExport(name = "sceSigninDialogOpen", nid = "JlpJVoRWv7U")
    public GuestStatus open(@OrNull GuestPtr<Integer> parameters) {
        return parameters.isNull() ? CommonDialogError.NULL_ARGUMENT
                : dialog.open(new Question(Question.Kind.SIGN_IN, "The title wants you to sign in; there is no network to sign in to.", List.of(), true));
    }

    @HleExport(name = "sceSigninDialogGetStatus", nid = "2m077aeC+PA")
    public int status() {
        return dialog.state().ordinal();
    }

    @HleExport(name = "sceSigninDialogUpdateStatus", nid = "Bw31liTFT3A")
    public int update() {
        return dialog.update().ordinal();
    }

    @HleExport(name = "sceSigninDialogClose", nid = "M3OkENHcyiU")
    public GuestStatus close() {
        return dialog.close();
    }

    @HleExport(name = "sceSigninDialogTerminate", nid = "LXlmS6PvJdU")
    public GuestStatus terminate() {
        return dialog.terminate();
    }
}
