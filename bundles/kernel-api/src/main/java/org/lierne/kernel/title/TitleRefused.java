package org.lierne.kernel.title;

/** The input is not a title that can be run; the message is one line in the refusal shape. */
public final class TitleRefused extends RuntimeException {
    private static final long serialVersionUID = 1;

    public TitleRefused(String message) {
        super(message);
    }

    public TitleRefused(String message, Throwable cause) {
        super(message, cause);
    }
}
