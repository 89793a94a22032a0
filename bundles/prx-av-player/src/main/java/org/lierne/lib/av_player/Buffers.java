package org.lierne.lib.av_player;

import java.util.ArrayList;
import java.util.List;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.thread.GuestThreads;

/**
 * Pieces of the title's memory that hold frames in turn: each stays as it is until as many others have come. The title's functions are called
 * outside of the lock, since they may wait for threads that want a frame.
 */
final class Buffers {
    private static final int ALIGNMENT = 0x100;

    private final GuestMemory memory;
    private final GuestThreads threads;
    private final long object;
    private final long allocate;
    private final long free;
    private List<Long> places = List.of();
    private int bytes;
    private int next;

    Buffers(GuestMemory memory, GuestThreads threads, long object, long allocate, long free) {
        this.memory = memory;
        this.threads = threads;
        this.object = object;
        this.allocate = allocate;
        this.free = free;
    }

    /** @return false if the title gives no memory */
    boolean make(int count, int size) {
        release();
        List<Long> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long place = threads.current().call(allocate, object, ALIGNMENT, size);
            if (place == 0) {
                free(taken);
                return false;
            }
            taken.add(place);
        }
        free(replace(taken, size));
        return true;
    }

    /** @return what was there before */
    private synchronized List<Long> replace(List<Long> by, int size) {
        List<Long> before = places;
        places = by;
        bytes = size;
        return before;
    }

    private void free(List<Long> unused) {
        unused.forEach(place -> threads.current().call(free, object, place));
    }

    /** Writes a frame into the next piece. @return where it lies; 0 if there is no memory any more */
    synchronized long put(byte[] frame) {
        if (places.isEmpty()) {
            return 0;
        }
        if (frame.length > bytes) {
            throw new HleRefusal("a frame of 0x%x bytes, where the film's head promises 0x%x at most".formatted(frame.length, bytes));
        }
        next = (next + 1) % places.size();
        memory.putBytes(places.get(next), frame);
        return places.get(next);
    }

    void release() {
        free(replace(List.of(), 0));
    }
}
