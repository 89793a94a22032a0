package org.lierne.lib.common_dialog;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.lierne.hle.GuestStatus;
import org.lierne.kernel.dialog.Answer;
import org.lierne.kernel.dialog.Question;
import org.lierne.kernel.dialog.UserDialogs;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The state that all dialogs of a title share: whether they may be used, and which one runs. */
@Component(service = {Dialogs.class, TitleListener.class})
public final class Dialogs implements TitleListener {
    private final UserDialogs users;
    private boolean isInitialized;
    private @Nullable Dialog running;

    @Activate
    public Dialogs(@Reference UserDialogs users) {
        this.users = users;
    }

    @Override
    public synchronized void titleStarting(Title title) {
        isInitialized = false;
        running = null;
    }

    synchronized GuestStatus initialize() {
        if (isInitialized) {
            return CommonDialogError.SYSTEM_ALREADY_INITIALIZED;
        }
        isInitialized = true;
        return GuestStatus.OK;
    }

    synchronized boolean isOff() {
        return !isInitialized;
    }

    /** Gives the screen to a dialog; false while another has it. */
    synchronized boolean take(Dialog dialog) {
        if (running != null && running != dialog) {
            return false;
        }
        running = dialog;
        return true;
    }

    synchronized void release(Dialog dialog) {
        if (running == dialog) {
            running = null;
        }
    }

    int ask(Question question, Consumer<Answer> answered) {
        return users.ask(question, answered);
    }

    void withdraw(int question) {
        users.withdraw(question);
    }

    synchronized boolean isUsed() {
        return running != null;
    }
}
