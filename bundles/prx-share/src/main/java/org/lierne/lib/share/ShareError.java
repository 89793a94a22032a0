package org.lierne.lib.share;

import org.lierne.hle.GuestStatus;

/** Errors of sharing, as open programs have them. Assumed: lib.share. */
enum ShareError implements GuestStatus {
    NOT_SUPPORTED(0x0007);

    private static final int FACILITY = 0x81960000;

    private final int number;

    ShareError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
