package org.lierne.lib.np;

import org.lierne.hle.GuestStatus;

/** Errors of the event service. Documented: system calls, section 15. */
enum DataSystemError implements GuestStatus {
    ARGUMENT(0x0002);

    private static final int FACILITY = 0x80553100;

    private final int number;

    DataSystemError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
