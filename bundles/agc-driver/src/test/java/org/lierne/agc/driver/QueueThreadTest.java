package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
    private final QueueThread queue = new QueueThread(0, new CommandProcessor(0, memory, new RegisterFile(), engine,
            new Flips() {
        @Override
        public Reservation reserve(int handle, int index, int mode, long argument) {
            return () -> { };
        }

        @Override
        public boolean isSafe(int handle, int index) {
            return true;
        }
    }, (id, context) -> { }, failures::add, null), engine, failures::add);

    @AfterEach
    void stop() {
        queue.stop();
    }

    private void submit(long address, int... words) {
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
