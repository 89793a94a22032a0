package org.lierne.lib.video_out;

import org.lierne.hle.GuestStatus;

/** Error codes of the display library. */
enum VideoOutError implements GuestStatus {
    VALUE(0x80290001),
    ADDRESS(0x80290002),
    BUSY(0x80290009),
    INDEX(0x8029000A),
    HANDLE(0x8029000B),
    EVENT_QUEUE(0x8029000C),
    EVENT(0x8029000D),
    SLOT_OCCUPIED(0x80290010),
    FLIP_QUEUE_FULL(0x80290012),
    UNSUPPORTED_MODE(0x80290016),
    UNAVAILABLE_MODE(0x80290019),
    OPTION(0x8029001A),
    CATEGORY(0x8029001D);

    private final int code;

    VideoOutError(int code) {
        this.code = code;
    }

    @Override
    public int code() {
        return code;
    }
}
