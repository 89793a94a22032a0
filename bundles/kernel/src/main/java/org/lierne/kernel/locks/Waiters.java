package org.lierne.kernel.locks;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.error.Errno;

/** Threads that wait for something of one object, in order of arrival; all calls under the object's lock. */
final class Waiters<T> {
    /** One wait; {@code end} is set by whoever ends it. */
    static final class Waiter<T> {
        final T wanted;
        private final Condition changed;
        private @Nullable Errno end;
        private long value;
        private long leftNs;

        private Waiter(T wanted, Condition changed) {
            this.wanted = wanted;
            this.changed = changed;
        }

        /** Ends the wait with this answer; the value travels with it. */
        void end(Errno answer, long withValue) {
            end = answer;
            value = withValue;
            changed.signal();
        }

        long value() {
            return value;
        }

        long leftNs() {
            return leftNs;
        }
    }

    private final ReentrantLock lock;
    private final List<Waiter<T>> waiting = new ArrayList<>();

    Waiters(ReentrantLock lock) {
        this.lock = lock;
    }

    int count() {
        return waiting.size();
    }

    Waiter<T> waiter(T wanted) {
        return new Waiter<>(wanted, lock.newCondition());
    }

    /** Waits until another thread ends the wait, or the time is over. */
    Errno await(Waiter<T> self, long timeoutNs) throws InterruptedException {
        waiting.add(self);
        long left = timeoutNs;
        try {
            while (self.end == null) {
                if (timeoutNs < 0) {
                    self.changed.await();
                } else if (left <= 0) {
                    return Errno.ETIMEDOUT;
                } else {
                    left = self.changed.awaitNanos(left);
                }
            }
            self.leftNs = Math.max(0, left);
            return self.end;
        } catch (InterruptedException e) {
            // Served meanwhile: what was given must not be lost with the interrupt.
            Errno served = self.end;
            if (served == null) {
                throw e;
            }
            self.leftNs = Math.max(0, left);
            return served;
        } finally {
            waiting.remove(self);
        }
    }

    /** Takes off, in order, those for whom the test, which ends their waits, holds. */
    void serve(Predicate<Waiter<T>> served) {
        for (Iterator<Waiter<T>> all = waiting.iterator(); all.hasNext(); ) {
            if (served.test(all.next())) {
                all.remove();
            }
        }
    }

    /** Ends all waits. Gives their number. */
    int endAll(Errno answer, long value) {
        int count = waiting.size();
        waiting.forEach(w -> w.end(answer, value));
        waiting.clear();
        return count;
    }
}
