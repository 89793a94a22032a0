package org.lierne.lib.net;

import org.lierne.hle.GuestStatus;

/** Errors of look-ups. Documented: system calls, section 16. */
enum ResolverError implements GuestStatus {
    NO_SERVER(0xE1),
    NO_HOST(0xE6);

    private static final int FACILITY = 0x80410100;

    private final int number;

    ResolverError(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    @Override
    public int code() {
        return FACILITY + number;
    }
}
