package org.lierne.lib.mouse;

import org.lierne.hle.GuestStatus;

/** Errors of the mouse library. Documented: system calls, section 19. */
enum MouseError implements GuestStatus {
    ARGUMENT(0x0001), HANDLE(0x0003);

    private static final int FACILITY = 0x80DF0000;

    private final int number;

    MouseError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
