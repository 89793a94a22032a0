package org.lierne.recompiler.core.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.lierne.recompiler.program.CompileQueue;
import org.lierne.recompiler.program.CompileQueue.Pending;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.TranslationRefused;

@Timeout(60)
final class CompileThreadsTest {
    private final CompileThreads threads = new CompileThreads(2);

    @AfterEach
    void stop() {
        threads.stop();
    }

    @Test
    void worksOnSeveralThingsAtOnce() {
        CyclicBarrier both = new CyclicBarrier(2);

        try (CompileQueue queue = threads.open("title")) {
            Pending<Integer> first = queue.start("first", () -> 1 + 0 * both.await());
            Pending<Integer> second = queue.start("second", () -> 2 + 0 * both.await());

            assertEquals(3, first.get() + second.get());
            assertTrue(first.isDone());
        }
    }

    @Test
    void whatIsNextComesBeforeAllThatWaits() {
        List<String> order = new CopyOnWriteArrayList<>();
        CountDownLatch release = new CountDownLatch(1);
        CompileThreads one = new CompileThreads(1);

        try (CompileQueue queue = one.open("title")) {
            queue.start("holds the thread", () -> {
                release.await();
                return 0;
            });
            List<Pending<Boolean>> works = List.of(queue.start("first", () -> order.add("first")), queue.start("second", () -> order.add("second")),
                    queue.startNext("next", () -> order.add("next")));
            release.countDown();
            works.forEach(Pending::get);
        } finally {
            one.stop();
        }

        assertEquals(List.of("next", "first", "second"), order);
    }

    @Test
    void handsOnWhatTellsItsPlace() {
        TranslationRefused refusal = new TranslationRefused(ShaderStage.PIXEL, "8d1c41e2", 0x1a4, "image_load", "why", null);

        try (CompileQueue queue = threads.open("title")) {
            Pending<Object> pending = queue.start("ps", () -> {
                throw refusal;
            });

            assertSame(refusal, assertThrows(TranslationRefused.class, pending::get));
        }
    }

    @Test
    void namesProgramAndOwnerOfAMistakeOfOurs() {
        try (CompileQueue queue = threads.open("PPSA00001")) {
            Pending<Object> pending = queue.start("cs 40c7d44e", () -> {
                throw new IndexOutOfBoundsException("9");
            });

            assertEquals("compiling cs 40c7d44e for PPSA00001 failed: java.lang.IndexOutOfBoundsException: 9",
                    assertThrows(IllegalStateException.class, pending::get).getMessage());
        }
    }

    @Test
    void endsWithItsOwnerAndLeavesOthersAlone() throws InterruptedException {
        CountDownLatch running = new CountDownLatch(2);
        AtomicBoolean hasLeft = new AtomicBoolean();
        CompileQueue ending = threads.open("ending");
        CompileQueue other = threads.open("other");
        CountDownLatch release = new CountDownLatch(1);
        Pending<Object> endless = ending.start("endless", () -> {
            running.countDown();
            try {
                new CountDownLatch(1).await();
                return "";
            } finally {
                hasLeft.set(true);
            }
        });
        Pending<String> kept = other.start("kept", () -> {
            running.countDown();
            release.await();
            return "kept";
        });
        Pending<String> waiting = ending.start("waiting", () -> "waiting");
        assertTrue(running.await(60, TimeUnit.SECONDS));

        ending.close();

        assertTrue(hasLeft.get());
        assertEquals("compiling waiting for ending was cancelled", assertThrows(CancellationException.class, waiting::get).getMessage());
        assertThrows(CancellationException.class, endless::get);
        assertThrows(CancellationException.class, () -> ending.start("late", () -> "late").get());
        assertFalse(kept.isDone());
        release.countDown();
        assertEquals("kept", kept.get());
        other.close();
    }

    @Test
    void aWaitEndsWithTheThreadThatWaits() {
        try (CompileQueue queue = threads.open("title")) {
            Pending<Object> endless = queue.start("endless", () -> {
                new CountDownLatch(1).await();
                return "";
            });

            Thread.currentThread().interrupt();

            assertThrows(CancellationException.class, endless::get);
            assertTrue(Thread.interrupted());
        }
    }

    @Test
    void whatIsAskedForWhenTheThreadsAreGoneIsCancelled() {
        CompileQueue queue = threads.open("title");
        threads.stop();

        assertThrows(CancellationException.class, () -> queue.start("late", () -> "late").get());
        queue.close();
    }
}
