package org.lierne.lib.kernel;

import org.lierne.hle.At;
import org.lierne.hle.GuestStruct;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;

/** Seconds and nanoseconds. */
@GuestStruct(size = 0x10)
public record Timespec(@At(0x00) long seconds, @At(0x08) long nanoseconds) {
    static final long SECOND_NS = 1_000_000_000L;
    private static final long LONGEST_SECONDS = Long.MAX_VALUE / SECOND_NS - 1;

    static Timespec ofNanoseconds(long ns) {
        return new Timespec(Math.floorDiv(ns, SECOND_NS), Math.floorMod(ns, SECOND_NS));
    }

    /** As nanoseconds; {@code EINVAL} unless the nanoseconds lie in 0 … 10⁹-1. Times beyond what fits are as good as for ever. */
    long toNanoseconds() {
        if (nanoseconds < 0 || nanoseconds >= SECOND_NS) {
            throw new GuestErrno(Errno.EINVAL, nanoseconds + " nanoseconds");
        }
        return Math.clamp(seconds, -LONGEST_SECONDS, LONGEST_SECONDS) * SECOND_NS + nanoseconds;
    }
}
