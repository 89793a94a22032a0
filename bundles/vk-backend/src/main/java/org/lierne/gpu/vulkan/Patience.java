package org.lierne.gpu.vulkan;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.lierne.gpu.GpuFacts.DeviceKind;

/**
 * How long a device that has work and ends none of it is waited for. Drivers of hardware give up after some ten seconds themselves, where they
 * do at all; a software device may compute for hours, so it is waited for until somebody wants an end.
 */
final class Patience {
    private static final long HARDWARE_S = 60;
    private static final long HURRIED_S = 20;
    private static final long TOLD_S = 20;

    private final LongSupplier clock;
    private volatile long limitNs;
    private volatile long movedNs;
    private volatile boolean isTold;

    /** @param clock in nanoseconds */
    Patience(long limitNs, LongSupplier clock) {
        this.limitNs = limitNs;
        this.clock = clock;
        this.movedNs = clock.getAsLong();
    }

    /** @param said seconds that the user names, 0 for none */
    static Patience with(DeviceKind kind, long said) {
        long seconds = said != 0 ? said : HARDWARE_S;
        return new Patience(said == 0 && kind == DeviceKind.SOFTWARE ? Long.MAX_VALUE : TimeUnit.SECONDS.toNanos(seconds), System::nanoTime);
    }

    /** The device has ended some work, or has been given some and had none. */
    void moved() {
        movedNs = clock.getAsLong();
        isTold = false;
    }

    /** Somebody wants an end: from now on nothing is waited for without limit. */
    void hurry() {
        limitNs = Math.min(limitNs, TimeUnit.SECONDS.toNanos(HURRIED_S));
    }

    private long stillNs() {
        return clock.getAsLong() - movedNs;
    }

    boolean isOver() {
        return stillNs() >= limitNs;
    }

    /** Whether it is time to tell of a device that has not moved: once, until it moves. */
    boolean isToBeTold() {
        if (isTold || stillNs() < TimeUnit.SECONDS.toNanos(TOLD_S)) {
            return false;
        }
        isTold = true;
        return true;
    }

    @Override
    public String toString() {
        return "nothing has ended for %d s".formatted(TimeUnit.NANOSECONDS.toSeconds(stillNs()));
    }
}
