package org.lierne.bench;

import org.lierne.kernel.space.MappedAddressSpace;
import org.lierne.kernel.space.MappedGuestMemory;

/** Guest memory of this process, of which there is one. */
final class GuestSpace {
    static final int READ_WRITE = 3;
    static final MappedAddressSpace SPACE = new MappedAddressSpace();
    static final MappedGuestMemory MEMORY = new MappedGuestMemory(SPACE);

    private GuestSpace() {}
}
