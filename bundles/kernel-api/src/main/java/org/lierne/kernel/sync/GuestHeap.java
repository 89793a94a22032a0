package org.lierne.kernel.sync;

import org.osgi.annotation.versioning.ProviderType;

/** Small zeroed blocks of guest memory for objects that the platform's libraries hand to the guest. Ends with the title. */
@ProviderType
public interface GuestHeap {
    /** A zeroed block, 16-byte aligned. */
    long allocate(long bytes);

    /** Gives a block back; an address that is none is our own mistake. */
    void free(long address);
}
