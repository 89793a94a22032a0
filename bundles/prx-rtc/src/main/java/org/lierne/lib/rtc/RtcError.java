package org.lierne.lib.rtc;

import org.lierne.hle.GuestStatus;

/** Errors of the calendar library. Documented: system calls, section 19. */
enum RtcError implements GuestStatus {
    POINTER(0x0002),
    YEAR(0x0008),
    MONTH(0x0009),
    DAY(0x000A),
    HOUR(0x000B),
    MINUTE(0x000C),
    SECOND(0x000D),
    MICROSECOND(0x000E);

    private static final int FACILITY = 0x80B50000;

    private final int number;

    RtcError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
