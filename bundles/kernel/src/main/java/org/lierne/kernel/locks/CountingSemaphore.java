package org.lierne.kernel.locks;

import java.util.concurrent.locks.ReentrantLock;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.sync.GuestSemaphore;

/** Units that are taken several at a time. Assumed: kernel.sync.arrival-order. */
final class CountingSemaphore implements GuestSemaphore {
    private final ReentrantLock lock = new ReentrantLock();
    private final Waiters<Integer> waiters = new Waiters<>(lock);
    private final int initial;
    private final int maximum;
    private final String name;
    private int count;
    private boolean deleted;

    CountingSemaphore(int initial, int maximum, String name) {
        this.initial = initial;
        this.maximum = maximum;
        this.name = name;
        this.count = initial;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int maximum() {
        return maximum;
    }

    @Override
    public int count() {
        lock.lock();
        try {
            return count;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Errno take(int units, long timeoutNs) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (deleted) {
                return Errno.EACCES;
            }
            if (units <= count) {
                count -= units;
                return Errno.OK;
            }
            return timeoutNs == 0 ? Errno.EBUSY : waiters.await(waiters.waiter(units), timeoutNs);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Errno give(int units) {
        lock.lock();
        try {
            if (units > maximum - count) {
                return Errno.EOVERFLOW;
            }
            count += units;
            waiters.serve(w -> {
                if (w.wanted > count) {
                    return false;
                }
                count -= w.wanted;
                w.end(Errno.OK, 0);
                return true;
            });
            return Errno.OK;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int cancel(int newCount) {
        lock.lock();
        try {
            count = newCount < 0 ? initial : newCount;
            return waiters.endAll(Errno.ECANCELED, 0);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void delete() {
        lock.lock();
        try {
            deleted = true;
            waiters.endAll(Errno.EACCES, 0);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int waiters() {
        lock.lock();
        try {
            return waiters.count();
        } finally {
            lock.unlock();
        }
    }
}
