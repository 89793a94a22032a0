package org.lierne.lib.voice;

import org.lierne.hle.GuestStatus;

/** Errors of voice chat, as open programs have them. Assumed: lib.voice. */
enum VoiceError implements GuestStatus {
    NOT_INITIALIZED(0x01),
    INITIALIZED(0x02),
    PORT_NUMBER(0x04),
    ARGUMENT(0x05),
    NO_SUCH_PORT(0x07),
    RESOURCES(0x08);

    private static final int FACILITY = 0x804E0800;

    private final int number;

    VoiceError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
