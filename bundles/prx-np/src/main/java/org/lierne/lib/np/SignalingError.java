package org.lierne.lib.np;

import org.lierne.hle.GuestStatus;

/** Errors of session signaling. Documented: system calls, section 15. */
enum SignalingError implements GuestStatus {
    NOT_INITIALIZED(0x3301),
    ALREADY_INITIALIZED(0x3302),
    ARGUMENT(0x3303),
    CONTEXT_UNKNOWN(0x3308),
    CONNECTION_UNKNOWN(0x330C),
    SIGNED_OUT(0x2D06);

    private static final int FACILITY = 0x80550000;

    private final int number;

    SignalingError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
