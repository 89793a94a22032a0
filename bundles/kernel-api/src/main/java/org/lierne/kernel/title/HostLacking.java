package org.lierne.kernel.title;

/**
 * The host lacks something that the title needs; the message says what, and the command that gets it. Thrown by a
 * {@link TitleListener#titleStarting} and passed on by {@link TitleRunner#run} (exit code 5).
 */
public final class HostLacking extends RuntimeException {
    private static final long serialVersionUID = 1;

    public HostLacking(String message) {
        super(message);
    }

    public HostLacking(String message, Throwable cause) {
        super(message, cause);
    }
}
