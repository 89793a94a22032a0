package org.lierne.lib.font;

import org.lierne.hle.GuestStatus;

/** Errors of the font library, as open programs have them. Assumed: lib.font. */
enum FontError implements GuestStatus {
    PARAMETER(0x02),
    MEMORY(0x03),
    LIBRARY(0x04),
    HANDLE(0x05),
    GLYPH(0x06),
    RENDERER(0x07),
    FORMAT(0x19),
    NO_CODE(0x41),
    NO_GLYPH(0x42),
    SURFACE(0x50),
    ALREADY_BOUND(0x60),
    NOT_BOUND(0x61);

    private static final int FACILITY = 0x80460000;

    private final int number;

    FontError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
