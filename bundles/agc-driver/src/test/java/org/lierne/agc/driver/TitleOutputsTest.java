package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lierne.agc.VideoOutputs.BufferLayout;
import org.lierne.agc.VideoOutputs.Event;
import org.lierne.kernel.event.EventQueues;
import org.lierne.kernel.sync.GuestHeap;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleRequest;
import org.lierne.testing.ArrayGuestMemory;

/** Frames, pictures and labels of a title without a window, where nothing is paced. */
final class TitleOutputsTest {
    private static final BufferLayout LAYOUT = new BufferLayout(0x8000000022000000L, true, 2, 1, 0);
    private static final long LABELS = 0x1000;

    @TempDir
    private Path folder = Path.of(".");

    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(LABELS, 0x1000);
    private final List<Long> presented = new CopyOnWriteArrayList<>();
    private final AtomicInteger framesEnded = new AtomicInteger();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final List<String> triggers = new CopyOnWriteArrayList<>();
    private volatile boolean isStopped;
    private TitleOutputs outputs = outputs(OptionalInt.empty(), Optional.empty());

    private TitleOutputs outputs(OptionalInt frames, Optional<Path> screenshot) {
        TitleRequest request = new TitleRequest(Path.of("."), Optional.empty(), true, frames, screenshot,
                Optional.empty(), Set.of(), Set.of(), Optional.empty(), OutputStream.nullOutputStream());
        Title title = (Title) Proxy.newProxyInstance(Title.class.getClassLoader(), new Class<?>[] {Title.class},
                (proxy, method, arguments) -> {
            if (method.getName().equals("requestStop")) {
                stopped.countDown();
            }
            return method.getName().equals("request") ? request : method.getReturnType() == boolean.class ? false
                    : null;
        });
        EventQueues events = (EventQueues) Proxy.newProxyInstance(Title.class.getClassLoader(),
                new Class<?>[] {EventQueues.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("trigger")) {
                        triggers.add("queue " + arguments[0] + " event " + arguments[1]);
                    }
                    return method.getReturnType() == int.class ? 0 : method.getReturnType() == boolean.class ? false
                            : null;
                });
        Screen screen = new Screen() {
            @Override
            public void endFrame() {
                framesEnded.incrementAndGet();
            }

            @Override
            public void present(long address, BufferLayout layout) {
                presented.add(address);
            }

            @Override
            public void blank() {
                presented.add(-1L);
            }

            @Override
            public Picture read(long address, BufferLayout layout) {
                return new Picture(2, 1, new byte[] {(byte) (address >> 16), 0, 0, 0, 0, 0});
            }
        };
        GuestHeap heap = new GuestHeap() {
            @Override
            public long allocate(long bytes) {
                return LABELS;
            }

            @Override
            public void free(long address) {}
        };
        return new TitleOutputs(title, screen, memory, heap, events, false, null, List::of);
    }

    private void use(OptionalInt frames, Optional<Path> screenshot) {
        outputs.stop();
        outputs = outputs(frames, screenshot);
        outputs.open(0);
        outputs.register(1, 0, 0, List.of(0x10000L, 0x20000L), LAYOUT);
    }

    @AfterEach
    void stop() {
        if (!isStopped) {
            outputs.stop();
        }
    }

    @Test
    void opensABusOnce() {
        assertTrue(outputs.open(0).isPresent());
        assertFalse(outputs.open(0).isPresent());
        assertTrue(outputs.open(1).isPresent());
    }

    /** The display may show a flip when the next frame is half drawn. */
    @Test
    void endsAFrameWhereItsFlipIsAskedFor() {
        use(OptionalInt.empty(), Optional.empty());

        Flips.Reservation flip = outputs.reserve(1, 0, 1, 7);

        assertEquals(1, framesEnded.get());
        flip.ready();
        outputs.flip(1, 1, 1, 8);
        assertEquals(2, framesEnded.get());
    }

    @Test
    void showsFlipsInOrderAndReleasesTheirLabels() throws InterruptedException {
        use(OptionalInt.empty(), Optional.empty());
        outputs.addEvent(1, Event.FLIP, 5, 0);

        outputs.flip(1, 0, 1, 7);
        outputs.flip(1, 1, 1, 8);
        while (outputs.flipStatus(1).count() < 2) {
            outputs.awaitVblank(1);
        }

        assertEquals(List.of(0x10000L, 0x20000L), presented);
        assertEquals(8, outputs.flipStatus(1).argument());
        assertEquals(0, memory.getLong(LABELS));
        assertEquals(0, memory.getLong(LABELS + 8));
        assertTrue(triggers.contains("queue 5 event 0"), triggers.toString());
    }

    @Test
    void stopsTheTitleAfterItsFramesAndWritesTheLastOne() throws InterruptedException, IOException {
        Path file = folder.resolve("last.png");
        use(OptionalInt.of(2), Optional.of(file));

        outputs.flip(1, 0, 1, 0);
        outputs.flip(1, 1, 1, 1);
        outputs.flip(1, 0, 1, 2);
        assertTrue(stopped.await(20, TimeUnit.SECONDS));
        while (outputs.flipStatus(1).count() < 3) {
            outputs.awaitVblank(1);
        }

        assertEquals(List.of(0x10000L, 0x20000L), presented);
        assertEquals(2, outputs.frames());
        assertEquals(new Picture(2, 1, new byte[] {2, 0, 0, 0, 0, 0}).png().length, Files.size(file));
    }

    @Test
    void writesTheLastFrameOfATitleThatEndsByItself() throws InterruptedException {
        Path file = folder.resolve("end.png");
        use(OptionalInt.of(100), Optional.of(file));
        outputs.flip(1, 0, 1, 0);
        while (outputs.flipStatus(1).count() < 1) {
            outputs.awaitVblank(1);
        }

        outputs.stop();
        isStopped = true;

        assertTrue(Files.exists(file));
    }

    @Test
    void holdsABufferBackUntilItsFlipIsShown() throws InterruptedException {
        use(OptionalInt.empty(), Optional.empty());

        Flips.Reservation flip = outputs.reserve(1, 0, 1, 3);
        assertFalse(outputs.isSafe(1, 0));
        assertEquals(1, memory.getLong(LABELS));
        assertTrue(outputs.isSafe(1, 1));

        flip.ready();
        while (outputs.flipStatus(1).count() < 1) {
            outputs.awaitVblank(1);
        }
        assertTrue(outputs.isSafe(1, 0));
    }

    @Test
    void refusesPacketFlipsToWhatIsNotRegistered() {
        use(OptionalInt.empty(), Optional.empty());

        assertThrows(WorkRefused.class, () -> outputs.reserve(2, 0, 1, 0));
        assertThrows(WorkRefused.class, () -> outputs.reserve(1, 9, 1, 0));
    }

    @Test
    void blanksTheScreenForANegativeIndex() throws InterruptedException {
        use(OptionalInt.empty(), Optional.empty());

        outputs.flip(1, -1, 1, 0);
        while (outputs.flipStatus(1).count() < 1) {
            outputs.awaitVblank(1);
        }

        assertEquals(List.of(-1L), presented);
    }
}
