package org.lierne.lib.pad;

import org.lierne.hle.GuestStatus;

/** Errors of the controller library. Documented: system calls, section 11. */
enum PadError implements GuestStatus {
    ARGUMENT(0x0001),
    PORT(0x0002),
    HANDLE(0x0003),
    ALREADY_OPENED(0x0004),
    NOT_INITIALIZED(0x0005),
    LIGHT_BAR(0x0006),
    NOT_CONNECTED(0x0007),
    NO_HANDLE(0x0008),
    FATAL(0x00FF);

    private static final int FACILITY = 0x80920000;

    private final int number;

    PadError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
