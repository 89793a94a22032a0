package org.lierne.lib.content_export;

import org.lierne.hle.GuestStatus;

/** Errors of the content export library. Documented: system calls, section 18. */
enum ContentExportError implements GuestStatus {
    BUSY(0x0003),
    NOT_INITIALIZED(0x0004),
    OUT_OF_MEMORY(0x0006),
    SOURCE_MISSING(0x0011),
    FORMAT(0x0012),
    PARAMETER(0x0016),
    TOO_MANY(0x0018),
    THUMBNAIL(0x0019),
    DATA(0x001B);

    private static final int FACILITY = 0x809D3000;

    private final int number;

    ContentExportError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
