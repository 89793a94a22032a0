package org.lierne.agc.driver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.memory.AddressSpace.Mapping;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.title.TitleRequest;

/**
 * Captures of a title's frames. A frame is what the queues execute from one flip to the next; with a number of frames
 * only the last is captured, else each one until it is known which was the last. Packets of all queues are executed one
 * at a time meanwhile, so that there is an order in which they can be executed again.
 */
final class FrameCaptures implements PacketRecorder, AutoCloseable {
    /** A packet in execution. */
    private record Executing(CommandProcessor processor, int[] words) {}

    private final Path file;
    private final String title;
    private final TitleRequest request;
    private final GuestMemory memory;
    private final LongFunction<Optional<Mapping>> mappings;
    private final WatchedMemory watched;
    private final ReentrantLock order = new ReentrantLock();
    private final TreeMap<Long, Path> done = new TreeMap<>();
    private @Nullable HostEngine engine;
    private @Nullable FrameCapture current;
    private @Nullable Executing executing;
    private long flips;

    /** @param request names the file */
    FrameCaptures(String title, TitleRequest request, GuestMemory memory,
            LongFunction<Optional<Mapping>> mappings) {
        this.file = request.capture().orElseThrow();
        this.title = title;
        this.request = request;
        this.memory = memory;
        this.mappings = mappings;
        this.watched = new WatchedMemory(memory);
    }

    /** The memory that everything has to read through. */
    WatchedMemory memory() {
        return watched;
    }

    /** The first frame begins. */
    void begin(HostEngine hostEngine) {
        order.lock();
        try {
            engine = hostEngine;
            beginFrame();
        } finally {
            order.unlock();
        }
    }

    private boolean isWanted(long frame) {
        OptionalInt frames = request.frames();
        return frames.isEmpty() || frames.getAsInt() == frame;
    }

    private void beginFrame() {
        HostEngine host = engine;
        if (host == null || !isWanted(flips + 1)) {
            return;
        }
        try {
            FrameCapture next = new FrameCapture(OutputFile.part(file, "." + (flips + 1) + ".part"), memory, mappings);
            current = next;
            host.beginCapture(next);
            watched.watch(next);
        } catch (IOException e) {
            throw new UncheckedIOException("the capture %s cannot be written: %s".formatted(file, e.getMessage()), e);
        }
    }

    @Override
    public void execute(CommandProcessor processor, int[] words, Runnable action) {
        order.lock();
        try {
            FrameCapture capture = current;
            if (capture != null) {
                capture.queue(processor.queue(), processor::state);
            }
            executing = new Executing(processor, words);
            action.run();
            if (!processor.isWaiting()) {
                writePacket();
            }
        } finally {
            executing = null;
            order.unlock();
        }
    }

    private void writePacket() {
        Executing packet = executing;
        FrameCapture capture = current;
        if (packet != null && capture != null) {
            capture.packet(packet.processor().queue(), packet.words());
        }
        executing = null;
    }

    /** Lets packets of other queues go on while one waits for room. */
    void pause(Runnable wait) {
        Executing packet = executing;
        boolean isHeld = order.isHeldByCurrentThread();
        if (isHeld) {
            order.unlock();
        }
        try {
            wait.run();
        } finally {
            if (isHeld) {
                order.lock();
                executing = packet;
            }
        }
    }

    /** Queues a flip by call; if it is taken, the frame ends with it. */
    boolean flip(BooleanSupplier queue, DisplayOutput.@Nullable Buffer buffer) {
        order.lock();
        try {
            boolean isTaken = queue.getAsBoolean();
            if (isTaken) {
                flipped(buffer);
            }
            return isTaken;
        } finally {
            order.unlock();
        }
    }

    /**
     * A flip was queued: the frame ends, and the next begins.
     *
     * @param buffer what it will show; null for nothing
     */
    void flipped(DisplayOutput.@Nullable Buffer buffer) {
        order.lock();
        try {
            flips++;
            writePacket();
            FrameCapture ended = current;
            HostEngine host = engine;
            if (ended != null && host != null) {
                current = null;
                watched.watch(null);
                HostEngine.Captured captured = host.endCapture();
                ended.finish(new CaptureManifest(title, flips, captured.draws(), captured.device(), request.on(),
                        request.off(), buffer == null ? 0 : buffer.address(), buffer == null ? null : buffer.layout(),
                        captured.notes()), captured.surfaces());
                done.put(flips, ended.path());
            }
            beginFrame();
        } finally {
            order.unlock();
        }
    }

    /** A frame was shown: captures of earlier ones are not wanted any more. */
    void shown(long frame) {
        order.lock();
        try {
            Map<Long, Path> earlier = done.headMap(frame);
            for (Path path : earlier.values()) {
                Files.deleteIfExists(path);
            }
            earlier.clear();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            order.unlock();
        }
    }

    /** Puts the capture of the last frame shown in its place, if there is one. */
    void keep(long frame) {
        order.lock();
        try {
            Path part = done.remove(frame);
            if (part != null) {
                OutputFile.replace(file, part);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the capture %s cannot be put in place: %s".formatted(file, e.getMessage()), e);
        } finally {
            order.unlock();
        }
    }

    /** Drops what is not finished or not wanted. */
    @Override
    public void close() {
        order.lock();
        try {
            watched.watch(null);
            if (current != null) {
                current.close();
                current = null;
            }
            shown(Long.MAX_VALUE);
        } finally {
            order.unlock();
        }
    }
}
