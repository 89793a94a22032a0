package org.lierne.kernel.space;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.lierne.kernel.memory.AddressSpace;

/** Direct memory that was given to the pool, page by page: what is free is kept in runs, lowest first. */
final class MemoryPool {
    /** Contiguous pool memory. */
    record Run(long offset, long bytes) {}

    private final TreeMap<Long, Long> free = new TreeMap<>();
    private long totalBytes;
    private long freeBytes;

    void clear() {
        free.clear();
        totalBytes = 0;
        freeBytes = 0;
    }

    void add(long offset, long bytes) {
        totalBytes += bytes;
        giveBack(offset, bytes);
    }

    void giveBack(long offset, long bytes) {
        freeBytes += bytes;
        long start = offset;
        long end = offset + bytes;
        Map.Entry<Long, Long> below = free.lowerEntry(start);
        if (below != null && below.getValue() == start) {
            free.remove(below.getKey());
            start = below.getKey();
        }
        Long above = free.remove(end);
        free.put(start, above == null ? end : above);
    }

    /** Takes so many bytes, which must be free, in as few runs as the lowest ones allow. */
    List<Run> take(long bytes) {
        List<Run> taken = new ArrayList<>();
        long left = bytes;
        while (left > 0) {
            Map.Entry<Long, Long> lowest = free.pollFirstEntry();
            long length = Math.min(left, lowest.getValue() - lowest.getKey());
            taken.add(new Run(lowest.getKey(), length));
            if (lowest.getKey() + length < lowest.getValue()) {
                free.put(lowest.getKey() + length, lowest.getValue());
            }
            left -= length;
        }
        freeBytes -= bytes;
        return taken;
    }

    long freePages() {
        return freeBytes / AddressSpace.POOL_PAGE_BYTES;
    }

    long usedPages() {
        return (totalBytes - freeBytes) / AddressSpace.POOL_PAGE_BYTES;
    }
}
