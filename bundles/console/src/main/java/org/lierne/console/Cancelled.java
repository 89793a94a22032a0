package org.lierne.console;

/** Whoever asked for a verb does not want it any more. */
final class Cancelled extends RuntimeException {
    private static final long serialVersionUID = 1;

    Cancelled() {
        super("cancelled");
    }

    /** @param done rows that were done */
    Cancelled(long done) {
        super("cancelled after " + done);
    }
}
