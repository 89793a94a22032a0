package org.lierne.lib.common_dialog;

import org.lierne.hle.GuestStatus;

/** Errors of all dialogs. Documented: console facts, section 2. */
enum CommonDialogError implements GuestStatus {
    SYSTEM_NOT_INITIALIZED(0x0001),
    SYSTEM_ALREADY_INITIALIZED(0x0002),
    NOT_INITIALIZED(0x0003),
    ALREADY_INITIALIZED(0x0004),
    NOT_FINISHED(0x0005),
    INVALID_STATE(0x0006),
    NO_RESULT(0x0007),
    BUSY(0x0008),
    OUT_OF_MEMORY(0x0009),
    PARAMETER(0x000A),
    NOT_RUNNING(0x000B),
    ALREADY_CLOSED(0x000C),
    NULL_ARGUMENT(0x000D),
    UNEXPECTED(0x000E),
    NOT_SUPPORTED(0x000F);

    private static final int FACILITY = 0x80B80000;

    private final int number;

    CommonDialogError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
