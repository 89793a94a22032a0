package org.lierne.kernel.locks;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.sync.GuestMutex;
import org.lierne.kernel.sync.MutexKind;

/** A mutex over the host's reentrant lock, which counts; what counting means is the kind's business. */
final class OwnedMutex implements GuestMutex {
    private final ReentrantLock lock = new ReentrantLock();
    private final MutexKind kind;
    private final String name;

    OwnedMutex(MutexKind kind, String name) {
        this.kind = kind;
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public MutexKind kind() {
        return kind;
    }

    @Override
    public Errno lock() throws InterruptedException {
        if (lock.isHeldByCurrentThread() && kind != MutexKind.RECURSIVE) {
            if (kind == MutexKind.NORMAL) {
                new CountDownLatch(1).await();
            }
            return Errno.EDEADLK;
        }
        lock.lockInterruptibly();
        return Errno.OK;
    }

    @Override
    public Errno tryLock() {
        if (lock.isHeldByCurrentThread() && kind != MutexKind.RECURSIVE) {
            return Errno.EBUSY;
        }
        return lock.tryLock() ? Errno.OK : Errno.EBUSY;
    }

    @Override
    public Errno lock(long timeoutNs) throws InterruptedException {
        if (lock.isHeldByCurrentThread() && kind != MutexKind.RECURSIVE) {
            if (kind != MutexKind.NORMAL) {
                return Errno.EDEADLK;
            }
            TimeUnit.NANOSECONDS.sleep(timeoutNs);
            return Errno.ETIMEDOUT;
        }
        return lock.tryLock(timeoutNs, TimeUnit.NANOSECONDS) ? Errno.OK : Errno.ETIMEDOUT;
    }

    @Override
    public Errno unlock() {
        if (!lock.isHeldByCurrentThread()) {
            return Errno.EPERM;
        }
        lock.unlock();
        return Errno.OK;
    }

    @Override
    public boolean isLocked() {
        return lock.isLocked();
    }

    @Override
    public boolean isOwned() {
        return lock.isHeldByCurrentThread();
    }

    /** Gives up every count of the caller. */
    int releaseAll() {
        int holds = lock.getHoldCount();
        for (int i = 0; i < holds; i++) {
            lock.unlock();
        }
        return holds;
    }

    /** Takes the counts back. A signal does not stop that, since the caller relies on owning the mutex; the title's end does. */
    void takeAgain(int holds, BooleanSupplier isEnding) throws InterruptedException {
        for (int taken = 0; taken < holds; ) {
            try {
                lock.lockInterruptibly();
                taken++;
            } catch (InterruptedException e) {
                if (isEnding.getAsBoolean()) {
                    throw e;
                }
            }
        }
    }
}
