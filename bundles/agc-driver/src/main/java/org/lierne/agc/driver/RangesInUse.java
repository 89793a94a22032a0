package org.lierne.agc.driver;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongPredicate;

/**
 * Guest memory that recorded work reads or writes in place. A packet that writes there waits for the work before the last flush; against
 * work behind it nothing orders the packet on the hardware either. Guarded by the engine's lock.
 */
final class RangesInUse {
    private static final long NOT_SUBMITTED = Long.MAX_VALUE;
    private static final int FIRST_CAPACITY = 64;

    /** Ranges used between two flushes or submissions: pairs of address and size at the places of their hash; one found again takes no memory. */
    private static final class Batch {
        private long[] pairs = new long[2 * FIRST_CAPACITY];
        private int count;
        private long ticket = NOT_SUBMITTED;
        private boolean isFlushed;

        void add(long address, long bytes) {
            int mask = pairs.length / 2 - 1;
            int at = (int) ((address ^ bytes * 31) * 0x9E3779B97F4A7C15L >>> Integer.SIZE) & mask;
            while (pairs[2 * at + 1] != 0) {
                if (pairs[2 * at] == address && pairs[2 * at + 1] == bytes) {
                    return;
                }
                at = at + 1 & mask;
            }
            pairs[2 * at] = address;
            pairs[2 * at + 1] = bytes;
            if (2 * ++count > mask) {
                grow();
            }
        }

        private void grow() {
            long[] old = pairs;
            pairs = new long[2 * old.length];
            count = 0;
            for (int i = 0; i < old.length; i += 2) {
                if (old[i + 1] != 0) {
                    add(old[i], old[i + 1]);
                }
            }
        }

        boolean overlaps(long address, long bytes) {
            for (int i = 0; i < pairs.length; i += 2) {
                if (pairs[i] < address + bytes && address < pairs[i] + pairs[i + 1]) {
                    return true;
                }
            }
            return false;
        }
    }

    private final LongPredicate isReached;
    private final Deque<Batch> batches = new ArrayDeque<>();

    /** @param isReached whether the submission of a ticket is done */
    RangesInUse(LongPredicate isReached) {
        this.isReached = isReached;
    }

    /** Work that is being recorded uses a range. */
    void add(long address, long bytes) {
        if (bytes <= 0) {
            return;
        }
        Batch last = batches.peekLast();
        if (last == null || last.isFlushed || last.ticket != NOT_SUBMITTED) {
            last = new Batch();
            batches.add(last);
        }
        last.add(address, bytes);
    }

    /** What was recorded so far comes before the packets behind. */
    void flushed() {
        batches.forEach(batch -> batch.isFlushed = true);
    }

    /** What was recorded so far is on its way. */
    void submitted(long ticket) {
        forgetDone();
        batches.stream().filter(batch -> batch.ticket == NOT_SUBMITTED).forEach(batch -> batch.ticket = ticket);
    }

    /** Whether work before the last flush, and not known to be done, uses some of a range. */
    boolean isUsed(long address, long bytes) {
        forgetDone();
        return batches.stream().anyMatch(batch -> batch.isFlushed && batch.overlaps(address, bytes));
    }

    private void forgetDone() {
        batches.removeIf(batch -> batch.ticket != NOT_SUBMITTED && isReached.test(batch.ticket));
    }
}
