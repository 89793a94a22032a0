package org.lierne.kernel.locks;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.sync.GuestCondition;
import org.lierne.kernel.sync.GuestMutex;

/** A condition as a list of waiters, so that one given thread can be woken and no signal is stored. */
final class WaiterCondition implements GuestCondition {
    private record Waiter(Thread thread, CountDownLatch woken) {}

    private final Deque<Waiter> waiters = new ArrayDeque<>();
    private final int clock;
    private final String name;
    private final BooleanSupplier isEnding;

    /** @param isEnding whether the calling thread ends with its title */
    WaiterCondition(int clock, String name, BooleanSupplier isEnding) {
        this.clock = clock;
        this.name = name;
        this.isEnding = isEnding;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int clock() {
        return clock;
    }

    @Override
    public Errno await(GuestMutex mutex, long timeoutNs) throws InterruptedException {
        if (!(mutex instanceof OwnedMutex owned) || !owned.isOwned()) {
            return Errno.EPERM;
        }
        Waiter self = new Waiter(Thread.currentThread(), new CountDownLatch(1));
        // Listed before the mutex is free: a signal sent under the mutex after this point finds the waiter.
        synchronized (waiters) {
            waiters.add(self);
        }
        int holds = owned.releaseAll();
        boolean woken = true;
        try {
            if (timeoutNs < 0) {
                self.woken.await();
            } else {
                woken = self.woken.await(timeoutNs, TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            // A guest signal: its handler runs when the call has returned. Conditions may wake without cause.
            woken = true;
        } finally {
            synchronized (waiters) {
                // A signal that came between the time-out and here has taken the waiter off the list: it counts as woken.
                woken = !waiters.remove(self) || woken;
            }
        }
        owned.takeAgain(holds, isEnding);
        return woken ? Errno.OK : Errno.ETIMEDOUT;
    }

    @Override
    public void signal() {
        synchronized (waiters) {
            Waiter first = waiters.poll();
            if (first != null) {
                first.woken.countDown();
            }
        }
    }

    @Override
    public boolean signal(Thread waiter) {
        synchronized (waiters) {
            for (Iterator<Waiter> all = waiters.iterator(); all.hasNext(); ) {
                Waiter one = all.next();
                if (one.thread == waiter) {
                    all.remove();
                    one.woken.countDown();
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public void signalAll() {
        synchronized (waiters) {
            waiters.forEach(w -> w.woken.countDown());
            waiters.clear();
        }
    }

    @Override
    public boolean hasWaiters() {
        synchronized (waiters) {
            return !waiters.isEmpty();
        }
    }
}
