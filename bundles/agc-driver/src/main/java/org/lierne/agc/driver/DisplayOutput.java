package org.lierne.agc.driver;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.VideoOutputs;
import org.lierne.agc.VideoOutputs.BufferLayout;
import org.lierne.agc.VideoOutputs.Event;
import org.lierne.agc.VideoOutputs.FlipStatus;
import org.lierne.agc.VideoOutputs.VblankStatus;

/** One open display: its buffers, flip queue, counters and listeners. Guarded by its own lock. */
final class DisplayOutput {
    /** A registered buffer. */
    record Buffer(int set, long address, BufferLayout layout) {}

    /** A flip on its way. */
    static final class Flip {
        final int index;
        final int mode;
        final long argument;
        private boolean isReady;

        Flip(int index, int mode, long argument) {
            this.index = index;
            this.mode = mode;
            this.argument = argument;
        }
    }

    /** Who is told of an event. */
    record Listener(Event event, long queue) {}

    private final int handle;
    private final int bus;
    private final long labels;
    private final @Nullable Buffer[] slots = new @Nullable Buffer[VideoOutputs.SLOTS];
    private final Deque<Flip> flips = new ArrayDeque<>();
    private final List<Listener> listeners = new ArrayList<>();
    private FlipStatus flipStatus = new FlipStatus(0, 0, 0, 0, 0, 0, 0, -1);
    private VblankStatus vblankStatus = new VblankStatus(0, 0, 0);
    private int rate;
    private int blanksUntilFlip;

    DisplayOutput(int handle, int bus, long labels) {
        this.handle = handle;
        this.bus = bus;
        this.labels = labels;
    }

    int handle() {
        return handle;
    }

    int bus() {
        return bus;
    }

    long labels() {
        return labels;
    }

    synchronized void register(int set, int first, List<Long> addresses, BufferLayout layout) {
        for (int i = 0; i < addresses.size(); i++) {
            slots[first + i] = new Buffer(set, addresses.get(i), layout);
        }
    }

    synchronized boolean isSetUsed(int set) {
        for (Buffer buffer : slots) {
            if (buffer != null && buffer.set() == set) {
                return true;
            }
        }
        return false;
    }

    synchronized @Nullable Buffer slot(int index) {
        return index >= 0 && index < slots.length ? slots[index] : null;
    }

    synchronized void unregister(int set) {
        for (int i = 0; i < slots.length; i++) {
            Buffer buffer = slots[i];
            if (buffer != null && buffer.set() == set) {
                slots[i] = null;
            }
        }
    }

    synchronized void change(int set, BufferLayout layout) {
        for (int i = 0; i < slots.length; i++) {
            Buffer buffer = slots[i];
            if (buffer != null && buffer.set() == set) {
                slots[i] = new Buffer(set, buffer.address(), layout);
            }
        }
    }

    /** @return null if the queue is full */
    synchronized @Nullable Flip queue(int index, int mode, long argument, long counter, boolean isByCall) {
        if (flips.size() >= VideoOutputs.MAX_PENDING) {
            return null;
        }
        Flip flip = new Flip(index, mode, argument);
        flip.isReady = isByCall;
        flips.add(flip);
        FlipStatus s = flipStatus;
        flipStatus = new FlipStatus(s.count(), s.timeUs(), s.counter(), s.argument(), counter, s.inQueue()
                + (isByCall ? 0 : 1), flips.size(), s.current());
        return flip;
    }

    synchronized void ready(Flip flip) {
        flip.isReady = true;
        FlipStatus s = flipStatus;
        flipStatus = new FlipStatus(s.count(), s.timeUs(), s.counter(), s.argument(), s.submitCounter(),
                s.inQueue() - 1, s.pending(), s.current());
    }

    synchronized boolean isPending(int index) {
        return flips.stream().anyMatch(f -> f.index == index);
    }

    synchronized boolean hasReadyFlip() {
        Flip head = flips.peek();
        return head != null && head.isReady;
    }

    synchronized void setRate(int newRate) {
        rate = newRate;
        blanksUntilFlip = 0;
    }

    /** The flip that this blank shows, if there is one; it stays in the queue until {@link #shown}. */
    synchronized @Nullable Flip atBlank() {
        if (blanksUntilFlip > 0) {
            blanksUntilFlip--;
            return null;
        }
        Flip head = flips.peek();
        return head != null && head.isReady ? head : null;
    }

    /** Count, argument and current buffer change together. */
    synchronized void shown(Flip flip, long timeUs, long counter) {
        flips.remove(flip);
        blanksUntilFlip = rate;
        FlipStatus s = flipStatus;
        flipStatus = new FlipStatus(s.count() + 1, timeUs, counter, flip.argument, s.submitCounter(), s.inQueue(),
                flips.size(), flip.index);
    }

    synchronized void blanked(long timeUs, long counter) {
        vblankStatus = new VblankStatus(vblankStatus.count() + 1, timeUs, counter);
        notifyAll();
    }

    synchronized FlipStatus flipStatus() {
        return flipStatus;
    }

    synchronized VblankStatus vblankStatus() {
        return vblankStatus;
    }

    synchronized void awaitVblank() throws InterruptedException {
        long before = vblankStatus.count();
        while (vblankStatus.count() == before) {
            wait();
        }
    }

    synchronized void addListener(Listener listener) {
        listeners.remove(listener);
        listeners.add(listener);
    }

    synchronized boolean removeListener(Listener listener) {
        return listeners.remove(listener);
    }

    synchronized List<Listener> listeners(Event event) {
        return listeners.stream().filter(l -> l.event() == event).toList();
    }
}
