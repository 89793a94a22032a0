package org.lierne.lib.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestPtr;
import org.lierne.kernel.error.Errno;
import org.lierne.testing.ArrayGuestMemory;
import org.lierne.testing.Rule;

class NetLogicTest {
    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x1000);

    @Test
    @Rule("S-006")
    void anAbortEndsThePresentWaitOrTheNextOne() throws Exception {
        EventPoll poll = new EventPoll();
        poll.abort();
        assertEquals(Errno.ECONNABORTED, poll.await(-1));
        assertEquals(Errno.OK, poll.await(0));

        FutureTask<Errno> waiter = new FutureTask<>(() -> poll.await(-1));
        Thread.ofPlatform().daemon().start(waiter);
        poll.abort();

        assertEquals(Errno.ECONNABORTED, waiter.get());
        assertEquals(Errno.OK, poll.await(1000));
        poll.destroy();
        assertEquals(Errno.EBADF, poll.await(-1));
    }

    @Test
    void readsAndWritesAddresses() {
        assertArrayEquals(new byte[] {(byte) 192, (byte) 168, 0, 1}, Addresses.parse("192.168.0.1").orElseThrow());
        for (String text : List.of("", "1.2.3", "1.2.3.4.5", "256.0.0.1", "01.2.3.4", "a.b.c.d", "1.2.3.")) {
            assertTrue(Addresses.parse(text).isEmpty(), text);
        }
        assertEquals("10.0.255.1", Addresses.format(new byte[] {10, 0, (byte) 255, 1}));
    }

    @Test
    void numbersErrorsInItsFacility() {
        assertEquals(0x80410109, new NetStatus(Errno.EBADF).code());
        assertEquals(0x80410116, new NetStatus(Errno.EINVAL).code());
    }

    @Test
    void isUnplugged() {
        NetCtlExports state = new NetCtlExports();
        GuestPtr<Integer> out = new GuestPtr<>(memory, 0x1000, Integer.class);
        GuestPtr<Integer> none = new GuestPtr<>(memory, 0, Integer.class);
        memory.putInt(0x1000, 77);
        assertEquals(0x80412101, state.state(out).code());
        assertEquals(0x80412101, state.check().code());
        state.initialize();

        assertEquals(0x80412108, state.info(14, out).code());
        assertEquals(77, memory.getInt(0x1000));
        assertEquals(0x80412107, state.state(none).code());
        assertEquals(0, state.state(out).code());
        assertEquals(0, memory.getInt(0x1000));
        assertEquals(0x80412107, state.unregister(3).code());
    }
}
