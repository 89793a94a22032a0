package org.lierne.lib.np;

import org.lierne.hle.GuestStatus;

/** Errors of the authorisation library. Documented: system calls, section 15. */
enum AuthError implements GuestStatus {
    ARGUMENT(0x0301),
    ABORTED(0x0304),
    REQUESTS_FULL(0x0305),
    REQUEST_UNKNOWN(0x0306),
    ID(0x0307);

    private static final int FACILITY = 0x80550000;

    private final int number;

    AuthError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
