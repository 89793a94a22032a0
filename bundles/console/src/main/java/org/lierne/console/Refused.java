package org.lierne.console;

/** The input was refused; the message is one line in the refusal shape. Exit code 3. */
final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;

    Refused(String message) {
        super(message);
    }

    Refused(String message, Throwable cause) {
        super(message, cause);
    }
}
