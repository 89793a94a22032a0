package org.lierne.kernel.space;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import org.lierne.kernel.shim.HostFiles;
import org.lierne.kernel.shim.Shim;

/**
 * One byte a guest page for the lowest TiB of addresses: what the host lets us do there. Sparse, so that the 64 MiB cost what is mapped.
 * Read without a lock by every checked access; written under the address space's lock.
 */
final class PageTable {
    static final int READ = 1;
    static final int WRITE = 2;
    static final int EXECUTE = 4;
    static final int PAGE_SHIFT = 14;
    static final long LIMIT = 1L << 40;
    private static final long PAGES = LIMIT >>> PAGE_SHIFT;

    private final MemorySegment bytes;

    PageTable() {
        long address = Shim.map(0, PAGES, Shim.PROT_READ | Shim.PROT_WRITE,
                Shim.MAP_PRIVATE | Shim.MAP_ANONYMOUS | Shim.MAP_NORESERVE, -1, 0);
        if (address < 0) {
            throw new IllegalStateException("the host gives no page table of %d bytes: error %d".formatted(PAGES, -address));
        }
        bytes = MemorySegment.ofAddress(address).reinterpret(PAGES);
        HostFiles.setPages(address);
    }

    /** True if one access of at most a page may be made there. */
    boolean allows(long address, long size, int bits) {
        long last = address + size - 1;
        if (Long.compareUnsigned(last, LIMIT) >= 0 || Long.compareUnsigned(last, address) < 0) {
            return false;
        }
        if ((bytes.get(JAVA_BYTE, address >>> PAGE_SHIFT) & bits) != bits) {
            return false;
        }
        return address >>> PAGE_SHIFT == last >>> PAGE_SHIFT || (bytes.get(JAVA_BYTE, last >>> PAGE_SHIFT) & bits) == bits;
    }

    /** True if every page of the range may be accessed so. An empty range may. */
    boolean allowsRange(long address, long size, int bits) {
        if (size <= 0) {
            return size == 0;
        }
        long last = address + size - 1;
        if (Long.compareUnsigned(last, LIMIT) >= 0 || Long.compareUnsigned(last, address) < 0) {
            return false;
        }
        for (long page = address >>> PAGE_SHIFT; page <= last >>> PAGE_SHIFT; page++) {
            if ((bytes.get(JAVA_BYTE, page) & bits) != bits) {
                return false;
            }
        }
        return true;
    }

    /** Bytes from the address to the end of the run of pages that may be accessed so, at most {@code limit}. */
    long run(long address, long limit, int bits) {
        long at = address;
        while (at - address < limit && Long.compareUnsigned(at, LIMIT) < 0 && (bytes.get(JAVA_BYTE, at >>> PAGE_SHIFT) & bits) == bits) {
            at = ((at >>> PAGE_SHIFT) + 1) << PAGE_SHIFT;
        }
        return Math.min(at - address, limit);
    }

    void set(long start, long end, int bits) {
        bytes.asSlice(start >>> PAGE_SHIFT, (end - start) >>> PAGE_SHIFT).fill((byte) bits);
    }

    void clear() {
        long again = Shim.map(bytes.address(), PAGES, Shim.PROT_READ | Shim.PROT_WRITE,
                Shim.MAP_PRIVATE | Shim.MAP_ANONYMOUS | Shim.MAP_NORESERVE | Shim.MAP_FIXED, -1, 0);
        if (again != bytes.address()) {
            throw new IllegalStateException("the page table cannot be emptied: error " + -again);
        }
    }
}
