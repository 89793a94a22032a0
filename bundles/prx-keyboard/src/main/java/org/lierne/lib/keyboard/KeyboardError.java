package org.lierne.lib.keyboard;

import org.lierne.hle.GuestStatus;

/** Errors of the keyboard library. Documented: system calls, section 19. */
enum KeyboardError implements GuestStatus {
    ARGUMENT(0x0001), HANDLE(0x0003);

    private static final int FACILITY = 0x80DA0000;

    private final int number;

    KeyboardError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
