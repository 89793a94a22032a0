package org.lierne.lib.ngs2;

import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStruct;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.sync.GuestHeap;
import org.lierne.kernel.thread.GuestThreads;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Gets memory for systems and racks from the title's functions, and gives it back. */
@Component(service = Leases.class)
public final class Leases {
    /** Functions of the title that give and take memory: each is handed a {@link BufferRecord} and answers 0, or an error. */
    @GuestStruct(size = 0x18)
    public record Allocator(@At(0x00) long allocate, @At(0x08) long free, @At(0x10) long userValue) {}

    private final GuestMemory memory;
    private final GuestThreads threads;
    private final GuestHeap heap;

    @Activate
    public Leases(@Reference GuestMemory memory, @Reference GuestThreads threads, @Reference GuestHeap heap) {
        this.memory = memory;
        this.threads = threads;
        this.heap = heap;
    }

    /** What the title's function gave: its answer, and with 0 the memory. */
    record Given(int answer, Lease lease) {}

    Given take(Allocator allocator, long bytes) {
        long place = heap.allocate(0x40);
        try {
            GuestPtr<BufferRecord> record = new GuestPtr<>(memory, place, BufferRecord.class);
            record.set(new BufferRecord(0, bytes, allocator.userValue()));
            int answer = (int) threads.current().call(allocator.allocate(), place);
            return new Given(answer, new Lease(record.get(), allocator.free()));
        } finally {
            heap.free(place);
        }
    }

    /** Gives memory back to the title's function, or tells the title which was its own; {@code told} may be null. */
    void end(Lease lease, GuestPtr<BufferRecord> told) {
        if (!told.isNull()) {
            told.set(lease.free() == 0 ? lease.buffer() : new BufferRecord(0, 0, 0));
        }
        if (lease.free() == 0) {
            return;
        }
        long place = heap.allocate(0x40);
        try {
            new GuestPtr<>(memory, place, BufferRecord.class).set(lease.buffer());
            threads.current().call(lease.free(), place);
        } finally {
            heap.free(place);
        }
    }
}
