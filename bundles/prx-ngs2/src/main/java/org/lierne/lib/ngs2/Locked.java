package org.lierne.lib.ngs2;

import java.util.function.Supplier;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.thread.GuestThreads;

/** Work on a system under its lock, which a title may hold itself. */
record Locked(GuestThreads threads) {
    <T> T with(SoundSystem system, Supplier<T> work) {
        lock(system);
        try {
            return work.get();
        } finally {
            system.lock().unlock();
        }
    }

    void lock(SoundSystem system) {
        try {
            system.lock().lockInterruptibly();
        } catch (InterruptedException e) {
            throw threads.interrupted();
        }
    }

    static void unlock(SoundSystem system) {
        if (!system.lock().isHeldByCurrentThread()) {
            throw new HleRefusal("a lock of a sound system that this thread does not hold, and the code for that is not known");
        }
        system.lock().unlock();
    }
}
