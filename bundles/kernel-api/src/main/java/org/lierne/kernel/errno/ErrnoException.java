package org.lierne.kernel.errno;

/** A kernel service could not do what the guest asked; carries no stack trace because it is an answer, not a mistake of ours. */
public final class ErrnoException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final Errno errno;

    public ErrnoException(Errno errno, String message) {
        super(errno + ": " + message, null, false, false);
        this.errno = errno;
    }

    public Errno errno() {
        return errno;
    }
}
