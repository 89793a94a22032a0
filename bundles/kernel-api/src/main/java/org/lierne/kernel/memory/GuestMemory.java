package org.lierne.kernel.memory;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The guest's address space, little endian, unaligned accesses allowed. Every method throws {@link GuestMemoryFault} for a range that is
 * not mapped as asked.
 */
@ProviderType
public interface GuestMemory {
    /** What {@link #writtenAt} gives for memory whose writes are not noticed. */
    long NOT_WATCHED = -1;

    /** A view of a mapped range, valid until the guest unmaps it. */
    MemorySegment view(long address, long bytes, Access access);

    boolean isMapped(long address, long bytes, Access access);

    byte getByte(long address);

    short getShort(long address);

    int getInt(long address);

    long getLong(long address);

    void putByte(long address, byte value);

    void putShort(long address, short value);

    void putInt(long address, int value);

    void putLong(long address, long value);

    default float getFloat(long address) {
        return Float.intBitsToFloat(getInt(address));
    }

    default double getDouble(long address) {
        return Double.longBitsToDouble(getLong(address));
    }

    /** Copies out of guest memory. */
    byte[] getBytes(long address, int bytes);

    void putBytes(long address, byte[] source);

    /**
     * Reads a UTF-8 string up to its zero byte.
     *
     * @param maxBytes longest string accepted, the zero byte not counted; a longer one is cut there
     */
    String getString(long address, int maxBytes);

    /** The importable range that holds the address, if the memory behind it can be shared with a GPU driver. */
    Optional<HostRange> importable(long address);

    /** Goes up whenever memory is unmapped: imports made before may show pages that are the guest's no more. */
    default long unmappings() {
        return 0;
    }

    /** All importable ranges now, in address order. */
    List<HostRange> importables();

    /**
     * When a range was last written, as a number that only grows: where two questions have the same answer, no processor has written there
     * in between. A write made before the answer, by whatever means of this process, counts; what a GPU writes may not.
     *
     * @return {@link #NOT_WATCHED} where that is not known
     */
    default long writtenAt(long address, long bytes) {
        return NOT_WATCHED;
    }
}
