package org.lierne.lib.np;

import org.lierne.hle.GuestStatus;

/** Errors of activity intents. Documented: system calls, section 15. */
enum IntentError implements GuestStatus {
    ARGUMENT(0x0004),
    NONE(0x0006),
    NO_VALUE(0x0007);

    private static final int FACILITY = 0x80553800;

    private final int number;

    IntentError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
