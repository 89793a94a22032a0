package org.lierne.console;

/** The host lacks something; the message says what, and the command that gets it. Exit code 5. */
final class HostLacks extends RuntimeException {
    private static final long serialVersionUID = 1;

    HostLacks(String message) {
        super(message);
    }
}
