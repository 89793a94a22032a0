package org.lierne.kernel.sync;

import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Makes synchronisation objects and keeps them under guest addresses. A guest's variable (mutex, condition, …) holds such an address; the
 * memory behind it is a small block of {@link GuestHeap}, so the guest may read it but finds nothing of use there.
 */
@ProviderType
public interface SyncObjects {
    /** Keeps an object, which may also be of an export bundle's own kind, and gives its guest address. */
    long add(SyncObject object);

    /** The object at an address, if there is one of this kind. */
    <T extends SyncObject> @Nullable T at(long address, Class<T> kind);

    void remove(long address);

    GuestMutex newMutex(MutexKind kind, String name);

    GuestCondition newCondition(int clock, String name);

    GuestRwLock newRwLock(String name);

    GuestSemaphore newSemaphore(int initial, int maximum, String name);

    /** @param oneWaiter a second thread that waits gets {@code EPERM} */
    GuestEventFlag newEventFlag(long initial, boolean oneWaiter, String name);

    GuestBarrier newBarrier(int parties, String name);

    AddressWaits addresses();
}
