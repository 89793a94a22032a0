package org.lierne.lib.user_service;

import org.lierne.hle.GuestStatus;

/** Errors of the user service. Documented: system calls, section 12. */
enum UserServiceError implements GuestStatus {
    INTERNAL(0x0001),
    NOT_INITIALIZED(0x0002),
    ALREADY_INITIALIZED(0x0003),
    MEMORY(0x0004),
    ARGUMENT(0x0005),
    UNSUPPORTED(0x0006),
    NO_EVENT(0x0007),
    NOT_LOGGED_IN(0x0009),
    BUFFER_SHORT(0x000A);

    private static final int FACILITY = 0x80960000;

    private final int number;

    UserServiceError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
