package org.lierne.lib.common_dialog;

import org.lierne.hle.GuestStatus;

/** One dialog's four states. */
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
    private boolean isAnswered;

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
    synchronized GuestStatus open() {
        if (state == State.NONE) {
            return CommonDialogError.NOT_INITIALIZED;
        }
        if (state == State.RUNNING || !dialogs.take(this)) {
            return CommonDialogError.BUSY;
        }
        state = State.RUNNING;
        isAnswered = false;
        return GuestStatus.OK;
    }

    /** Somebody, or nobody in front of the screen, has answered: the next update finishes it. */
    synchronized void answer() {
        isAnswered = true;
    }

    /** The only call that moves a dialog from running to finished. */
    synchronized State update() {
        if (state == State.RUNNING && isAnswered) {
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
        isAnswered = true;
        return GuestStatus.OK;
    }

    synchronized GuestStatus terminate() {
        if (state == State.NONE) {
            return CommonDialogError.NOT_INITIALIZED;
        }
        state = State.NONE;
        dialogs.release(this);
        return GuestStatus.OK;
    }
}
