package org.lierne.kernel.sync;

import org.lierne.kernel.error.Errno;
import org.osgi.annotation.versioning.ProviderType;

/** A counting semaphore from which several units may be taken at once; waiters are served in order of arrival. */
@ProviderType
public interface GuestSemaphore extends SyncObject {
    int maximum();

    int count();

    /**
     * Takes units.
     *
     * @param timeoutNs negative waits for ever, 0 only tries
     * @return {@code EBUSY} for a try that failed, {@code ETIMEDOUT}, {@code ECANCELED}, or {@code EACCES} if it was deleted meanwhile
     */
    Errno take(int units, long timeoutNs) throws InterruptedException;

    /** {@code EOVERFLOW}, and nothing given, if the count would pass the maximum. */
    Errno give(int units);

    /** Sets the count (negative: the initial one) and ends all waits with {@code ECANCELED}. Gives the number of waiters. */
    int cancel(int newCount);

    /** Ends all waits with {@code EACCES}. */
    void delete();

    int waiters();
}
