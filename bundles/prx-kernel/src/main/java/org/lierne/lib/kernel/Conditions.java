package org.lierne.lib.kernel;

import org.jspecify.annotations.Nullable;
import org.lierne.hle.GuestPtr;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.sync.GuestCondition;
import org.lierne.kernel.sync.GuestMutex;
import org.lierne.kernel.sync.PosixThreads;
import org.lierne.kernel.sync.SyncObject;
import org.lierne.kernel.sync.SyncObjects;

/** The guest's condition variables: a pointer to an object, 0 for one that is made at first use, 1 after the end. */
final class Conditions {
    static final long STATIC = 0;
    static final long DESTROYED = 1;

    /** Attributes of a condition to be made. */
    static final class Attributes implements SyncObject {
        volatile int clock;

        @Override
        public String name() {
            return "";
        }
    }

    private final SyncObjects objects;
    private final Mutexes mutexes;
    private final PosixThreads threads;

    Conditions(SyncObjects objects, PosixThreads threads) {
        this.objects = objects;
        this.mutexes = new Mutexes(objects);
        this.threads = threads;
    }

    Errno init(GuestPtr<Long> variable, GuestPtr<Long> attribute, String name) {
        if (variable.isNull()) {
            return Errno.EINVAL;
        }
        int clock = Clocks.REALTIME;
        if (!attribute.isNull()) {
            Attributes attributes = objects.at(attribute.get(), Attributes.class);
            if (attributes == null) {
                return Errno.EINVAL;
            }
            clock = attributes.clock;
        }
        variable.set(objects.add(objects.newCondition(clock, name)));
        return Errno.OK;
    }

    @Nullable GuestCondition at(GuestPtr<Long> variable) {
        if (variable.isNull()) {
            return null;
        }
        long value = variable.get();
        if (value != STATIC) {
            return value == DESTROYED ? null : objects.at(value, GuestCondition.class);
        }
        synchronized (objects) {
            long now = variable.get();
            if (now != STATIC) {
                return objects.at(now, GuestCondition.class);
            }
            GuestCondition made = objects.newCondition(Clocks.REALTIME, "");
            variable.set(objects.add(made));
            return made;
        }
    }

    Errno destroy(GuestPtr<Long> variable) {
        if (variable.isNull()) {
            return Errno.EINVAL;
        }
        long value = variable.get();
        if (value == STATIC) {
            variable.set(DESTROYED);
            return Errno.OK;
        }
        GuestCondition condition = value == DESTROYED ? null : objects.at(value, GuestCondition.class);
        if (condition == null) {
            return Errno.EINVAL;
        }
        if (condition.hasWaiters()) {
            return Errno.EBUSY;
        }
        objects.remove(value);
        variable.set(DESTROYED);
        return Errno.OK;
    }

    /** {@code EINVAL} for a missing object, {@code EPERM} if the caller does not own the mutex. */
    Errno await(GuestPtr<Long> variable, GuestPtr<Long> mutexVariable, long timeoutNs) throws InterruptedException {
        GuestCondition condition = at(variable);
        GuestMutex mutex = mutexVariable.isNull() ? null : mutexes.at(mutexVariable);
        if (condition == null || mutex == null) {
            return Errno.EINVAL;
        }
        // Tells the thread's object which host thread it is, for a signal to one given thread.
        threads.current();
        return condition.await(mutex, timeoutNs);
    }

    Errno signal(GuestPtr<Long> variable) {
        GuestCondition condition = at(variable);
        if (condition == null) {
            return Errno.EINVAL;
        }
        condition.signal();
        return Errno.OK;
    }

    Errno signalAll(GuestPtr<Long> variable) {
        GuestCondition condition = at(variable);
        if (condition == null) {
            return Errno.EINVAL;
        }
        condition.signalAll();
        return Errno.OK;
    }

    /** Wakes the given thread if it waits here; another one is not woken in its place. */
    Errno signalTo(GuestPtr<Long> variable, long thread) {
        GuestCondition condition = at(variable);
        if (condition == null) {
            return Errno.EINVAL;
        }
        var target = threads.at(thread);
        if (target.isEmpty()) {
            return Errno.ESRCH;
        }
        target.get().host().ifPresent(condition::signal);
        return Errno.OK;
    }

    Errno initAttributes(GuestPtr<Long> variable) {
        if (variable.isNull()) {
            return Errno.EINVAL;
        }
        variable.set(objects.add(new Attributes()));
        return Errno.OK;
    }

    Errno destroyAttributes(GuestPtr<Long> variable) {
        if (attributes(variable) == null) {
            return Errno.EINVAL;
        }
        objects.remove(variable.get());
        variable.set(0L);
        return Errno.OK;
    }

    @Nullable Attributes attributes(GuestPtr<Long> variable) {
        return variable.isNull() ? null : objects.at(variable.get(), Attributes.class);
    }

    Errno setClock(GuestPtr<Long> variable, int clock) {
        Attributes attributes = attributes(variable);
        if (attributes == null || clock != 0 && clock != 1 && clock != 2 && clock != Clocks.MONOTONIC) {
            return Errno.EINVAL;
        }
        attributes.clock = clock;
        return Errno.OK;
    }
}
