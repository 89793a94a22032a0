package org.lierne.lib.system_service;

import org.lierne.hle.GuestStatus;

/** Errors of the system service. Documented: system calls, section 12. */
enum SystemServiceError implements GuestStatus {
    INTERNAL(0x0001),
    UNAVAILABLE(0x0002),
    PARAMETER(0x0003),
    NO_EVENT(0x0004),
    REJECTED(0x0005);

    private static final int FACILITY = 0x80A10000;

    private final int number;

    SystemServiceError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
