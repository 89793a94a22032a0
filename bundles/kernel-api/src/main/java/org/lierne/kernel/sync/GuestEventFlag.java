package org.lierne.kernel.sync;

import org.lierne.kernel.error.Errno;
import org.osgi.annotation.versioning.ProviderType;

/** 64 bits that threads wait on. Documented: system calls, section 4. */
@ProviderType
public interface GuestEventFlag extends SyncObject {
    /** What a wait does to the bits once it is met. */
    enum Clearing {
        NOTHING,
        ALL,
        PATTERN
    }

    /** How a wait ended: the bits before clearing, and what was left of the time. */
    record Result(Errno errno, long bits, long leftNs) {}

    /**
     * Waits until all bits of the pattern, or any of them, are set.
     *
     * @param timeoutNs negative waits for ever, 0 only looks ({@code EBUSY})
     * @return {@code EPERM} if only one thread may wait and one does; {@code ETIMEDOUT}, {@code ECANCELED}, {@code EACCES} (deleted)
     */
    Result await(long pattern, boolean all, Clearing clearing, long timeoutNs) throws InterruptedException;

    /** Sets bits and wakes. */
    void set(long pattern);

    /** Keeps only the bits of the pattern. */
    void keep(long pattern);

    /** Sets all bits to the pattern and ends all waits with {@code ECANCELED}. Gives the number of waiters. */
    int cancel(long pattern);

    void delete();

    long bits();
}
