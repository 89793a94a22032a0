package org.lierne.kernel.events;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.event.Event;
import org.lierne.kernel.event.EventFlags;
import org.lierne.kernel.event.EventUpdate;
import org.lierne.kernel.file.GuestFiles;

/** One queue: registered events in order, some of them triggered. */
final class EventQueue {
    private record Key(long ident, int filter) {}

    /** A registered event; {@code pending} counts triggers since the last delivery. */
    private static final class Registration {
        private Event event;
        private boolean triggered;
        private int pending;
        /** Triggers not delivered yet, where each is delivered by itself. */
        private final Deque<Event> each = new ArrayDeque<>();
        private @Nullable Future<?> timer;
        /** Tells whether it is triggered now; null where something else triggers it. */
        private @Nullable Watch watch;
        private Watch.@Nullable State delivered;

        Registration(Event event) {
            this.event = event;
        }

        void cancelTimer() {
            if (timer != null) {
                timer.cancel(false);
            }
        }
    }

    private final String name;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final GuestFiles files;
    private final Map<Key, Registration> registrations = new LinkedHashMap<>();
    private boolean deleted;

    EventQueue(String name, GuestFiles files) {
        this.name = name;
        this.files = files;
    }

    String name() {
        return name;
    }

    void register(Event event) {
        lock.lock();
        try {
            Registration old = registrations.put(new Key(event.ident(), event.filter()), new Registration(event));
            if (old != null) {
                old.cancelTimer();
            }
        } finally {
            lock.unlock();
        }
    }

    void watch(Event event, Watch watch) {
        Registration registration = new Registration(event);
        registration.watch = watch;
        lock.lock();
        try {
            registrations.put(new Key(event.ident(), event.filter()), registration);
            // Who waits for other events alone has to wait for descriptors as well from now on.
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Gives the registration's timer to it, so that it ends with it; a registration that is gone ends it at once. */
    void attachTimer(long ident, int filter, Future<?> timer) {
        lock.lock();
        try {
            Registration registration = registrations.get(new Key(ident, filter));
            if (registration == null) {
                timer.cancel(false);
            } else {
                registration.timer = timer;
            }
        } finally {
            lock.unlock();
        }
    }

    boolean unregister(long ident, int filter) {
        lock.lock();
        try {
            Registration old = registrations.remove(new Key(ident, filter));
            if (old != null) {
                old.cancelTimer();
            }
            return old != null;
        } finally {
            lock.unlock();
        }
    }

    boolean isRegistered(long ident, int filter) {
        lock.lock();
        try {
            return registrations.containsKey(new Key(ident, filter));
        } finally {
            lock.unlock();
        }
    }

    /** Gives false if the event is not registered here. */
    boolean trigger(long ident, int filter, EventUpdate update) {
        boolean hasWatches;
        lock.lock();
        try {
            Registration registration = registrations.get(new Key(ident, filter));
            if (registration == null) {
                return false;
            }
            if ((registration.event.flags() & EventFlags.EACH) != 0) {
                registration.each.add(update.apply(registration.event, 0));
            } else {
                registration.event = update.apply(registration.event, registration.pending);
                registration.pending++;
                registration.triggered = true;
            }
            hasWatches = hasWatches();
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
        if (hasWatches) {
            files.changed();
        }
        return true;
    }

    private boolean hasWatches() {
        return registrations.values().stream().anyMatch(r -> r.watch != null);
    }

    List<Event> await(int max, long timeoutNs) throws InterruptedException {
        long end = System.nanoTime() + timeoutNs;
        while (true) {
            long seen = files.changes();
            List<Event> taken = awaitUnlessWatching(max, timeoutNs < 0 ? timeoutNs : Math.max(0, end - System.nanoTime()));
            long left = end - System.nanoTime();
            if (!taken.isEmpty() || timeoutNs >= 0 && left <= 0) {
                return taken;
            }
            files.awaitChange(seen, timeoutNs < 0 ? timeoutNs : left);
        }
    }

    /** Waits for an event; looks only, if descriptors are watched: these change elsewhere. */
    private List<Event> awaitUnlessWatching(int max, long timeoutNs) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = timeoutNs;
            while (true) {
                if (deleted) {
                    throw new GuestErrno(Errno.EBADF, "event queue " + name + " was deleted");
                }
                List<Event> taken = take(max);
                if (!taken.isEmpty() || hasWatches() || timeoutNs >= 0 && left <= 0) {
                    return taken;
                }
                if (timeoutNs < 0) {
                    arrived.await();
                } else {
                    left = arrived.awaitNanos(left);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** An edge is a readiness that was not delivered as it is now. */
    private static void look(Registration registration, Watch watch) {
        Optional<Watch.State> state = watch.look();
        boolean isEdge = (registration.event.flags() & EventFlags.CLEAR) != 0;
        registration.triggered = state.isPresent() && !(isEdge && state.get().equals(registration.delivered));
        registration.delivered = state.orElse(null);
        state.ifPresent(s -> registration.event = registration.event.withData(s.data())
                .withFlags(registration.event.flags() & ~EventFlags.END_OF_FILE | (s.isHungUp() ? EventFlags.END_OF_FILE : 0)));
    }

    private List<Event> take(int max) {
        List<Event> taken = new ArrayList<>();
        for (Iterator<Registration> all = registrations.values().iterator(); all.hasNext() && taken.size() < max; ) {
            Registration registration = all.next();
            while (!registration.each.isEmpty() && taken.size() < max) {
                taken.add(registration.each.remove());
            }
            if (registration.watch != null) {
                look(registration, registration.watch);
            }
            if (!registration.triggered) {
                continue;
            }
            taken.add(registration.event);
            if ((registration.event.flags() & EventFlags.ONE_SHOT) != 0) {
                registration.cancelTimer();
                all.remove();
            } else if ((registration.event.flags() & EventFlags.CLEAR) != 0) {
                registration.event = registration.event.withData(0).withFilterFlags(0);
                registration.triggered = false;
                registration.pending = 0;
            }
        }
        return taken;
    }

    void delete() {
        lock.lock();
        try {
            deleted = true;
            registrations.values().forEach(Registration::cancelTimer);
            registrations.clear();
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
        files.changed();
    }
}
