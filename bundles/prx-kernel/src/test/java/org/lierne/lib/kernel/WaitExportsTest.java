package org.lierne.lib.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestPtr;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.sync.GuestEventFlag;
import org.lierne.testing.Rule;

class WaitExportsTest {
    private final Fakes fakes = new Fakes();
    private final EventFlagExports flags = new EventFlagExports(fakes.answers, fakes.sync);
    private final SemaphoreExports semaphores = new SemaphoreExports(fakes.answers, fakes.sync);
    private final AddressWaitExports addresses = new AddressWaitExports(fakes.answers, fakes.sync);
    private final GuestPtr<Long> none = fakes.variable(0);
    private final GuestPtr<Integer> noTime = fakes.at(0, Integer.class);
    private final GuestPtr<Long> handle = fakes.variable(0x1000);
    private final GuestPtr<Long> bits = fakes.variable(0x1008);
    private final GuestPtr<Integer> time = fakes.at(0x1010, Integer.class);

    private int create(String name, int attributes) {
        return flags.create(handle, fakes.text(0x1100, name), attributes, 0, none);
    }

    @Test
    void checksANewEventFlagInOrder() {
        assertEquals(0x80020016, flags.create(none, fakes.text(0x1100, "f"), 0, 0, none));
        assertEquals(0x80020016, flags.create(handle, fakes.nullText(), 0, 0, none));
        assertEquals(0x80020016, flags.create(handle, fakes.text(0x1100, "x".repeat(40)), 0x40, 0, none));
        assertEquals(0x80020016, flags.create(handle, fakes.text(0x1100, "f"), 0, 0, fakes.variable(0x1200)));
        assertEquals(0x8002003F, create("x".repeat(32), 0x03));
        assertEquals(0x80020016, create("f", 0x03));
        assertEquals(0x80020016, create("f", 0x30));
        assertEquals(0, create("x".repeat(31), 0x21));
        assertTrue(handle.get() > 0);
    }

    @Test
    @Rule("T1")
    void writesTheBitsAtEveryEndOfAWait() {
        create("f", 0x20);
        fakes.answer = new GuestEventFlag.Result(Errno.EBUSY, 0b101, 0);
        assertEquals(0x80020010, flags.poll(handle.get(), 2, 0x01, bits));
        assertEquals(0b101, bits.get());
        time.set(5000);
        fakes.answer = new GuestEventFlag.Result(Errno.ETIMEDOUT, 0b11, 0);
        assertEquals(0x8002003C, flags.await(handle.get(), 4, 0x02, bits, time));
        assertEquals(0b11, bits.get());
        assertEquals(0, time.get());
        time.set(5000);
        fakes.answer = new GuestEventFlag.Result(Errno.OK, 7, 1_234_000);
        assertEquals(0, flags.await(handle.get(), 4, 0x12, bits, time));
        assertEquals(1234, time.get());
        fakes.answer = new GuestEventFlag.Result(Errno.ECANCELED, 9, 0);
        assertEquals(0x80020055, flags.await(handle.get(), 4, 0x01, none, noTime));
        fakes.answer = new GuestEventFlag.Result(Errno.EPERM, 9, 0);
        assertEquals(0x80020001, flags.await(handle.get(), 4, 0x01, none, noTime));
        fakes.answer = new GuestEventFlag.Result(Errno.EACCES, 9, 0);
        assertEquals(0x8002000D, flags.await(handle.get(), 4, 0x01, none, noTime));
    }

    @Test
    void checksHandlePatternAndMode() {
        assertEquals(0x80020003, flags.await(0x99, 0, 0, bits, noTime));
        assertEquals(0x80020003, flags.delete(0));
        assertEquals(0x80020003, flags.set(0x99, 1));
        assertEquals(0x80020003, flags.clear(0x99, 1));
        assertEquals(0x80020003, flags.cancel(0x99, 1, noTime));
        create("f", 0);
        assertEquals(0x80020016, flags.poll(handle.get(), 0, 0x01, bits));
        for (int mode : new int[] {0x00, 0x03, 0x10, 0x31, 0x41}) {
            assertEquals(0x80020016, flags.poll(handle.get(), 1, mode, bits), "mode 0x" + Integer.toHexString(mode));
        }
        fakes.answer = 2;
        assertEquals(0, flags.cancel(handle.get(), 0, time));
        assertEquals(2, time.get());
        assertEquals(0, flags.delete(handle.get()));
        assertEquals(0x80020003, flags.set(handle.get(), 1));
    }

    private int createSemaphore(int attributes, int initial, int maximum) {
        return semaphores.create(handle, fakes.text(0x1100, "s"), attributes, initial, maximum, none);
    }

    @Test
    void checksSemaphoreObjects() {
        assertEquals(0x80020016, semaphores.create(handle, fakes.nullText(), 1, 0, 1, none));
        assertEquals(0x80020016, createSemaphore(3, 0, 1));
        assertEquals(0x80020016, createSemaphore(1, -1, 1));
        assertEquals(0x80020016, createSemaphore(1, 0, 0));
        assertEquals(0x80020016, createSemaphore(1, 2, 1));
        assertEquals(0, createSemaphore(1, 0, 4));
        assertEquals(0x80020003, semaphores.take(0x99, 1, noTime));
        fakes.answer = 4;
        assertEquals(0x80020016, semaphores.take(handle.get(), 0, noTime));
        assertEquals(0x80020016, semaphores.take(handle.get(), 5, noTime));
        assertEquals(0x80020016, semaphores.cancel(handle.get(), 5, noTime));
        assertEquals(0, semaphores.delete(handle.get()));
        assertEquals(0x80020003, semaphores.give(handle.get(), 1));
        assertEquals(0x80020003, semaphores.tryTake(handle.get(), 1));
    }

    @Test
    void checksAddresses() {
        assertEquals(0x80020016, addresses.await(fakes.at(0, Integer.class), 0, noTime));
        assertEquals(0x80020016, addresses.await(fakes.at(0x1002, Integer.class), 0, noTime));
        assertEquals(0x80020016, addresses.awaitLong(fakes.variable(0x1004), 0, noTime));
        assertEquals(0x80020016, addresses.wake(fakes.at(0, Integer.class), 1));
        assertEquals(0, addresses.wake(fakes.at(0x1000, Integer.class), 0));
        fakes.answer = Errno.ETIMEDOUT;
        assertEquals(0x8002003C, addresses.await(fakes.at(0x1000, Integer.class), 0, time));
    }
}
