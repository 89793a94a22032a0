package org.lierne.lib.net;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.lierne.kernel.error.Errno;

/** One set of descriptors to wait on. Without sockets nothing is ever ready: a wait ends by time, abort or destruction. */
final class EventPoll {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int aborts;
    private boolean destroyed;

    /** How a wait ended: {@code OK} at the time-out, {@code ECONNABORTED}, or {@code EBADF} once destroyed. */
    Errno await(long timeoutNs) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = timeoutNs;
            while (true) {
                if (destroyed) {
                    return Errno.EBADF;
                }
                if (aborts > 0) {
                    aborts--;
                    return Errno.ECONNABORTED;
                }
                if (timeoutNs >= 0 && left <= 0) {
                    return Errno.OK;
                }
                if (timeoutNs < 0) {
                    changed.await();
                } else {
                    left = changed.awaitNanos(left);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends one wait: the present one or the next. */
    void abort() {
        lock.lock();
        try {
            aborts++;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    void destroy() {
        lock.lock();
        try {
            destroyed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
