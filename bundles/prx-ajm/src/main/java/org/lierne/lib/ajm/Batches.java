package org.lierne.lib.ajm;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Jobs by where they lie in batches that have not been started. */
final class Batches {
    private final NavigableMap<Long, Job> jobs = new TreeMap<>();

    /** The title's numbers may lead anywhere; what would go round ends with the last address. */
    private NavigableMap<Long, Job> within(long address, long bytes) {
        long room = Math.max(bytes, 0);
        return jobs.subMap(address, true, address > Long.MAX_VALUE - room ? Long.MAX_VALUE : address + room, false);
    }

    synchronized void clear() {
        jobs.clear();
    }

    /** A new batch begins there. */
    synchronized void clear(long address, long bytes) {
        within(address, bytes).clear();
    }

    synchronized void add(long address, Job job) {
        jobs.put(address, job);
    }

    /** The jobs of a batch in their order; they are in no batch then. */
    synchronized List<Job> take(long address, long bytes) {
        List<Job> taken = new ArrayList<>(within(address, bytes).values());
        within(address, bytes).clear();
        return taken;
    }
}
