package org.lierne.lib.ssl;

import org.lierne.hle.GuestStatus;

/** Errors of the TLS library. Documented: system calls, section 15. */
enum SslError implements GuestStatus {
    ID(0xF006);

    private static final int FACILITY = 0x80950000;

    private final int number;

    SslError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
