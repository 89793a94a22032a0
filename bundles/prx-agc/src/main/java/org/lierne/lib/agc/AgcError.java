package org.lierne.lib.agc;

import org.lierne.hle.GuestStatus;

/** Error codes of the graphics library. */
enum AgcError implements GuestStatus {
    BAD_ALIGNMENT(0x8A6C0002),
    INVALID_PROGRAM(0x8A6C0005),
    WRONG_TYPE(0x8A6C0008),
    HALVES_DIFFER(0x8A6C000A),
    OUT_OF_RANGE(0x8A6C000B),
    OTHER_PACKET(0x8A6C000C),
    ALREADY_SET(0x8A6C0048),
    NOT_SET(0x8A6C0049);

    private final int code;

    AgcError(int code) {
        this.code = code;
    }

    @Override
    public int code() {
        return code;
    }
}
