package org.lierne.kernel.sync;

import org.osgi.annotation.versioning.ProviderType;

/** A meeting point of a fixed number of threads. */
@ProviderType
public interface GuestBarrier extends SyncObject {
    /** Waits until all have arrived. Gives true on one thread of the round. */
    boolean await() throws InterruptedException;

    boolean hasWaiters();
}
