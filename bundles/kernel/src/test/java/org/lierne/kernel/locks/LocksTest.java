package org.lierne.kernel.locks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.sync.GuestEventFlag.Clearing;
import org.lierne.kernel.sync.MutexKind;
import org.lierne.testing.Rule;

class LocksTest {
    private static final long LONG_NS = 10_000_000_000L;
    private static final long SHORT_NS = 1_000_000;

    private static <T> T onOtherThread(Callable<T> work) throws Exception {
        FutureTask<T> task = start(work);
        return task.get();
    }

    private static <T> FutureTask<T> start(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        Thread.ofPlatform().daemon().start(task);
        return task;
    }

    @ParameterizedTest
    @EnumSource(MutexKind.class)
    void answersAnOwnersSecondLockByKind(MutexKind kind) throws Exception {
        OwnedMutex mutex = new OwnedMutex(kind, "m");
        assertEquals(Errno.OK, mutex.lock());

        Errno again = switch (kind) {
            case NORMAL -> mutex.lock(SHORT_NS);
            default -> mutex.lock();
        };

        assertEquals(switch (kind) {
            case ERROR_CHECK, ADAPTIVE -> Errno.EDEADLK;
            case RECURSIVE -> Errno.OK;
            case NORMAL -> Errno.ETIMEDOUT;
        }, again);
        assertEquals(kind == MutexKind.RECURSIVE ? Errno.OK : Errno.EBUSY, mutex.tryLock());
    }

    @Test
    void keepsAMutexFromOthers() throws Exception {
        OwnedMutex mutex = new OwnedMutex(MutexKind.ERROR_CHECK, "m");
        mutex.lock();

        assertEquals(Errno.EBUSY, onOtherThread(mutex::tryLock));
        assertEquals(Errno.ETIMEDOUT, onOtherThread(() -> mutex.lock(SHORT_NS)));
        assertEquals(Errno.EPERM, onOtherThread(mutex::unlock));
        assertEquals(Errno.OK, mutex.unlock());
        assertEquals(Errno.EPERM, mutex.unlock());
        assertFalse(mutex.isLocked());
    }

    @Test
    @Rule("T2")
    void storesNoSignal() throws Exception {
        OwnedMutex mutex = new OwnedMutex(MutexKind.ERROR_CHECK, "m");
        WaiterCondition condition = new WaiterCondition(0, "c", () -> false);
        condition.signal();
        mutex.lock();

        assertEquals(Errno.ETIMEDOUT, condition.await(mutex, SHORT_NS));
        assertTrue(mutex.isOwned());
        mutex.unlock();
        assertEquals(Errno.EPERM, condition.await(mutex, SHORT_NS));
    }

    @Test
    @Rule("T4")
    void wakesAWaiterOnlyAfterItsMutexIsFree() throws Exception {
        OwnedMutex mutex = new OwnedMutex(MutexKind.RECURSIVE, "m");
        WaiterCondition condition = new WaiterCondition(0, "c", () -> false);
        boolean[] predicate = {false};
        CountDownLatch locked = new CountDownLatch(1);
        FutureTask<Errno> waiter = start(() -> {
            mutex.lock();
            mutex.lock();
            locked.countDown();
            while (!predicate[0]) {
                assertEquals(Errno.OK, condition.await(mutex, LONG_NS));
            }
            mutex.unlock();
            return mutex.unlock();
        });
        locked.await();

        // Once the mutex can be had here, the waiter is on the condition's list.
        mutex.lock();
        condition.signal();
        predicate[0] = true;
        condition.signalAll();
        mutex.unlock();

        assertEquals(Errno.OK, waiter.get());
    }

    @Test
    void lendsALockToReadersOrOneWriter() throws Exception {
        ReadWriteLock lock = new ReadWriteLock("rw");
        assertEquals(Errno.OK, lock.lockRead(-1));
        assertEquals(Errno.OK, onOtherThread(() -> {
            Errno got = lock.lockRead(0);
            lock.unlock();
            return got;
        }));
        assertEquals(Errno.EBUSY, onOtherThread(() -> lock.lockWrite(0)));
        assertEquals(Errno.ETIMEDOUT, onOtherThread(() -> lock.lockWrite(SHORT_NS)));
        assertEquals(Errno.OK, lock.unlock());
        assertEquals(Errno.EPERM, lock.unlock());

        assertEquals(Errno.OK, lock.lockWrite(-1));
        assertEquals(Errno.EDEADLK, lock.lockWrite(-1));
        assertEquals(Errno.EBUSY, onOtherThread(() -> lock.lockRead(0)));
        assertTrue(lock.isLocked());
    }

    @Test
    @Rule("T8")
    void blocksAtZeroUntilAPost() throws Exception {
        CountingSemaphore semaphore = new CountingSemaphore(0, 3, "s");
        FutureTask<Errno> waiter = start(() -> semaphore.take(2, LONG_NS));

        assertEquals(Errno.EBUSY, semaphore.take(1, 0));
        assertEquals(Errno.ETIMEDOUT, semaphore.take(3, SHORT_NS));
        assertEquals(Errno.OK, semaphore.give(2));

        assertEquals(Errno.OK, waiter.get());
        assertEquals(0, semaphore.count());
        assertEquals(Errno.EOVERFLOW, semaphore.give(4));
        assertEquals(0, semaphore.count());
    }

    @Test
    void endsASemaphoresWaitsByCancelAndDelete() throws Exception {
        CountingSemaphore semaphore = new CountingSemaphore(1, 5, "s");
        FutureTask<Errno> canceled = start(() -> semaphore.take(5, LONG_NS));
        while (semaphore.waiters() == 0) {
            Thread.onSpinWait();
        }

        assertEquals(1, semaphore.cancel(3));
        assertEquals(Errno.ECANCELED, canceled.get());
        assertEquals(3, semaphore.count());
        semaphore.cancel(-1);
        assertEquals(1, semaphore.count());

        FutureTask<Errno> deleted = start(() -> semaphore.take(5, LONG_NS));
        while (semaphore.waiters() == 0) {
            Thread.onSpinWait();
        }
        semaphore.delete();
        assertEquals(Errno.EACCES, deleted.get());
        assertEquals(Errno.EACCES, semaphore.take(1, 0));
    }

    @Test
    @Rule("T1")
    void pollsAnEventFlag() throws Exception {
        BitsEventFlag flag = new BitsEventFlag(0b0110, false, "ef");

        assertEquals(Errno.EBUSY, flag.await(0b0011, true, Clearing.NOTHING, 0).errno());
        var any = flag.await(0b0011, false, Clearing.PATTERN, 0);
        assertEquals(Errno.OK, any.errno());
        assertEquals(0b0110, any.bits());
        assertEquals(0b0100, flag.bits());
        flag.set(0b1000);
        assertEquals(0b1100, flag.await(0b1100, true, Clearing.ALL, 0).bits());
        assertEquals(0, flag.bits());
        flag.set(0xFF);
        flag.keep(0xF);
        assertEquals(0xF, flag.bits());
    }

    @Test
    void wakesAWaiterWithTheBitsBeforeClearing() throws Exception {
        BitsEventFlag flag = new BitsEventFlag(1, true, "ef");
        var waiter = new FutureTask<>(() -> flag.await(0b110, true, Clearing.PATTERN, LONG_NS));
        Thread waiting = Thread.ofPlatform().daemon().start(waiter);
        while (waiting.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        assertEquals(Errno.EPERM, flag.await(0b1000, true, Clearing.NOTHING, SHORT_NS).errno());

        flag.set(0b010);
        flag.set(0b100);

        assertEquals(Errno.OK, waiter.get().errno());
        assertEquals(0b111, waiter.get().bits());
        assertTrue(waiter.get().leftNs() > 0);
        assertEquals(0b001, flag.bits());
        assertEquals(Errno.ETIMEDOUT, flag.await(0b1000, true, Clearing.NOTHING, SHORT_NS).errno());
        flag.delete();
        assertEquals(Errno.EACCES, flag.await(1, true, Clearing.NOTHING, 0).errno());
    }

    @Test
    void sleepsOnAnAddressOnlyWhileItsWordIsTheSame() throws Exception {
        Sleepers sleepers = new Sleepers();
        int[] word = {1};

        assertEquals(Errno.OK, sleepers.await(0x1000, () -> word[0] == 2, LONG_NS));
        assertEquals(Errno.ETIMEDOUT, sleepers.await(0x1000, () -> word[0] == 1, SHORT_NS));
        FutureTask<Errno> sleeper = start(() -> sleepers.await(0x1000, () -> true, LONG_NS));
        assertEquals(0, sleepers.wake(0x1000, 0));
        assertEquals(0, sleepers.wake(0x2000, 9));
        while (sleepers.wake(0x1000, 1) == 0) {
            Thread.onSpinWait();
        }
        assertEquals(Errno.OK, sleeper.get());
    }

    @Test
    void opensABarrierForTheWholeRound() throws Exception {
        MeetingBarrier barrier = new MeetingBarrier(2, "b");
        FutureTask<Boolean> first = start(barrier::await);
        boolean mine = barrier.await();

        assertTrue(first.get() ^ mine);
        assertFalse(barrier.hasWaiters());
    }

    @Test
    void anInterruptedConditionComesBackWithItsMutex() throws Exception {
        OwnedMutex mutex = new OwnedMutex(MutexKind.ERROR_CHECK, "m");
        WaiterCondition condition = new WaiterCondition(0, "c", () -> false);
        CountDownLatch locked = new CountDownLatch(1);
        FutureTask<Errno> task = new FutureTask<>(() -> {
            mutex.lock();
            locked.countDown();
            Errno woken = condition.await(mutex, LONG_NS);
            return woken == Errno.OK ? mutex.unlock() : woken;
        });
        Thread thread = Thread.ofPlatform().daemon().start(task);
        locked.await();

        // Once the mutex can be had here, the waiter waits; while it is held, a second interrupt meets it taking the mutex back.
        mutex.lock();
        thread.interrupt();
        while (condition.hasWaiters()) {
            Thread.onSpinWait();
        }
        thread.interrupt();
        mutex.unlock();

        assertEquals(Errno.OK, task.get());
    }

    @Test
    void anInterruptedMemberOfABarrierIsNotCounted() throws Exception {
        MeetingBarrier barrier = new MeetingBarrier(2, "b");
        FutureTask<Boolean> task = new FutureTask<>(barrier::await);
        Thread thread = Thread.ofPlatform().daemon().start(task);
        while (!barrier.hasWaiters()) {
            Thread.onSpinWait();
        }

        thread.interrupt();

        assertThrows(ExecutionException.class, task::get);
        assertFalse(barrier.hasWaiters());
    }
}
