package org.lierne.lib.sysmodule;

import org.lierne.hle.GuestStatus;

/** Errors of the system module library. Documented: system calls, section 8. */
enum SysmoduleError implements GuestStatus {
    UNKNOWN(0x1000),
    NOT_LOADED(0x1001);

    private static final int FACILITY = 0x805A0000;

    private final int number;

    SysmoduleError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
