package org.lierne.lib.http;

import org.lierne.hle.GuestStatus;

/** Errors of the HTTP library. Documented: system calls, section 15. */
enum HttpError implements GuestStatus {
    NETWORK(0x1063);

    private static final int FACILITY = 0x80430000;

    private final int number;

    HttpError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
