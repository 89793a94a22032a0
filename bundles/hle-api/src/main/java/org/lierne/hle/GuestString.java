package org.lierne.hle;

import org.lierne.kernel.memory.GuestMemory;

/** A pointer to a zero-terminated UTF-8 string. */
public record GuestString(GuestMemory memory, long address) {
    /** Longest string that is read, in bytes. */
    public static final int MAX_BYTES = 1 << 20;

    public boolean isNull() {
        return address == 0;
    }

    /** The string, at most {@link #MAX_BYTES} long. */
    public String get() {
        return memory.getString(address, MAX_BYTES);
    }

    public String get(int maxBytes) {
        return memory.getString(address, maxBytes);
    }
}
