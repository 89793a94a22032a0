package org.lierne.agc.driver;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.lierne.gpu.BufferMemory;
import org.lierne.gpu.GpuBuffer;
import org.lierne.gpu.GpuCommands;
import org.lierne.gpu.GpuCounts;
import org.lierne.gpu.GpuDevice;
import org.lierne.kernel.memory.GuestMemory;

/**
 * Samples that passed all tests since the title first asked for them. The hardware's depth blocks count each for itself, into slots of
 * 16 bytes, the start in the lower half and the end in the upper; here one block does all the work and the others report none. That
 * there are sixteen slots follows from the size of the library's query start, which clears 256 bytes (assumed: agc.sample-counts).
 */
final class SampleCounts {
    static final int SLOTS = 16;
    static final int SLOT_BYTES = 16;
    static final long IS_VALID = 1L << 63;
    private static final int POOL = 256;

    /** The counts of one recording on their way to the host. */
    record Batch(List<GpuBuffer> results, List<Integer> numbers) {}

    private final GpuDevice device;
    private final List<GpuCounts> pools = new ArrayList<>();
    private boolean isCounting;
    private int used;
    private volatile long total;

    SampleCounts(GpuDevice device) {
        this.device = device;
    }

    /** From now on draws are counted. */
    void start() {
        isCounting = true;
    }

    /** The next draw of the recording counts, if anybody asked. */
    void beforeDraw(GpuCommands commands) {
        if (!isCounting) {
            return;
        }
        if (pools.isEmpty() || used == POOL) {
            pools.add(device.counts(POOL));
            used = 0;
        }
        commands.countNext(pools.getLast(), used++);
    }

    /** The recording ends: its counts are brought to the host. */
    Batch end(GpuCommands commands) {
        Batch batch = new Batch(new ArrayList<>(), new ArrayList<>());
        for (GpuCounts pool : pools) {
            int number = pool == pools.getLast() ? used : POOL;
            GpuBuffer result = device.buffer((long) Long.BYTES * POOL, BufferMemory.READBACK, "sample counts");
            commands.write(pool, number, result, 0);
            batch.results.add(result);
            batch.numbers.add(number);
            pool.close();
        }
        pools.clear();
        used = 0;
        return batch;
    }

    /** The recording is done. Called in the order of recordings. */
    void add(Batch batch) {
        for (int i = 0; i < batch.results.size(); i++) {
            for (int k = 0; k < batch.numbers.get(i); k++) {
                total += batch.results.get(i).mapped().get(ValueLayout.JAVA_LONG, (long) Long.BYTES * k);
            }
            batch.results.get(i).close();
        }
    }

    /** Writes the count so far, as the event does for all depth blocks. */
    void report(GuestMemory memory, long address) {
        for (int slot = 0; slot < SLOTS; slot++) {
            memory.putLong(address + (long) SLOT_BYTES * slot, (slot == 0 ? total : 0) | IS_VALID);
        }
    }

    /** Whether samples passed between the two reports of each slot; a slot without both does not count. */
    static boolean hasPassed(GuestMemory memory, long address) {
        long passed = 0;
        for (int slot = 0; slot < SLOTS; slot++) {
            long start = memory.getLong(address + (long) SLOT_BYTES * slot);
            long end = memory.getLong(address + (long) SLOT_BYTES * slot + Long.BYTES);
            passed |= (start & end) < 0 ? end - start : 0;
        }
        return passed != 0;
    }

    void close() {
        pools.forEach(GpuCounts::close);
        pools.clear();
    }
}
