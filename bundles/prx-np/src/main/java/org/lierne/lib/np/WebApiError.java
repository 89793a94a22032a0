package org.lierne.lib.np;

import org.lierne.hle.GuestStatus;

/** Errors of the web interface library. Documented: system calls, section 15. */
enum WebApiError implements GuestStatus {
    ARGUMENT(0x0002),
    REQUEST_UNKNOWN(0x0006),
    NOT_SIGNED_IN(0x0007);

    private static final int FACILITY = 0x80553400;

    private final int number;

    WebApiError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
