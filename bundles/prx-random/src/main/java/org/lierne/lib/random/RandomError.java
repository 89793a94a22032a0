package org.lierne.lib.random;

import org.lierne.hle.GuestStatus;

/** Errors of the random number library. Documented: system calls, section 19. */
enum RandomError implements GuestStatus {
    INVALID(0x0016);

    private static final int FACILITY = 0x817C0000;

    private final int number;

    RandomError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
