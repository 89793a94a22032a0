package org.lierne.hle;

import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;

/** A buffer in guest memory with its length; accesses outside of the length are our own bug and throw {@link IndexOutOfBoundsException}. */
public record GuestBytes(GuestMemory memory, long address, long size) {
    public boolean isNull() {
        return address == 0;
    }

    public boolean isMapped(Access access) {
        return memory.isMapped(address, size, access);
    }

    public byte[] read() {
        return memory.getBytes(address, Math.toIntExact(size));
    }

    /** Writes to the start of the buffer. */
    public void write(byte[] bytes) {
        if (bytes.length > size) {
            throw new IndexOutOfBoundsException(bytes.length + " bytes into a guest buffer of " + size);
        }
        memory.putBytes(address, bytes);
    }
}
