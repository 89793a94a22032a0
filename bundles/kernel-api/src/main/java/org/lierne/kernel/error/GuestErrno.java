package org.lierne.kernel.error;

/** A call of the guest failed in a way that the guest is told about. Carries no stack trace: it is a result, not a mistake of ours. */
public final class GuestErrno extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final Errno errno;

    public GuestErrno(Errno errno, String reason) {
        super(errno + ": " + reason, null, false, false);
        this.errno = errno;
    }

    public Errno errno() {
        return errno;
    }
}
