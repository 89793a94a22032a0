package org.lierne.lib.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestPtr;
import org.lierne.kernel.error.Errno;
import org.lierne.testing.Rule;

class LockExportsTest {
    private final Fakes fakes = new Fakes();
    private final MutexExports mutexes = new MutexExports(fakes.answers, fakes.sync);
    private final ConditionExports conditions = new ConditionExports(fakes.answers, fakes.sync, fakes.threads);
    private final RwLockExports locks = new RwLockExports(fakes.answers, fakes.sync);
    private final PosixSemaphoreExports semaphores = new PosixSemaphoreExports(fakes.answers, fakes.sync);
    private final GuestPtr<Long> none = fakes.variable(0);
    private final GuestPtr<Long> variable = fakes.variable(0x1000);
    private final GuestPtr<Long> other = fakes.variable(0x1008);
    private final GuestPtr<Long> attribute = fakes.variable(0x1010);

    private int init() {
        return mutexes.init(variable, none, fakes.nullText());
    }

    @Test
    void givesOneErrorInTheFormOfItsFamily() {
        init();
        fakes.answer = Errno.EBUSY;

        assertEquals(0x80020010, mutexes.tryLock(variable));
        assertEquals(16, mutexes.tryLockBare(variable));
        semaphores.init(other, 0, 1, fakes.nullText());
        assertEquals(0x80020023, semaphores.tryTake(other));
        assertEquals(-1, semaphores.tryTakePosix(other));
        assertEquals(35, fakes.errno());
    }

    @Test
    void makesAStaticMutexAtItsFirstUse() {
        assertEquals(0, mutexes.lock(variable));

        long object = variable.get();
        assertNotEquals(0L, object);
        assertEquals(0, mutexes.unlock(variable));
        assertEquals(object, variable.get());
        other.set(1L);
        assertEquals(0, mutexes.tryLock(other));
        assertNotEquals(1L, other.get());
    }

    @Test
    void answersNullStaleAndDestroyedMutexes() {
        assertEquals(0x80020016, mutexes.init(none, none, fakes.nullText()));
        assertEquals(0x80020016, mutexes.lock(none));
        assertEquals(0x80020001, mutexes.unlock(variable));
        assertEquals(0, mutexes.destroy(variable));
        assertEquals(2L, variable.get());
        assertEquals(0x80020016, mutexes.lock(variable));
        assertEquals(22, mutexes.unlockBare(variable));
        assertEquals(0x80020016, mutexes.destroy(variable));
        variable.set(0x123456L);
        assertEquals(0x80020016, mutexes.lock(variable));
        init();
        fakes.answer = true;
        assertEquals(0x80020010, mutexes.destroy(variable));
    }

    @Test
    void checksMutexAttributes() {
        assertEquals(0x80020016, mutexes.initAttributes(none));
        assertEquals(0, mutexes.initAttributes(attribute));
        for (int type : new int[] {0, 5, -1}) {
            assertEquals(0x80020016, mutexes.setType(attribute, type));
        }
        assertEquals(0, mutexes.setType(attribute, 2));
        assertEquals(0, mutexes.type(attribute, fakes.at(0x1020, Integer.class)));
        assertEquals(2, fakes.memory.getInt(0x1020));
        assertEquals(0x80020016, mutexes.setProtocol(attribute, 3));
        assertEquals(0x80020016, mutexes.setShared(attribute, 1));
        assertEquals(0, mutexes.setShared(attribute, 0));
        assertEquals(0, mutexes.destroyAttributes(attribute));
        assertEquals(0x80020016, mutexes.setType(attribute, 2));
        assertEquals(0x80020016, mutexes.init(variable, fakes.variable(0x1040), fakes.nullText()));
    }

    @Test
    @Rule("T5")
    void wantsBothObjectsOfAWait() {
        init();
        assertEquals(0x80020016, conditions.await(none, variable));
        assertEquals(22, conditions.awaitBare(other, none));
        assertEquals(0, conditions.await(other, variable));
        assertNotEquals(0L, other.get());
    }

    @Test
    @Rule("T3")
    void takesAnAbsoluteTimeInThePosixFormOnly() {
        init();
        conditions.init(other, none, fakes.nullText());
        var time = fakes.at(0x1080, Timespec.class);
        time.set(new Timespec(0, 1_000_000_000));
        assertEquals(22, conditions.timedAwaitBare(other, variable, time));
        time.set(new Timespec(0, -1));
        assertEquals(22, conditions.timedAwaitBare(other, variable, time));
        fakes.answer = Errno.ETIMEDOUT;
        time.set(new Timespec(1, 0));
        assertEquals(60, conditions.timedAwaitBare(other, variable, time));
        assertEquals(0x8002003C, conditions.timedAwait(other, variable, 10));
    }

    @Test
    void endsConditionsAndTheirAttributes() {
        assertEquals(0, conditions.initAttributes(attribute));
        assertEquals(0x80020016, conditions.setClock(attribute, 3));
        assertEquals(0, conditions.setClock(attribute, 4));
        assertEquals(0, conditions.clock(attribute, fakes.at(0x1020, Integer.class)));
        assertEquals(4, fakes.memory.getInt(0x1020));
        assertEquals(0, conditions.init(other, attribute, fakes.nullText()));
        assertEquals(0, conditions.signal(other));
        assertEquals(0x80020003, conditions.signalTo(other, 0x55));
        fakes.answer = true;
        assertEquals(0x80020010, conditions.destroy(other));
        fakes.answer = false;
        assertEquals(0, conditions.destroy(other));
        assertEquals(0x80020016, conditions.destroy(other));
        assertEquals(0x80020016, conditions.signal(other));
    }

    @Test
    void answersReadWriteLocks() {
        assertEquals(0x80020016, locks.init(none, none, fakes.nullText()));
        assertEquals(0, locks.read(variable));
        assertEquals(0, locks.unlock(variable));
        fakes.answer = Errno.EBUSY;
        assertEquals(0x80020010, locks.tryWrite(variable));
        assertEquals(60, locks.timedReadBare(variable, 0));
        var time = fakes.at(0x1080, Timespec.class);
        time.set(new Timespec(0, -1));
        assertEquals(22, locks.writeUntilBare(variable, time));
        fakes.answer = Errno.EPERM;
        assertEquals(0x80020001, locks.unlock(variable));
        fakes.answer = true;
        assertEquals(0x80020010, locks.destroy(variable));
        fakes.answer = false;
        assertEquals(0, locks.destroy(variable));
        assertEquals(0x80020016, locks.read(variable));
        assertEquals(0, locks.initAttributes(attribute));
        assertEquals(0x80020016, locks.setType(attribute, 3));
        assertEquals(0, locks.setType(attribute, 2));
    }

    @Test
    void checksSemaphores() {
        assertEquals(0x80020016, semaphores.init(none, 0, 1, fakes.nullText()));
        assertEquals(0x80020016, semaphores.init(variable, 1, 1, fakes.nullText()));
        assertEquals(0x80020016, semaphores.init(variable, 0, 0x80000000, fakes.nullText()));
        assertEquals(-1, semaphores.takePosix(variable));
        assertEquals(22, fakes.errno());
        assertEquals(0, semaphores.init(variable, 0, 1, fakes.nullText()));
        fakes.answer = Errno.EOVERFLOW;
        assertEquals(0x80020054, semaphores.give(variable));
        fakes.answer = Errno.ETIMEDOUT;
        assertEquals(0x8002003C, semaphores.timedTake(variable, 10));
        fakes.answer = 3;
        assertEquals(0x80020010, semaphores.destroy(variable));
        assertEquals(0, semaphores.value(variable, fakes.at(0x1020, Integer.class)));
        assertEquals(3, fakes.memory.getInt(0x1020));
        fakes.answer = 0;
        assertEquals(0, semaphores.destroy(variable));
        assertEquals(0x80020016, semaphores.give(variable));
    }
}
