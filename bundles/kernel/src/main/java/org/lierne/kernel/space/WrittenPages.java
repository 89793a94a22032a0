package org.lierne.kernel.space;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.shim.HostPages;
import org.lierne.kernel.shim.Shim;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When guest memory was last written: a number for each 64 KiB of the lowest TiB of addresses; sparse, so that it costs what is watched.
 * Where a scan fails, all of its range counts as written.
 */
final class WrittenPages {
    private static final Logger LOG = LoggerFactory.getLogger(WrittenPages.class);
    private static final int PART_SHIFT = 16;
    private static final long TABLE_BYTES = (PageTable.LIMIT >>> PART_SHIFT) * Long.BYTES;
    private static final long PAGE_BYTES = 1L << PageTable.PAGE_SHIFT;
    private static final int RUNS = 256;

    private final MemorySegment runs = Arena.ofAuto().allocate(JAVA_LONG, (long) RUNS * HostPages.RUN_WORDS);
    private final MemorySegment next = Arena.ofAuto().allocate(JAVA_LONG);
    private final MemorySegment numbers;
    private final boolean isOpen;
    private long last;

    WrittenPages() {
        int error = HostPages.open();
        isOpen = error == 0;
        if (!isOpen) {
            LOG.info("the host does not tell which pages were written (error {}): what is mirrored is compared byte by byte", -error);
        }
        numbers = isOpen ? table() : MemorySegment.NULL;
    }

    private static MemorySegment table() {
        long address = Shim.map(0, TABLE_BYTES, Shim.PROT_READ | Shim.PROT_WRITE, Shim.MAP_PRIVATE | Shim.MAP_ANONYMOUS | Shim.MAP_NORESERVE, -1, 0);
        if (address < 0) {
            throw new IllegalStateException("the host gives no table of %d bytes: error %d".formatted(TABLE_BYTES, -address));
        }
        return MemorySegment.ofAddress(address).reinterpret(TABLE_BYTES);
    }

    boolean isOpen() {
        return isOpen;
    }

    /** Lets a mapped range be watched; as all of it may be other memory than before, it counts as written now. */
    synchronized void watch(long start, long end) {
        if (HostPages.watch(start, end - start) == 0) {
            number(start, end, ++last);
        }
    }

    /** Lets a range count as written now, whether it is watched or not. */
    synchronized void mark(long start, long end) {
        if (isOpen) {
            number(start, end, ++last);
        }
    }

    /** As {@link GuestMemory#writtenAt}. */
    synchronized long writtenAt(long address, long bytes) {
        long start = address & -PAGE_BYTES;
        long end = address + bytes + PAGE_BYTES - 1 & -PAGE_BYTES;
        if (!isScanned(start, end)) {
            number(start, end, ++last);
            return GuestMemory.NOT_WATCHED;
        }
        long latest = 0;
        for (long part = start >>> PART_SHIFT; part <= end - 1 >>> PART_SHIFT; part++) {
            latest = Math.max(latest, numbers.getAtIndex(JAVA_LONG, part));
        }
        return latest;
    }

    /** Numbers what was written since the last scan. @return false where some of the range is not watched */
    private boolean isScanned(long start, long end) {
        long now = last + 1;
        long at = start;
        while (at < end) {
            int found = HostPages.scan(at, end - at, runs, next);
            long scanned = next.get(JAVA_LONG, 0);
            if (found < 0 || scanned <= at) {
                return false;
            }
            at = scanned;
            for (int i = 0; i < found; i++) {
                long run = (long) i * HostPages.RUN_WORDS;
                number(runs.getAtIndex(JAVA_LONG, run), runs.getAtIndex(JAVA_LONG, run + 1), now);
                last = now;
            }
        }
        return true;
    }

    private void number(long start, long end, long now) {
        for (long part = start >>> PART_SHIFT; part <= end - 1 >>> PART_SHIFT; part++) {
            numbers.setAtIndex(JAVA_LONG, part, now);
        }
    }
}
