package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.lierne.testing.ArrayGuestMemory;

/** Order, waits and failures of a queue's thread. */
final class QueueThreadTest {
    private static final long BUFFERS = 0x10000;
    private static final long LABEL = 0x20000;

    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(BUFFERS, 0x1000).map(LABEL, 0x1000);
    private final LinkedBlockingQueue<String> done = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<String> failures = new LinkedBlockingQueue<>();
    private final RecordingEngine engine = new RecordingEngine() {
        @Override
        public void pushMarker(String text) {
            done.add(text);
        }
    };
    private final LinkedBlockingQueue<String> circles = new LinkedBlockingQueue<>();
    private final WaitGraph waits = new WaitGraph(circles::add);
    private final QueueThread queue = queue(0);
    private final QueueThread other = queue(0x20);

    private QueueThread queue(int id) {
        Flips flips = new Flips() {
            @Override
            public Reservation reserve(int handle, int index, int mode, long argument) {
                return () -> { };
            }

            @Override
            public boolean isSafe(int handle, int index) {
                return true;
            }
        };
        CommandProcessor processor = new CommandProcessor(id, memory, new RegisterFile(), engine, flips,
                (from, context) -> { }, failures::add, null);
        return new QueueThread(id, processor, engine, failures::add, waits, 0);
    }

    @AfterEach
    void stop() {
        queue.stop();
        other.stop();
    }

    private void submit(long address, int... words) {
        submit(queue, address, words);
    }

    private void submit(QueueThread queue, long address, int... words) {
        for (int i = 0; i < words.length; i++) {
            memory.putInt(address + 4L * i, words[i]);
        }
        queue.submit(address, words.length);
    }

    private static String next(LinkedBlockingQueue<String> from) throws InterruptedException {
        return String.valueOf(from.poll(20, TimeUnit.SECONDS));
    }

    @Test
    void runsBuffersInTheOrderOfSubmission() throws InterruptedException {
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            submit(BUFFERS + 0x100L * i, 0xC000102C, 'a' + i);
        }
        for (int i = 0; i < 5; i++) {
            seen.add(next(done));
        }
        assertEquals(List.of("a", "b", "c", "d", "e"), seen);
    }

    @Test
    void goesOnWhenTheGuestWritesTheLabel() throws InterruptedException {
        submit(BUFFERS, 0xC000102C, 'a', 0xC0053C00, 0x13, (int) LABEL, 0, 7, -1, 10, 0xC000102C, 'b');
        assertEquals("a", next(done));
        while (queue.facts().waiting().isEmpty()) {
            Thread.onSpinWait();
        }
        assertEquals("[0x20000] & 0xffffffff == 0x7", queue.facts().waiting());

        memory.putInt(LABEL, 7);

        assertEquals("b", next(done));
    }

    /** Each queue waits for the label that the other one writes behind its wait. */
    @Test
    void namesACircleOfWaitsAndEndsNothing() throws InterruptedException {
        int second = (int) LABEL + 8;
        submit(queue, BUFFERS, 0xC0053C00, 0x13, (int) LABEL, 0, 1, -1, 10, 0xC0033700, 0x500, second, 0, 1,
                0xC000102C, 'a');
        submit(other, BUFFERS + 0x400, 0xC0053C00, 0x13, second, 0, 1, -1, 10, 0xC0064900, 0x528, 0x20010000,
                (int) LABEL, 0, 1, 0, 0, 0xC000102C, 'b');

        String circle = next(circles);

        assertTrue(circle.contains("queue 0x0 waits for [0x20000] & 0xffffffff == 0x1, "
                + "which queue 0x20 would write by its packet at 0x1041c"), circle);
        assertTrue(circle.contains("queue 0x20 waits for [0x20008] & 0xffffffff == 0x1, "
                + "which queue 0x0 would write by its packet at 0x1001c"), circle);
        memory.putInt(LABEL, 1);
        assertEquals(Set.of("a", "b"), Set.of(next(done), next(done)), "in either order: each queue has its own thread");
        assertEquals(Collections.emptyList(), List.copyOf(failures));
    }

    @Test
    void findsNoCircleWhereNobodyWritesTheLabel() {
        waits.add(new WaitGraph.Stuck(0, LABEL, "a label", Map.of()));
        waits.add(new WaitGraph.Stuck(0x20, LABEL + 8, "another", Map.of(LABEL, BUFFERS)));
        assertEquals(Collections.emptyList(), List.copyOf(circles));

        waits.add(new WaitGraph.Stuck(0x21, LABEL + 4, "its own", Map.of(LABEL + 4, BUFFERS)));

        assertEquals(List.of("queues wait in a circle, unless the title's own code ends it; queue 0x21 waits for its own, "
                + "which queue 0x21 would write by its packet at 0x10000"), List.copyOf(circles));
    }

    @Test
    void tellsWhyItCannotGoOn() throws InterruptedException {
        submit(BUFFERS, 0x40000000);

        assertTrue(next(failures).contains("of type 1"));
    }

    @Test
    void endsWhileItWaits() throws InterruptedException {
        submit(BUFFERS, 0xC000102C, 'a', 0xC0053C00, 0x13, (int) LABEL, 0, 7, -1, 10);
        assertEquals("a", next(done));

        queue.stop();

        assertEquals(Collections.emptyList(), List.copyOf(failures));
    }
}
