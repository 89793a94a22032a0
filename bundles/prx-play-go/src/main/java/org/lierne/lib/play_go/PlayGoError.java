package org.lierne.lib.play_go;

import org.lierne.hle.GuestStatus;

/** Errors of the chunk installation library. Documented: system calls, section 18. */
enum PlayGoError implements GuestStatus {
    INVALID(0x0004);

    private static final int FACILITY = 0x80B20000;

    private final int number;

    PlayGoError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
