package org.lierne.lib.http2;

import org.lierne.hle.GuestStatus;

/** Errors of the HTTP/2 library. Documented: system calls, section 15. */
enum Http2Error implements GuestStatus {
    NOT_SENT(0x1065), ID(0x1100), NULL(0x1225);

    private static final int FACILITY = 0x817B0000;

    private final int number;

    Http2Error(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
