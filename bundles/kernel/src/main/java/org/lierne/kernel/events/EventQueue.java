package org.lierne.kernel.events;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.event.Event;
import org.lierne.kernel.event.EventFlags;
import org.lierne.kernel.event.EventUpdate;

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
    private final Map<Key, Registration> registrations = new LinkedHashMap<>();
    private boolean deleted;

    EventQueue(String name) {
        this.name = name;
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
        lock.lock();
        try {
            Registration registration = registrations.get(new Key(ident, filter));
            if (registration == null) {
                return false;
            }
            if ((registration.event.flags() & EventFlags.EACH) != 0) {
                registration.each.add(update.apply(registration.event, 0));
                arrived.signalAll();
                return true;
            }
            registration.event = update.apply(registration.event, registration.pending);
            registration.pending++;
            registration.triggered = true;
            arrived.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    List<Event> await(int max, long timeoutNs) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = timeoutNs;
            while (true) {
                if (deleted) {
                    throw new GuestErrno(Errno.EBADF, "event queue " + name + " was deleted");
                }
                List<Event> taken = take(max);
                if (!taken.isEmpty() || left == 0 || timeoutNs > 0 && left <= 0) {
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

    private List<Event> take(int max) {
        List<Event> taken = new ArrayList<>();
        for (Iterator<Registration> all = registrations.values().iterator(); all.hasNext() && taken.size() < max; ) {
            Registration registration = all.next();
            while (!registration.each.isEmpty() && taken.size() < max) {
                taken.add(registration.each.remove());
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
    }
}
