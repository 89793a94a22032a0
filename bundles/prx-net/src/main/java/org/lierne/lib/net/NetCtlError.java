package org.lierne.lib.net;

import org.lierne.hle.GuestStatus;

/** Errors of the network state library. Documented: system calls, section 16. */
enum NetCtlError implements GuestStatus {
    NOT_INITIALIZED(0x0101),
    ARGUMENT(0x0107),
    NOT_CONNECTED(0x0108);

    private static final int FACILITY = 0x80412000;

    private final int number;

    NetCtlError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY + number;
    }
}
