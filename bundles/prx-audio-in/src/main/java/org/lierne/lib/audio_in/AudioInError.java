package org.lierne.lib.audio_in;

import org.lierne.hle.GuestStatus;

/** Errors of the audio input library, as an open program of the previous generation has them. Assumed: lib.audio-in. */
enum AudioInError implements GuestStatus {
    HANDLE(0x0101),
    SIZE(0x0102),
    RATE(0x0103),
    POINTER(0x0105),
    FORMAT(0x0106),
    PORTS_FULL(0x0107),
    NOT_OPENED(0x0109);

    private static final int FACILITY = 0x80260000;

    private final int number;

    AudioInError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
