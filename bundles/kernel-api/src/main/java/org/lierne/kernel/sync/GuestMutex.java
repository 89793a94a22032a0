package org.lierne.kernel.sync;

import org.lierne.kernel.error.Errno;
import org.osgi.annotation.versioning.ProviderType;

/** A mutex. Owned by the host thread that runs the guest thread. Documented: system calls, section 3. */
@ProviderType
public interface GuestMutex extends SyncObject {
    MutexKind kind();

    /** Waits for ever; {@code EDEADLK} where the kind checks; a normal one locked by its owner waits until the title stops. */
    Errno lock() throws InterruptedException;

    /** {@code EBUSY} if it is held by another thread, or by this one and not recursive. */
    Errno tryLock();

    /** {@code ETIMEDOUT} at the end of the time. */
    Errno lock(long timeoutNs) throws InterruptedException;

    /** {@code EPERM} unless the caller owns it. */
    Errno unlock();

    boolean isLocked();

    boolean isOwned();
}
