package org.lierne.lib.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.lierne.hle.GuestPtr;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.file.OpenFile;
import org.lierne.kernel.socket.InternetAddress;
import org.lierne.testing.ArrayGuestMemory;
import org.lierne.testing.Rule;

class NetLogicTest {
    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x1000);

    /** A descriptor that is ready for reading when a test says so. */
    private final AtomicBoolean isReadable = new AtomicBoolean();
    private final AtomicLong changes = new AtomicLong();
    private final OpenFile descriptor = fake(OpenFile.class, (method, _) -> switch (method) {
        case "isReadable" -> isReadable.get();
        case "isWritable", "isHungUp" -> false;
        default -> throw new AssertionError(method);
    });
    private final GuestFiles files = fake(GuestFiles.class, (method, arguments) -> switch (method) {
        case "changes" -> changes.get();
        case "changed" -> changes.incrementAndGet();
        case "awaitChange" -> {
            while (changes.get() == (long) arguments[0]) {
                Thread.onSpinWait();
            }
            yield null;
        }
        case "file" -> {
            if ((int) arguments[0] != 5) {
                throw new GuestErrno(Errno.EBADF, "none");
            }
            yield descriptor;
        }
        default -> throw new AssertionError(method);
    });

    private static <T> T fake(Class<T> type, BiFunction<String, Object[], @Nullable Object> answers) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (_, method, arguments) -> {
            Object answer = answers.apply(method.getName(), arguments);
            return method.getReturnType() == void.class ? null : answer;
        }));
    }

    private static Errno error(Executable call) {
        return assertThrows(GuestErrno.class, call).errno();
    }

    @Test
    @Rule("S-006")
    void anAbortEndsThePresentWaitOrTheNextOne() throws Exception {
        EventPoll poll = new EventPoll(files);
        poll.abort();
        assertEquals(Errno.ECONNABORTED, error(() -> poll.await(1, -1)));
        assertEquals(List.of(), poll.await(1, 0));

        FutureTask<Errno> waiter = new FutureTask<>(() -> error(() -> poll.await(1, -1)));
        Thread.ofPlatform().daemon().start(waiter);
        poll.abort();

        assertEquals(Errno.ECONNABORTED, waiter.get());
        assertEquals(List.of(), poll.await(1, 0));
        poll.destroy();
        assertEquals(Errno.EBADF, error(() -> poll.await(1, -1)));
    }

    @Test
    void waitsForDescriptors() throws Exception {
        EventPoll poll = new EventPoll(files);
        assertEquals(Errno.EBADF, error(() -> poll.add(6, EventPoll.IN, 0)));
        assertEquals(Errno.EBADF, poll.change(5, EventPoll.IN, 0));
        assertEquals(Errno.OK, poll.add(5, EventPoll.OUT, 7));
        assertEquals(Errno.EEXIST, poll.add(5, EventPoll.IN, 7));
        isReadable.set(true);
        assertEquals(List.of(), poll.await(8, 0));

        assertEquals(Errno.OK, poll.change(5, EventPoll.IN, 9));
        assertEquals(List.of(new EventPoll.Ready(5, EventPoll.IN, 9)), poll.await(8, -1));
        assertEquals(Errno.OK, poll.remove(5));
        assertEquals(Errno.EBADF, poll.remove(5));
        assertEquals(List.of(), poll.await(8, 0));
    }

    @Test
    void readsAndWritesAddresses() {
        assertArrayEquals(new byte[] {(byte) 192, (byte) 168, 0, 1}, InternetAddress.parse("192.168.0.1").orElseThrow());
        for (String text : List.of("", "1.2.3", "1.2.3.4.5", "256.0.0.1", "01.2.3.4", "a.b.c.d", "1.2.3.")) {
            assertTrue(InternetAddress.parse(text).isEmpty(), text);
        }
        assertEquals("10.0.255.1", InternetAddress.format(new byte[] {10, 0, (byte) 255, 1}));
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
