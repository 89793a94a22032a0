package org.lierne.console;

/** Carries a verb's exit status out of a console command; the verb has printed why. The launcher reads the message as the status. */
final class VerbFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    VerbFailed(int status) {
        super(Integer.toString(status), null, false, false);
    }

    /** What the interactive shell prints of an exception. */
    @Override
    public String toString() {
        return "(exit status " + getMessage() + ")";
    }
}
