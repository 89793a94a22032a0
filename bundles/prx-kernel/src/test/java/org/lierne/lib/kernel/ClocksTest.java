package org.lierne.lib.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.testing.Rule;

class ClocksTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14})
    void readsEveryClockAndTellsItsResolution(int clock) {
        Clocks clocks = new Clocks(System.nanoTime());

        assertTrue(clocks.readNs(clock) >= 0);
        assertTrue(Clocks.resolutionNs(clock) > 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 3, 6, 15, 100})
    void knowsNoOtherClock(int clock) {
        assertEquals(Errno.EINVAL, assertThrows(GuestErrno.class, () -> new Clocks(0).readNs(clock)).errno());
        assertEquals(Errno.EINVAL, assertThrows(GuestErrno.class, () -> Clocks.resolutionNs(clock)).errno());
    }

    @Test
    void refusesNanosecondsOutsideOfASecond() {
        assertEquals(Errno.EINVAL, assertThrows(GuestErrno.class, () -> new Timespec(0, -1).toNanoseconds()).errno());
        assertEquals(Errno.EINVAL, assertThrows(GuestErrno.class, () -> new Timespec(0, 1_000_000_000).toNanoseconds()).errno());
        assertEquals(1_999_999_999L, new Timespec(1, 999_999_999).toNanoseconds());
        assertTrue(new Timespec(Long.MAX_VALUE, 0).toNanoseconds() > 0);
        assertEquals(new Timespec(-1, 999_999_999), Timespec.ofNanoseconds(-1));
    }

    @Test
    @Rule("T3")
    void measuresAnAbsoluteTimeFromItsClock() {
        Clocks clocks = new Clocks(0);
        Timespec past = Timespec.ofNanoseconds(Clocks.realtimeNs() - 1);
        Timespec future = Timespec.ofNanoseconds(Clocks.realtimeNs() + 3_600_000_000_000L);

        assertEquals(0, clocks.leftNs(Clocks.REALTIME, past));
        assertTrue(clocks.leftNs(Clocks.REALTIME, future) > 3_500_000_000_000L);
        assertEquals(5_000_000, Microseconds.toNs(5000));
        assertEquals(4_294_967_295_000L, Microseconds.toNs(-1));
    }

    @Test
    @Rule("M8")
    void numbersErrorsAsTheGuestDoes() {
        assertEquals(35, Errno.EAGAIN.number());
        assertEquals(11, Errno.EDEADLK.number());
        assertEquals(78, Errno.ENOSYS.number());
        assertEquals(16, Errno.EBUSY.number());
        assertEquals(0x80020010, Errno.EBUSY.encoded());
        assertEquals(0, Errno.OK.encoded());
    }
}
