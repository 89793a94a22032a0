package org.lierne.lib.net;

import org.lierne.hle.GuestStatus;
import org.lierne.kernel.error.Errno;

/** Errors of the network library: the kernel's numbers in a facility of its own. Documented: system calls, section 16. */
record NetStatus(Errno errno) implements GuestStatus {
    private static final int FACILITY = 0x80410100;

    @Override
    public int code() {
        return FACILITY + errno.number();
    }
}
