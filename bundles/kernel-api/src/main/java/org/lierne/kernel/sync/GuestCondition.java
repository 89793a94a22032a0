package org.lierne.kernel.sync;

import org.lierne.kernel.error.Errno;
import org.osgi.annotation.versioning.ProviderType;

/** A condition variable. Signals without a waiter are lost. */
@ProviderType
public interface GuestCondition extends SyncObject {
    /** The guest's clock number for absolute time-outs: 0 real time, else monotonic. */
    int clock();

    /**
     * Gives the mutex up (all its counts), waits, takes it again.
     *
     * @param timeoutNs negative waits for ever
     * @return {@code OK}, {@code ETIMEDOUT}, or {@code EPERM} if the caller does not own the mutex
     */
    Errno await(GuestMutex mutex, long timeoutNs) throws InterruptedException;

    void signal();

    /** Wakes one given thread if it waits here. Gives whether it did. */
    boolean signal(Thread waiter);

    void signalAll();

    boolean hasWaiters();
}
