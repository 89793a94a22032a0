package org.lierne.gpu.vulkan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.TreeMap;

/**
 * Who may still use what. An object that was let go is destroyed when every recording that existed at that moment has
 * been thrown away or has run; what is never let go is destroyed with the device, last made first.
 */
final class Lifetimes {
    /** Something made that will be destroyed once. */
    static final class Owned {
        private static final long ALL = Long.MAX_VALUE;

        private final Runnable destroy;
        /** Number of the newest recording that may use it. */
        private volatile long lastUser = ALL;

        private Owned(Runnable destroy) {
            this.destroy = destroy;
        }

        /** Whether it outlives a recording: whether it was not let go before that one began. */
        boolean outlives(long recording) {
            return recording <= lastUser;
        }
    }

    private final LinkedHashSet<Owned> living = new LinkedHashSet<>();
    private final Deque<Owned> retired = new ArrayDeque<>();
    /** Recordings not yet done: number to ticket, 0 while it is not submitted. */
    private final TreeMap<Long, Long> recordings = new TreeMap<>();
    private long lastRecording;

    /** Registers the destruction of something just made. */
    synchronized Owned own(Runnable destroy) {
        var owned = new Owned(destroy);
        living.add(owned);
        return owned;
    }

    /** Lets something go. A second time does nothing. */
    synchronized void release(Owned owned) {
        if (owned.lastUser == Owned.ALL) {
            owned.lastUser = lastRecording;
            retired.add(owned);
        }
    }

    /** A recording begins; returns its number. */
    synchronized long began() {
        recordings.put(++lastRecording, 0L);
        return lastRecording;
    }

    /** A recording was handed to the queue. */
    synchronized void submitted(long recording, long ticket) {
        recordings.put(recording, ticket);
    }

    /** A recording was thrown away. */
    synchronized void dropped(long recording) {
        recordings.remove(recording);
    }

    /** Destroys what can be destroyed, given the newest ticket reached. */
    void collect(long reached) {
        List<Runnable> now = new ArrayList<>();
        synchronized (this) {
            recordings.values().removeIf(ticket -> ticket != 0 && ticket <= reached);
            long oldest = recordings.isEmpty() ? Long.MAX_VALUE : recordings.firstKey();
            while (!retired.isEmpty() && retired.peek().lastUser < oldest) {
                Owned owned = retired.remove();
                living.remove(owned);
                now.add(owned.destroy);
            }
        }
        now.forEach(Runnable::run);
    }

    /** Destroys everything; the device is idle. */
    void closeAll() {
        List<Owned> all;
        synchronized (this) {
            all = new ArrayList<>(living);
            living.clear();
            retired.clear();
        }
        for (int i = all.size() - 1; i >= 0; i--) {
            all.get(i).destroy.run();
        }
    }
}
