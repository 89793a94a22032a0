package org.lierne.agc.driver;

import java.lang.foreign.MemorySegment;
import java.util.zip.CRC32C;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;

/**
 * What stands in a surface's memory, told by a checksum. Where the host tells when memory was written, the sum is taken again only after a
 * write. Noticing the first write to a page costs its writer far more than the sum over it, so memory that changes at most looks is not
 * watched; nor is what is small.
 */
final class SurfaceContent {
    private static final long LEAST_WATCHED_BYTES = 1 << 16;
    /** Looks at which memory changed, less those at which it had not: from so many on it is not watched. */
    private static final int RESTLESS = 2;
    private static final int MOST_RESTLESS = 16;

    private final long address;
    private final long bytes;
    private long writtenAt = GuestMemory.NOT_WATCHED;
    private long storesAnywhere;
    private long sum;
    private int restlessness;

    SurfaceContent(long address, long bytes) {
        this.address = address;
        this.bytes = bytes;
    }

    /** A device wrote there, which the host does not notice. */
    void forget() {
        writtenAt = GuestMemory.NOT_WATCHED;
    }

    /**
     * The checksum of the bytes now, which have to be mapped; never 0.
     *
     * @param stores how often devices have stored to addresses that nobody knows
     */
    long checksum(GuestMemory memory, long stores) {
        long now = bytes < LEAST_WATCHED_BYTES || restlessness >= RESTLESS ? GuestMemory.NOT_WATCHED : memory.writtenAt(address, bytes);
        if (now == GuestMemory.NOT_WATCHED || now != writtenAt || stores != storesAnywhere) {
            long before = sum;
            sum = checksum(memory.view(address, bytes, Access.READ));
            restlessness = Math.clamp(restlessness + (before == 0 ? 0 : sum == before ? -1 : 1), 0, MOST_RESTLESS);
        }
        writtenAt = now;
        storesAnywhere = stores;
        return sum;
    }

    private static long checksum(MemorySegment content) {
        CRC32C crc = new CRC32C();
        crc.update(content.asByteBuffer());
        return crc.getValue() | 1L << 32;
    }
}
