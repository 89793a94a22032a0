package org.lierne.lib.av_player;

import org.lierne.hle.GuestStatus;

/** Errors of the film player, as open programs have them. Assumed: lib.av-player. */
enum AvPlayerError implements GuestStatus {
    PARAMETER(0x01),
    FAILED(0x02),
    NO_MEMORY(0x03),
    NOT_SUPPORTED(0x04);

    private static final int FACILITY = 0x806A0000;

    private final int number;

    AvPlayerError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
