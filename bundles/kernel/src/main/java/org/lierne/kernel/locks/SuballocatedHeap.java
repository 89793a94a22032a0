package org.lierne.kernel.locks;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.lierne.kernel.memory.AddressSpace;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.sync.GuestHeap;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Blocks of powers of two out of private pages; a freed block serves the next request of its size. */
@Component(service = {GuestHeap.class, TitleListener.class})
public final class SuballocatedHeap implements GuestHeap, TitleListener {
    private static final int SMALLEST_SHIFT = 5;
    private static final long CHUNK_BYTES = 16 * AddressSpace.PAGE_BYTES;

    private final AddressSpace space;
    private final GuestMemory memory;
    private final Map<Long, Integer> shiftOf = new HashMap<>();
    private final Map<Integer, Deque<Long>> free = new HashMap<>();
    private long next;
    private long end;

    @Activate
    public SuballocatedHeap(@Reference AddressSpace space, @Reference GuestMemory memory) {
        this.space = space;
        this.memory = memory;
    }

    @Override
    public synchronized void titleStarting(Title title) {
        shiftOf.clear();
        free.clear();
        next = 0;
        end = 0;
    }

    @Override
    public synchronized long allocate(long bytes) {
        int shift = Math.max(SMALLEST_SHIFT, Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, bytes) - 1));
        Deque<Long> reusable = free.get(shift);
        long address = reusable == null || reusable.isEmpty() ? fresh(1L << shift) : reusable.pop();
        shiftOf.put(address, shift);
        memory.putBytes(address, new byte[1 << shift]);
        return address;
    }

    private long fresh(long bytes) {
        if (bytes > CHUNK_BYTES / 4) {
            return map(bytes);
        }
        if (end - next < bytes) {
            next = map(CHUNK_BYTES);
            end = next + CHUNK_BYTES;
        }
        long address = next + bytes - 1 & -bytes;
        if (address + bytes > end) {
            next = map(CHUNK_BYTES);
            end = next + CHUNK_BYTES;
            address = next;
        }
        next = address + bytes;
        return address;
    }

    private long map(long bytes) {
        long pages = bytes + AddressSpace.PAGE_BYTES - 1 & -AddressSpace.PAGE_BYTES;
        return space.mapPrivate(0, pages, AddressSpace.READ | AddressSpace.WRITE, 0, "platform objects");
    }

    @Override
    public synchronized void free(long address) {
        Integer shift = shiftOf.remove(address);
        if (shift == null) {
            throw new IllegalStateException("0x%x is no block of the platform's guest heap".formatted(address));
        }
        free.computeIfAbsent(shift, _ -> new ArrayDeque<>()).push(address);
    }
}
