package org.lierne.lib.audio_out;

import org.lierne.hle.GuestStatus;

/** Errors of the audio output library. Documented: system calls, section 19. */
enum AudioOutError implements GuestStatus {
    HANDLE(0x0003),
    PORTS_FULL(0x0005),
    GRAIN(0x0006),
    FORMAT(0x0007),
    RATE(0x0008),
    TYPE(0x000A),
    NOT_INITIALIZED(0x000F),
    POINTER(0x0004);

    private static final int FACILITY = 0x80260000;

    private final int number;

    AudioOutError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
