package org.lierne.lib.app_content;

import org.lierne.hle.GuestStatus;

/** Errors of the application content library. Documented: system calls, section 18. */
enum AppContentError implements GuestStatus {
    PARAMETER(0x0002),
    BUSY(0x0003),
    NOT_FOUND(0x0005),
    NO_ENTITLEMENT(0x0007),
    NOT_MOUNTED(0x000D);

    private static final int FACILITY = 0x80D90000;

    private final int number;

    AppContentError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
