package org.lierne.lib.np;

import org.lierne.hle.GuestStatus;

/** Errors of the network platform. Documented: system calls, section 15. */
enum NpError implements GuestStatus {
    ALREADY_INITIALIZED(0x0001),
    NOT_INITIALIZED(0x0002),
    ARGUMENT(0x0003),
    OUT_OF_MEMORY(0x0005),
    SIGNED_OUT(0x0006),
    USER_NOT_FOUND(0x0007),
    CALLBACK_REGISTERED(0x0008),
    CALLBACK_NOT_REGISTERED(0x0009),
    SIZE(0x0011),
    ABORTED(0x0012),
    REQUESTS_FULL(0x0013),
    REQUEST_UNKNOWN(0x0014),
    ID(0x0015),
    CALLBACKS_FULL(0x001D);

    private static final int FACILITY = 0x80550000;

    private final int number;

    NpError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
