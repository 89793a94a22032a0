package org.lierne.lib.png_dec;

import org.lierne.hle.GuestStatus;

/** Errors of the PNG decoder, as open programs have them. Assumed: lib.png-dec. */
enum PngDecError implements GuestStatus {
    ADDRESS(0x01),
    SIZE(0x02),
    PARAMETER(0x03),
    HANDLE(0x04),
    WORK_MEMORY(0x05),
    DATA(0x10),
    UNSUPPORTED(0x11),
    DECODE(0x12);

    private static final int FACILITY = 0x80690000;

    private final int number;

    PngDecError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
