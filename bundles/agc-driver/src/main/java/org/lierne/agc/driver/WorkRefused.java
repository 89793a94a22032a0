package org.lierne.agc.driver;

/**
 * A draw, dispatch or flip that cannot be done right; the message is one line in the refusal shape and ends the title.
 */
final class WorkRefused extends RuntimeException {
    private static final long serialVersionUID = 1;

    WorkRefused(String message) {
        super(message);
    }

    WorkRefused(String message, Throwable cause) {
        super(message, cause);
    }
}
