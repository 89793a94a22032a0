package org.lierne.lib.common_dialog;

import org.lierne.hle.GuestStatus;
import org.lierne.kernel.title.LocalUser;

/** Errors of text entry. Documented: system calls, section 14; those of the inline form as open programs have them. */
enum TextEntryError implements GuestStatus {
    BUSY(0x0001),
    NOT_OPENED(0x0002),
    USER(0x0010),
    TYPE(0x0011),
    LENGTH(0x0016),
    BUFFER(0x0017),
    WORK(0x0020),
    HANDLER(0x0022),
    RESOURCE(0x0023),
    ADDRESS(0x0031),
    RESERVED(0x0032),
    NOT_IN_USE(0x0100);

    private static final int FACILITY = 0x80BC0000;
    private static final int LAST_TYPE = 4;
    private static final int MOST_CHARACTERS = 2048;

    private final int number;

    TextEntryError(int number) {
        this.number = number;
    }

    @Override
    public int code() {
        return FACILITY | number;
    }

    /** The first check that fails, in the guest's order, of those that both forms of text entry have. */
    static GuestStatus first(int user, int type, int length, long buffer) {
        if (user != LocalUser.PLAYER.id()) {
            return USER;
        }
        if (type < 0 || type > LAST_TYPE) {
            return TYPE;
        }
        if (length < 1 || length > MOST_CHARACTERS) {
            return LENGTH;
        }
        return buffer == 0 ? BUFFER : GuestStatus.OK;
    }
}
