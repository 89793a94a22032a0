package org.lierne.lib.ngs2;

import java.util.Optional;
import org.lierne.kernel.memory.GuestMemory;

/** Bytes of a wave's file, wherever they are. */
interface ByteSource {
    /** So many bytes from a place on; empty if they are not there. */
    Optional<byte[]> read(long at, int bytes);

    static ByteSource of(GuestMemory memory, long address, long size) {
        return (at, bytes) -> at < 0 || bytes > size || at > size - bytes ? Optional.empty() : Optional.of(memory.getBytes(address + at, bytes));
    }
}
