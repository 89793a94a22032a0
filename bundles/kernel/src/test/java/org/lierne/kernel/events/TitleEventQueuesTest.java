package org.lierne.kernel.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.event.Event;
import org.lierne.kernel.event.EventFilter;
import org.lierne.kernel.event.EventFlags;
import org.lierne.testing.Rule;

class TitleEventQueuesTest {
    private final TitleEventQueues queues = new TitleEventQueues();
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
}
