package org.lierne.lib.zlib;

import org.lierne.hle.GuestStatus;

/** Errors of the decompression library, as an open program of the previous generation has them. Assumed: lib.zlib. */
enum ZlibError implements GuestStatus {
    NOT_FOUND(0x0002),
    INVALID(0x0016),
    NO_SPACE(0x001C),
    TIMED_OUT(0x0027),
    NOT_INITIALIZED(0x0032),
    ALREADY_INITIALIZED(0x0033),
    FATAL(0x00FF);

    private static final int FACILITY = 0x81120000;

    private final int number;

    ZlibError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
