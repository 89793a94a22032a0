package org.lierne.lib.common_dialog;

import org.lierne.hle.GuestStatus;

/** Errors of text entry. Documented: system calls, section 14. */
enum TextEntryError implements GuestStatus {
    BUSY(0x0001),
    USER(0x0010),
    TYPE(0x0011),
    LENGTH(0x0016),
    BUFFER(0x0017),
    RESERVED(0x0032),
    NOT_IN_USE(0x0100);

    private static final int FACILITY = 0x80BC0000;

    private final int number;

    TextEntryError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
