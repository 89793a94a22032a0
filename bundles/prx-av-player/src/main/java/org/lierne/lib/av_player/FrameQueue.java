package org.lierne.lib.av_player;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lierne.host.media.Frames;
import org.lierne.host.media.MediaRefused;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/** Frames decoded ahead by a thread, until it is closed. A frame that cannot be decoded is the stream's end. */
final class FrameQueue<F> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FrameQueue.class);
    private static final Marker HLE = MarkerFactory.getMarker("HLE");

    private final Frames<F> frames;
    private final int ahead;
    private final Deque<F> ready = new ArrayDeque<>();
    private final Thread worker;
    private boolean isAtEnd;
    private boolean isClosed;

    FrameQueue(Frames<F> frames, int ahead, String name) {
        this.frames = frames;
        this.ahead = ahead;
        this.worker = Thread.ofPlatform().daemon().name(name).start(this::fill);
    }

    private void fill() {
        for (F frame = next(); frame != null; frame = next()) {
            synchronized (this) {
                ready.add(frame);
                while (ready.size() >= ahead && !isClosed) {
                    try {
                        wait();
                    } catch (InterruptedException e) {
                        isClosed = true;
                    }
                }
                if (isClosed) {
                    return;
                }
            }
        }
        synchronized (this) {
            isAtEnd = true;
            notifyAll();
        }
    }

    private @Nullable F next() {
        try {
            return frames.next().orElse(null);
        } catch (MediaRefused e) {
            LOG.warn(HLE, "a film ends early: {}", e.getMessage());
            return null;
        }
    }

    /** The next frame, which stays, if it is decoded already. */
    synchronized Optional<F> peek() {
        return Optional.ofNullable(ready.peek());
    }

    synchronized void drop() {
        ready.remove();
        notifyAll();
    }

    /** Whether no frame comes any more. */
    synchronized boolean isOver() {
        return isAtEnd && ready.isEmpty();
    }

    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
            notifyAll();
        }
        boolean wasInterrupted = false;
        while (worker.isAlive()) {
            try {
                worker.join();
            } catch (InterruptedException e) {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
