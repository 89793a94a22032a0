package org.lierne.kernel.locks;

import java.util.concurrent.locks.ReentrantLock;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.sync.GuestEventFlag;

/** An event flag: a word of bits and those who wait for some of them. Assumed: kernel.sync.arrival-order. */
final class BitsEventFlag implements GuestEventFlag {
    private record Wanted(long pattern, boolean all, Clearing clearing) {
        boolean isMet(long bits) {
            return all ? (bits & pattern) == pattern : (bits & pattern) != 0;
        }

        long cleared(long bits) {
            return switch (clearing) {
                case NOTHING -> bits;
                case ALL -> 0;
                case PATTERN -> bits & ~pattern;
            };
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Waiters<Wanted> waiters = new Waiters<>(lock);
    private final boolean oneWaiter;
    private final String name;
    private long bits;
    private boolean deleted;

    BitsEventFlag(long initial, boolean oneWaiter, String name) {
        this.bits = initial;
        this.oneWaiter = oneWaiter;
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Result await(long pattern, boolean all, Clearing clearing, long timeoutNs) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (deleted) {
                return new Result(Errno.EACCES, bits, 0);
            }
            if (oneWaiter && timeoutNs != 0 && waiters.count() > 0) {
                return new Result(Errno.EPERM, bits, Math.max(0, timeoutNs));
            }
            Wanted wanted = new Wanted(pattern, all, clearing);
            if (wanted.isMet(bits)) {
                long before = bits;
                bits = wanted.cleared(bits);
                return new Result(Errno.OK, before, Math.max(0, timeoutNs));
            }
            if (timeoutNs == 0) {
                return new Result(Errno.EBUSY, bits, 0);
            }
            Waiters.Waiter<Wanted> self = waiters.waiter(wanted);
            Errno end = waiters.await(self, timeoutNs);
            return new Result(end, end == Errno.ETIMEDOUT ? bits : self.value(), self.leftNs());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void set(long pattern) {
        lock.lock();
        try {
            bits |= pattern;
            waiters.serve(w -> {
                if (!w.wanted.isMet(bits)) {
                    return false;
                }
                w.end(Errno.OK, bits);
                bits = w.wanted.cleared(bits);
                return true;
            });
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void keep(long pattern) {
        lock.lock();
        try {
            bits &= pattern;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int cancel(long pattern) {
        lock.lock();
        try {
            bits = pattern;
            return waiters.endAll(Errno.ECANCELED, bits);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void delete() {
        lock.lock();
        try {
            deleted = true;
            waiters.endAll(Errno.EACCES, bits);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long bits() {
        lock.lock();
        try {
            return bits;
        } finally {
            lock.unlock();
        }
    }
}
