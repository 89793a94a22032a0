package org.lierne.kernel.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.event.Event;
import org.lierne.kernel.event.EventFilter;
import org.lierne.kernel.event.EventFlags;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.files.TitleFiles;
import org.lierne.testing.Rule;

class TitleEventQueuesTest {
    private final TitleFiles files = TitleFiles.interruptedBy(() -> new IllegalStateException("interrupted"));
    private final TitleEventQueues queues = new TitleEventQueues(files);
    private final long queue = queues.create("test");

    @AfterEach
    void close() {
        queues.close();
    }

    @Test
    @Rule("T7")
    void mergesTriggersOfOneEventAndKeepsOthersApart() throws InterruptedException {
        queues.register(queue, 1, EventFilter.USER, EventFlags.CLEAR, 0x100);
        queues.register(queue, 2, EventFilter.USER, EventFlags.CLEAR, 0x200);

        queues.trigger(queue, 2, EventFilter.USER, 7);
        queues.trigger(queue, 1, EventFilter.USER, 8);
        queues.trigger(queue, 1, EventFilter.USER, 9);

        assertEquals(List.of(new Event(1, EventFilter.USER, EventFlags.CLEAR, 2, 9, 0x100),
                new Event(2, EventFilter.USER, EventFlags.CLEAR, 1, 7, 0x200)), queues.await(queue, 8, 0));
        assertEquals(List.of(), queues.await(queue, 8, 0));
    }

    @Test
    void keepsAPlainEventTriggeredUntilItIsDeleted() throws InterruptedException {
        queues.register(queue, 1, EventFilter.USER, 0, 0);
        queues.trigger(1, EventFilter.USER, 5);

        assertEquals(1, queues.await(queue, 1, 0).size());
        assertEquals(1, queues.await(queue, 1, 0).size());
        assertEquals(Errno.OK, queues.unregister(queue, 1, EventFilter.USER));
        assertEquals(0, queues.await(queue, 1, 0).size());
    }

    @Test
    void givesNoMoreThanAskedAndKeepsTheRest() throws InterruptedException {
        queues.register(queue, 1, EventFilter.USER, EventFlags.CLEAR, 0);
        queues.register(queue, 2, EventFilter.USER, EventFlags.CLEAR, 0);
        queues.trigger(1, EventFilter.USER, 0);
        queues.trigger(2, EventFilter.USER, 0);

        assertEquals(1, queues.await(queue, 1, 0).getFirst().ident());
        assertEquals(2, queues.await(queue, 1, 0).getFirst().ident());
    }

    @Test
    void namesWhatIsMissing() {
        assertEquals(Errno.EBADF, queues.register(99, 1, EventFilter.USER, 0, 0));
        assertEquals(Errno.EBADF, queues.trigger(99, 1, EventFilter.USER, 0));
        assertEquals(Errno.ENOENT, queues.trigger(queue, 1, EventFilter.USER, 0));
        assertEquals(Errno.ENOENT, queues.unregister(queue, 1, EventFilter.USER));
        assertEquals(Errno.EBADF, queues.delete(99));
        assertEquals(Errno.EBADF, assertThrows(GuestErrno.class, () -> queues.await(99, 1, 0)).errno());
    }

    @Test
    @Rule("T9")
    void countsATimersExpiriesInItsData() throws InterruptedException {
        queues.registerTimer(queue, 3, EventFilter.TIMER, EventFlags.CLEAR, 1_000_000, 0xABC);

        Event event = queues.await(queue, 1, 5_000_000_000L).getFirst();

        assertTrue(event.data() >= 1);
        assertEquals(0xABC, event.userData());
    }

    @Test
    void deliversEachTriggerWhereNoneMayBeMerged() throws InterruptedException {
        queues.register(queue, 4, EventFilter.AMPR, EventFlags.CLEAR | EventFlags.EACH, 0x9);
        for (int data = 1; data <= 3; data++) {
            queues.trigger(queue, 4, EventFilter.AMPR, data);
        }

        assertEquals(List.of(1L, 2L), queues.await(queue, 2, 0).stream().map(Event::data).toList());
        assertEquals(List.of(3L), queues.await(queue, 2, 0).stream().map(Event::data).toList());
        assertEquals(List.of(), queues.await(queue, 2, 0));
    }

    @Test
    void endsAWaitWhenItsQueueIsDeleted() throws Exception {
        CompletableFuture<List<Event>> waiting = CompletableFuture.supplyAsync(() -> {
            try {
                return queues.await(queue, 1, -1);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });

        queues.delete(queue);

        var failure = assertThrows(ExecutionException.class, waiting::get);
        assertEquals(Errno.EBADF, assertInstanceOf(GuestErrno.class, failure.getCause()).errno());
    }

    /** Readiness lasts as long as there is something to read; an edge is told once. */
    @Test
    void watchesDescriptors() throws Exception {
        GuestFiles.Pipe pipe = files.pipe();
        long level = queues.create("level");
        long edge = queues.create("edge");
        assertEquals(Errno.OK, queues.watch(level, pipe.reading(), EventFilter.READ, 0, 7));
        assertEquals(Errno.OK, queues.watch(edge, pipe.reading(), EventFilter.READ, EventFlags.CLEAR, 8));
        assertEquals(Errno.EBADF, queues.watch(99, pipe.reading(), EventFilter.READ, 0, 7));
        assertEquals(List.of(), queues.await(level, 4, 0));

        files.file(pipe.writing()).write(ByteBuffer.wrap(new byte[3]));
        Event ready = new Event(pipe.reading(), EventFilter.READ, 0, 0, 3, 7);
        assertEquals(List.of(ready), queues.await(level, 4, -1));
        assertEquals(List.of(ready), queues.await(level, 4, -1));
        assertEquals(1, queues.await(edge, 4, -1).size());
        assertEquals(List.of(), queues.await(edge, 4, 0));

        files.file(pipe.writing()).write(ByteBuffer.wrap(new byte[2]));
        assertEquals(5, queues.await(edge, 4, -1).getFirst().data());
        files.close(pipe.writing());
        assertEquals(EventFlags.END_OF_FILE, queues.await(level, 4, -1).getFirst().flags());
        assertEquals(Errno.OK, queues.unregister(level, pipe.reading(), EventFilter.READ));
        assertEquals(List.of(), queues.await(level, 4, 0));
    }

    /** A thread that waits for descriptors is woken by any other event, and the reverse. */
    @Test
    void wakesWhoWatchesAndWhoBeginsTo() throws Exception {
        GuestFiles.Pipe pipe = files.pipe();
        long queue = queues.create("both");
        queues.register(queue, 1, EventFilter.USER, EventFlags.CLEAR, 0);
        FutureTask<List<Event>> first = new FutureTask<>(() -> queues.await(queue, 1, -1));
        Thread waiter = Thread.ofPlatform().daemon().start(first);
        while (waiter.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        queues.watch(queue, pipe.reading(), EventFilter.READ, 0, 0);
        files.file(pipe.writing()).write(ByteBuffer.wrap(new byte[1]));
        assertEquals(EventFilter.READ, first.get().getFirst().filter());

        files.file(pipe.reading()).read(ByteBuffer.allocate(1));
        FutureTask<List<Event>> second = new FutureTask<>(() -> queues.await(queue, 1, -1));
        Thread.ofPlatform().daemon().start(second);
        queues.trigger(queue, 1, EventFilter.USER, 5);
        assertEquals(5, second.get().getFirst().data());
    }
}
