package org.lierne.lib.av_player;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
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
    private boolean hasGiven;
    private boolean isAtEnd;
    private boolean isClosed;

    FrameQueue(Frames<F> frames, int ahead, String name) {
        this.frames = frames;
        this.ahead = ahead;
        Thread.ofPlatform().daemon().name(name).start(this::run);
    }

    private void run() {
        try {
            fill();
        } catch (MediaRefused e) {
            warn(e);
        } catch (RuntimeException | Error e) {
            // Bytes of a title may bring a decoder to anything; the title must not wait for what never comes.
            warn(e);
        } finally {
            end();
        }
    }

    private void fill() throws MediaRefused {
        for (Optional<F> frame = frames.next(); frame.isPresent(); frame = frames.next()) {
            if (!isTaken(frame.get())) {
                return;
            }
        }
    }

    /** Waits for room behind the frame. @return whether more are wanted */
    private synchronized boolean isTaken(F frame) {
        ready.add(frame);
        while (ready.size() >= ahead && !isClosed) {
            try {
                wait();
            } catch (InterruptedException e) {
                isClosed = true;
            }
        }
        return !isClosed;
    }

    private synchronized void warn(Throwable why) {
        if (!isClosed) {
            LOG.warn(HLE, "a film ends early: {}", why instanceof MediaRefused ? why.getMessage() : why.toString());
        }
    }

    private synchronized void end() {
        isAtEnd = true;
    }

    /** The next frame, which stays, if it is decoded already. */
    synchronized Optional<F> peek() {
        return Optional.ofNullable(ready.peek());
    }

    synchronized void drop() {
        ready.remove();
        hasGiven = true;
        notifyAll();
    }

    /** Whether no frame comes any more. */
    synchronized boolean isOver() {
        return isAtEnd && ready.isEmpty();
    }

    /** Whether there was any frame. */
    synchronized boolean hasGiven() {
        return hasGiven;
    }

    /** The thread ends by itself, at the latest with the frame in which it is. */
    @Override
    public synchronized void close() {
        isClosed = true;
        notifyAll();
    }
}
