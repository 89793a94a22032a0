package org.lierne.kernel.nativecpu;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.util.Arrays;
import java.util.Collection;
import org.lierne.kernel.shim.Shim;

/** Calls by slot. Each thread counts in a table of its own, so that no cache line is shared; ended threads are added up. */
final class CallCounts {
    private static final long TABLE_BYTES = 8L * CallSlots.MAX_SLOTS;
    private static final int COUNTS = 0x430;

    private final long[] ended = new long[CallSlots.MAX_SLOTS];

    /** A table for a new thread. */
    long open() {
        long table = Shim.map(0, TABLE_BYTES, Shim.PROT_READ | Shim.PROT_WRITE,
                Shim.MAP_PRIVATE | Shim.MAP_ANONYMOUS | Shim.MAP_NORESERVE, -1, 0);
        if (table < 0) {
            throw new IllegalStateException("the host gives no memory for call counters: error " + -table);
        }
        return table;
    }

    private static long table(ThreadBlock block) {
        return Shim.MEMORY.get(JAVA_LONG, block.base() + COUNTS);
    }

    synchronized void close(ThreadBlock block) {
        long table = table(block);
        for (int i = 0; i < ended.length; i++) {
            ended[i] += Shim.MEMORY.get(JAVA_LONG, table + 8L * i);
        }
        Shim.MEMORY.set(JAVA_LONG, block.base() + COUNTS, 0);
        Shim.unmap(table, TABLE_BYTES);
    }

    synchronized long sum(int slot, Collection<NativeThread> threads) {
        long sum = ended[slot];
        for (NativeThread thread : threads) {
            long table = table(thread.block());
            sum += table == 0 ? 0 : Shim.MEMORY.get(JAVA_LONG, table + 8L * slot);
        }
        return sum;
    }

    synchronized void clear() {
        Arrays.fill(ended, 0);
    }
}
