package org.lierne.kernel.sync;

import org.lierne.kernel.error.Errno;
import org.osgi.annotation.versioning.ProviderType;

/** A lock for many readers or one writer. A negative time-out waits for ever, 0 only tries ({@code EBUSY}). */
@ProviderType
public interface GuestRwLock extends SyncObject {
    Errno lockRead(long timeoutNs) throws InterruptedException;

    /** {@code EDEADLK} if the caller owns it for writing and would wait. */
    Errno lockWrite(long timeoutNs) throws InterruptedException;

    /** {@code EPERM} unless the caller holds it. */
    Errno unlock();

    boolean isLocked();
}
