package org.lierne.lib.agc_driver;

import org.lierne.hle.GuestStatus;

/** Error codes of the driver library. */
enum AgcDriverError implements GuestStatus {
    TOO_MANY_DWORDS(0x8A6C0020),
    BAD_STREAM(0x8A6C0033),
    NULL_NAME(0x8A6C0035),
    NO_VALIDATION(0x8A6C1000),
    NO_REGISTRATION(0x8A6C9018),
    NOT_DIRECT(0x8A6D0001),
    NO_ASYNC_RING(0x8A6D0003),
    BAD_EVENT_QUEUE(0x80020009);

    private final int code;

    AgcDriverError(int code) {
        this.code = code;
    }

    @Override
    public int code() {
        return code;
    }
}
