package org.lierne.lib.save_data;

import org.lierne.hle.HleRefusal;

/** The bits of a mount's mode. Documented: system calls, section 13. */
record MountMode(int bits) {
    private static final int READ_ONLY = 0x01;
    private static final int READ_WRITE = 0x02;
    private static final int CREATE = 0x04;
    private static final int DESTRUCT_OFF = 0x08;
    private static final int COPY_ICON = 0x10;
    private static final int CREATE_IF_MISSING = 0x20;
    private static final int ACCESS = READ_ONLY | READ_WRITE | CREATE | CREATE_IF_MISSING;
    private static final int KNOWN = ACCESS | DESTRUCT_OFF | COPY_ICON;

    MountMode {
        if ((bits & ~KNOWN) != 0) {
            throw new HleRefusal("bits 0x%x of the save mount mode 0x%x are unknown".formatted(bits & ~KNOWN, bits));
        }
    }

    boolean hasAccess() {
        return (bits & ACCESS) != 0;
    }

    boolean isWritable() {
        return (bits & (READ_WRITE | CREATE | CREATE_IF_MISSING)) != 0;
    }

    boolean mustBeNew() {
        return (bits & CREATE) != 0;
    }

    boolean mayBeNew() {
        return (bits & (CREATE | CREATE_IF_MISSING)) != 0;
    }
}
