package org.lierne.lib.kernel;

import org.lierne.hle.GuestPtr;

/** Time-outs of the guest's own calls: unsigned 32-bit microseconds. */
final class Microseconds {
    private static final long NS = 1000;
    /** A time-out that never comes. */
    static final long FOREVER = -1;

    private Microseconds() {}

    static long toNs(int unsigned) {
        return Integer.toUnsignedLong(unsigned) * NS;
    }

    static int ofNs(long ns) {
        return (int) (ns / NS);
    }

    /** A time-out behind a pointer; null waits for ever. */
    static long toNs(GuestPtr<Integer> pointer) {
        return pointer.isNull() ? FOREVER : toNs(pointer.get());
    }
}
