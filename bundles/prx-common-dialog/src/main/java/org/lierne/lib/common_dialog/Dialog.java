package org.lierne.lib.common_dialog;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lierne.hle.GuestStatus;
import org.lierne.kernel.dialog.Answer;
import org.lierne.kernel.dialog.Question;

/** One dialog's four states, and its question to the user. */
final class Dialog {
    /** In the order of the guest's numbers. */
    enum State {
        NONE,
        INITIALIZED,
        RUNNING,
        FINISHED
    }

    private final Dialogs dialogs;
    private State state = State.NONE;
    private boolean isOver;
    private @Nullable Answer answer;
    private int question;

    Dialog(Dialogs dialogs) {
        this.dialogs = dialogs;
    }

    synchronized void reset() {
        state = State.NONE;
    }

    synchronized State state() {
        return state;
    }

    synchronized GuestStatus initialize() {
        return dialogs.isOff() ? CommonDialogError.SYSTEM_NOT_INITIALIZED : initializeAlone();
    }

    /** For a dialog that does not need the common part first. */
    synchronized GuestStatus initializeAlone() {
        if (state != State.NONE) {
            return CommonDialogError.ALREADY_INITIALIZED;
        }
        state = State.INITIALIZED;
        return GuestStatus.OK;
    }

    /** Legal once initialised and again when finished. */
    synchronized GuestStatus open(Question shown) {
        if (state == State.NONE) {
            return CommonDialogError.NOT_INITIALIZED;
        }
        if (state == State.RUNNING || !dialogs.take(this)) {
            return CommonDialogError.BUSY;
        }
        state = State.RUNNING;
        isOver = false;
        answer = null;
        question = dialogs.ask(shown, this::answer);
        return GuestStatus.OK;
    }

    private synchronized void answer(Answer given) {
        if (state == State.RUNNING && !isOver) {
            answer = given;
            isOver = true;
        }
    }

    /** What the user answered; empty if the title closed the dialog itself. */
    synchronized Optional<Answer> answer() {
        return Optional.ofNullable(answer);
    }

    /** The only call that moves a dialog from running to finished. */
    synchronized State update() {
        if (state == State.RUNNING && isOver) {
            state = State.FINISHED;
            dialogs.release(this);
        }
        return state;
    }

    synchronized GuestStatus close() {
        if (state == State.NONE) {
            return CommonDialogError.NOT_INITIALIZED;
        }
        if (state != State.RUNNING) {
            return CommonDialogError.NOT_RUNNING;
        }
        dialogs.withdraw(question);
        isOver = true;
        return GuestStatus.OK;
    }

    synchronized GuestStatus terminate() {
        if (state == State.NONE) {
            return CommonDialogError.NOT_INITIALIZED;
        }
        dialogs.withdraw(question);
        state = State.NONE;
        dialogs.release(this);
        return GuestStatus.OK;
    }
}
