package org.lierne.lib.save_data;

import org.lierne.hle.GuestStatus;

/** Errors of the save data library. Documented: console facts, section 2. */
enum SaveDataError implements GuestStatus {
    PARAMETER(0x0000),
    NOT_INITIALIZED(0x0001),
    OUT_OF_MEMORY(0x0002),
    BUSY(0x0003),
    NOT_MOUNTED(0x0004),
    NO_PERMISSION(0x0005),
    FINGERPRINT_MISMATCH(0x0006),
    EXISTS(0x0007),
    NOT_FOUND(0x0008),
    NO_SPACE(0x000A),
    INTERNAL(0x000B),
    MOUNT_FULL(0x000C),
    BAD_MOUNTED(0x000D),
    FILE_NOT_FOUND(0x000E),
    BROKEN(0x000F),
    INVALID_LOGIN_USER(0x0011),
    MEMORY_NOT_READY(0x0012),
    BACKUP_BUSY(0x0013),
    NO_CALLBACK(0x0015),
    BUSY_FOR_SAVING(0x0016),
    LIMITATION_OVER(0x0017),
    EVENT_BUSY(0x0018),
    TRANSFER_PARAMETER(0x0019);

    private static final int FACILITY = 0x809F0000;

    private final int number;

    SaveDataError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }
}
