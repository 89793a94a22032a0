package org.lierne.kernel.sync;

import java.util.function.BooleanSupplier;
import org.lierne.kernel.error.Errno;
import org.osgi.annotation.versioning.ProviderType;

/** Threads that sleep on guest addresses. */
@ProviderType
public interface AddressWaits {
    /**
     * Sleeps until woken, unless the word has changed already.
     *
     * @param same      reads the word and compares; called under the address's lock, so no wake between test and sleep is lost
     * @param timeoutNs negative waits for ever
     * @return {@code OK}, or {@code ETIMEDOUT} if the time is over and the word is still the same
     */
    Errno await(long address, BooleanSupplier same, long timeoutNs) throws InterruptedException;

    /** Wakes up to this many sleepers in order of arrival. Gives their number. */
    int wake(long address, int count);
}
