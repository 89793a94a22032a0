package org.lierne.kernel.locks;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.sync.GuestRwLock;

/** The guest's read-write lock over the host's. */
final class ReadWriteLock implements GuestRwLock {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final String name;

    ReadWriteLock(String name) {
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Errno lockRead(long timeoutNs) throws InterruptedException {
        if (lock.isWriteLockedByCurrentThread()) {
            return timeoutNs == 0 ? Errno.EBUSY : Errno.EDEADLK;
        }
        return take(lock.readLock(), timeoutNs);
    }

    @Override
    public Errno lockWrite(long timeoutNs) throws InterruptedException {
        if (lock.isWriteLockedByCurrentThread()) {
            return timeoutNs == 0 ? Errno.EBUSY : Errno.EDEADLK;
        }
        return take(lock.writeLock(), timeoutNs);
    }

    private static Errno take(Lock side, long timeoutNs) throws InterruptedException {
        if (timeoutNs < 0) {
            side.lockInterruptibly();
            return Errno.OK;
        }
        if (timeoutNs == 0) {
            return side.tryLock() ? Errno.OK : Errno.EBUSY;
        }
        return side.tryLock(timeoutNs, TimeUnit.NANOSECONDS) ? Errno.OK : Errno.ETIMEDOUT;
    }

    @Override
    public Errno unlock() {
        if (lock.isWriteLockedByCurrentThread()) {
            lock.writeLock().unlock();
            return Errno.OK;
        }
        if (lock.getReadHoldCount() > 0) {
            lock.readLock().unlock();
            return Errno.OK;
        }
        return Errno.EPERM;
    }

    @Override
    public boolean isLocked() {
        return lock.isWriteLocked() || lock.getReadLockCount() > 0;
    }
}
