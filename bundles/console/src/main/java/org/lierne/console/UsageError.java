package org.lierne.console;

/** The command line is off; the message is the sentence to print before the usage. Exit code 2. */
final class UsageError extends RuntimeException {
    private static final long serialVersionUID = 1;

    UsageError(String message) {
        super(message);
    }
}
