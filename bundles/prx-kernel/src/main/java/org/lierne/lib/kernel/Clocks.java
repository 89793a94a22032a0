package org.lierne.lib.kernel;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;

/** The guest's clocks over the host's. Documented: system calls, section 7. */
final class Clocks {
    static final int REALTIME = 0;
    static final int MONOTONIC = 4;
    /** The rate of the process-time and time-stamp counters. */
    static final long COUNTER_HZ = Timespec.SECOND_NS;

    private final long startNs;

    Clocks(long startNs) {
        this.startNs = startNs;
    }

    static long realtimeNs() {
        Instant now = Instant.now();
        return now.getEpochSecond() * Timespec.SECOND_NS + now.getNano();
    }

    /** Nanoseconds since the process began. */
    long processNs() {
        return System.nanoTime() - startNs;
    }

    /** A clock's time in nanoseconds; {@code EINVAL} for a number that is none. */
    long readNs(int clock) {
        return switch (clock) {
            case REALTIME, 9, 10 -> realtimeNs();
            case 13 -> Math.floorDiv(realtimeNs(), Timespec.SECOND_NS) * Timespec.SECOND_NS;
            case MONOTONIC, 5, 7, 8, 11, 12 -> System.nanoTime();
            case 1, 2 -> processNs();
            case 14 -> ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            default -> throw new GuestErrno(Errno.EINVAL, "clock " + clock);
        };
    }

    static long resolutionNs(int clock) {
        return switch (clock) {
            case 13 -> Timespec.SECOND_NS;
            case REALTIME, 1, 2, MONOTONIC, 5, 7, 8, 9, 10, 11, 12, 14 -> 1;
            default -> throw new GuestErrno(Errno.EINVAL, "clock " + clock);
        };
    }

    /** What is left until an absolute time; 0 if it is over. */
    long leftNs(int clock, Timespec until) {
        return Math.max(0, until.toNanoseconds() - readNs(clock));
    }
}
