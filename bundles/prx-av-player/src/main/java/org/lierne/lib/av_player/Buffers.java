package org.lierne.lib.av_player;

import java.util.ArrayList;
import java.util.List;
import org.lierne.kernel.thread.GuestThreads;

/** Pieces of the title's memory that hold frames in turn: each stays as it is until as many others have come. */
final class Buffers {
    private static final int ALIGNMENT = 0x100;

    private final GuestThreads threads;
    private final long object;
    private final long allocate;
    private final long free;
    private final List<Long> places = new ArrayList<>();
    private int bytes;
    private int next;

    Buffers(GuestThreads threads, long object, long allocate, long free) {
        this.threads = threads;
        this.object = object;
        this.allocate = allocate;
        this.free = free;
    }

    /** @return false if the title gives no memory */
    boolean make(int count, int size) {
        release();
        bytes = size;
        for (int i = 0; i < count; i++) {
            long place = threads.current().call(allocate, object, ALIGNMENT, size);
            if (place == 0) {
                return false;
            }
            places.add(place);
        }
        return true;
    }

    /** Where the next frame goes; 0 if it does not fit. */
    long next(int size) {
        if (size > bytes || places.isEmpty()) {
            return 0;
        }
        next = (next + 1) % places.size();
        return places.get(next);
    }

    void release() {
        places.forEach(place -> threads.current().call(free, object, place));
        places.clear();
    }
}
