package org.lierne.lib.np;

import org.lierne.hle.GuestStatus;

/** Errors of the entitlement library. Documented: system calls, section 15. */
enum EntitlementError implements GuestStatus {
    PARAMETER(0x0002),
    NONE(0x0007);

    private static final int FACILITY = 0x817D0000;

    private final int number;

    EntitlementError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
