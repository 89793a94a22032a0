package org.lierne.agc.driver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.FrameWatcher;
import org.lierne.agc.VideoOutputs;
import org.lierne.gpu.GpuFailure;
import org.lierne.kernel.event.EventFilter;
import org.lierne.kernel.event.EventFlags;
import org.lierne.kernel.event.EventQueues;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.sync.GuestHeap;
import org.lierne.kernel.title.Title;

/**
 * The displays of one title and the thread that makes their vertical blank. With a window a blank comes every 1/59.94
 * s; without one nothing is paced: a blank comes as soon as a flip is ready or somebody waits for it, and at the latest
 * after that time.
 *
 * <p>The title's request is honoured here: frames are counted, the picture of the last one is written, and then the
 * title is asked to stop.
 */
final class TitleOutputs implements VideoOutputs, Flips {
    private static final long BLANK_NS = 16_683_350;
    private static final int MAX_COUNT = 15;
    private static final int OUTPUT_MODE_DEFAULT = 1;
    private static final long FULL_QUEUE_PAUSE_NS = 100_000;

    private final Title title;
    private final Screen screen;
    private final GuestMemory memory;
    private final GuestHeap heap;
    private final EventQueues events;
    private final boolean isPaced;
    private final Supplier<List<FrameWatcher>> watchers;
    private final @Nullable FrameCaptures captures;
    private final long startNs = System.nanoTime();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<DisplayOutput> outputs = new ArrayList<>();
    private final Thread thread;
    private int waiters;
    private long frames;
    private boolean isWritten;
    private DisplayOutput.@Nullable Buffer last;
    private volatile boolean isStopping;

    /**
     * @param isPaced  whether blanks follow the clock
     * @param captures null where no frame is captured
     * @param watchers who is shown each frame
     */
    TitleOutputs(Title title, Screen screen, GuestMemory memory, GuestHeap heap, EventQueues events, boolean isPaced,
            @Nullable FrameCaptures captures, Supplier<List<FrameWatcher>> watchers) {
        this.watchers = watchers;
        this.title = title;
        this.screen = screen;
        this.memory = memory;
        this.heap = heap;
        this.events = events;
        this.isPaced = isPaced;
        this.captures = captures;
        this.thread = Thread.ofPlatform().daemon().name("display").start(this::loop);
    }

    /**
     * Ends the thread; writes the picture of the last frame if it was asked for and the title ended before its frames
     * were done.
     */
    void stop() {
        isStopping = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!isWritten) {
            writePicture();
        }
    }

    long frames() {
        lock.lock();
        try {
            return frames;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable DisplayOutput find(int handle) {
        lock.lock();
        try {
            return outputs.stream().filter(o -> o.handle() == handle).findFirst().orElse(null);
        } finally {
            lock.unlock();
        }
    }

    private DisplayOutput get(int handle) {
        DisplayOutput output = find(handle);
        if (output == null) {
            throw new IllegalArgumentException("display " + handle + " is not open");
        }
        return output;
    }

    @Override
    public OptionalInt open(int bus) {
        lock.lock();
        try {
            if (outputs.stream().anyMatch(o -> o.bus() == bus)) {
                return OptionalInt.empty();
            }
            int handle = 1;
            while (find(handle) != null) {
                handle++;
            }
            outputs.add(new DisplayOutput(handle, bus, heap.allocate(8L * SLOTS)));
            return OptionalInt.of(handle);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isOpen(int handle) {
        return find(handle) != null;
    }

    @Override
    public void close(int handle) {
        lock.lock();
        try {
            outputs.removeIf(o -> o.handle() == handle);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void register(int handle, int set, int first, List<Long> addresses, BufferLayout layout) {
        DisplayOutput output = get(handle);
        output.register(set, first, addresses, layout);
        for (int i = 0; i < addresses.size(); i++) {
            memory.putLong(output.labels() + 8L * (first + i), 0);
        }
    }

    @Override
    public boolean isSetUsed(int handle, int set) {
        return get(handle).isSetUsed(set);
    }

    @Override
    public boolean isSlotUsed(int handle, int slot) {
        return get(handle).slot(slot) != null;
    }

    @Override
    public void unregister(int handle, int set) {
        get(handle).unregister(set);
    }

    @Override
    public void change(int handle, int set, BufferLayout layout) {
        get(handle).change(set, layout);
    }

    @Override
    public boolean flip(int handle, int index, int mode, long argument) {
        DisplayOutput output = get(handle);
        BooleanSupplier queue = () -> queue(output, index, mode, argument, true) != null;
        boolean isTaken = captures == null ? queue.getAsBoolean() : captures.flip(queue, buffer(output, index));
        if (isTaken) {
            screen.endFrame();
            wake();
        }
        return isTaken;
    }

    private static DisplayOutput.@Nullable Buffer buffer(DisplayOutput output, int index) {
        return index < 0 ? null : output.slot(index);
    }

    /**
     * Queues a flip and takes the buffer's label in one step: the display may show the flip at once, and a label taken
     * after it was released would stay taken for ever.
     *
     * @return null if the queue is full
     */
    private DisplayOutput.@Nullable Flip queue(DisplayOutput output, int index, int mode, long argument,
            boolean isByCall) {
        synchronized (output) {
            DisplayOutput.Flip flip = output.queue(index, mode, argument, System.nanoTime(), isByCall);
            if (flip != null) {
                label(output, index, 1);
            }
            return flip;
        }
    }

    @Override
    public Reservation reserve(int handle, int index, int mode, long argument) {
        DisplayOutput output = find(handle);
        if (output == null) {
            throw new WorkRefused("refused at flip: display %d is not open".formatted(handle));
        }
        if (index >= 0 && output.slot(index) == null) {
            throw new WorkRefused("refused at flip: display %d has no buffer %d".formatted(handle, index));
        }
        DisplayOutput.Flip flip = queue(output, index, mode, argument, false);
        while (flip == null) {
            if (isStopping) {
                return () -> {};
            }
            awaitRoom();
            flip = queue(output, index, mode, argument, false);
        }
        screen.endFrame();
        if (captures != null) {
            captures.flipped(buffer(output, index));
        }
        DisplayOutput.Flip queued = flip;
        return () -> {
            output.ready(queued);
            wake();
        };
    }

    private void awaitRoom() {
        Runnable wait = () -> LockSupport.parkNanos(FULL_QUEUE_PAUSE_NS);
        if (captures == null) {
            wait.run();
        } else {
            captures.pause(wait);
        }
    }

    private void label(DisplayOutput output, int index, long value) {
        if (index >= 0) {
            memory.putLong(output.labels() + 8L * index, value);
        }
    }

    @Override
    public boolean isSafe(int handle, int index) {
        DisplayOutput output = find(handle);
        return output == null || !output.isPending(index);
    }

    @Override
    public void setRate(int handle, int rate) {
        get(handle).setRate(rate);
    }

    @Override
    public FlipStatus flipStatus(int handle) {
        return get(handle).flipStatus();
    }

    @Override
    public VblankStatus vblankStatus(int handle) {
        return get(handle).vblankStatus();
    }

    @Override
    public void awaitVblank(int handle) throws InterruptedException {
        lock.lock();
        try {
            waiters++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            get(handle).awaitVblank();
        } finally {
            lock.lock();
            try {
                waiters--;
            } finally {
                lock.unlock();
            }
        }
    }

    @Override
    public long labels(int handle) {
        return get(handle).labels();
    }

    @Override
    public void addEvent(int handle, Event event, long queue, long userData) {
        events.register(queue, event.id(), EventFilter.DISPLAY, EventFlags.ADD | EventFlags.CLEAR, userData);
        DisplayOutput.Listener listener = new DisplayOutput.Listener(event, queue);
        get(handle).addListener(listener);
        if (event == Event.OUTPUT_MODE) {
            post(listener, OUTPUT_MODE_DEFAULT);
        }
    }

    @Override
    public void removeEvent(int handle, Event event, long queue) {
        if (get(handle).removeListener(new DisplayOutput.Listener(event, queue))) {
            events.unregister(queue, event.id(), EventFilter.DISPLAY);
        }
    }

    /** Data word: time [11:0], triggers since the last delivery [15:12], payload above. */
    private void post(DisplayOutput.Listener listener, long payload) {
        long time = timeUs() & 0xFFF;
        events.trigger(listener.queue(), listener.event().id(), EventFilter.DISPLAY, (before, pending) -> {
            int count = Math.min(MAX_COUNT, pending + 1);
            return before.withData(payload << 16 | (long) count << 12 | time).withFilterFlags(count);
        });
    }

    private long timeUs() {
        return (System.nanoTime() - startNs) / 1000;
    }

    private void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void loop() {
        long next = System.nanoTime() + BLANK_NS;
        try {
            while (!isStopping) {
                awaitBlank(next);
                next = Math.max(next + BLANK_NS, System.nanoTime());
                if (!isPaced) {
                    next = System.nanoTime() + BLANK_NS;
                }
                blank();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            RuntimeException told = e instanceof GpuFailure failure ? WorkRefused.of("flip", failure) : e;
            if (!isStopping) {
                title.refuse(told instanceof WorkRefused ? String.valueOf(told.getMessage())
                        : "refused at flip: " + (e instanceof UncheckedIOException ? e.getMessage() : e));
            }
        }
    }

    private void awaitBlank(long atNs) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = atNs - System.nanoTime();
            while (left > 0 && (isPaced || waiters == 0 && outputs.stream().noneMatch(DisplayOutput::hasReadyFlip))) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    private void blank() {
        List<DisplayOutput> open;
        lock.lock();
        try {
            open = List.copyOf(outputs);
        } finally {
            lock.unlock();
        }
        for (DisplayOutput output : open) {
            output.listeners(Event.PRE_VBLANK).forEach(l -> post(l, 0));
            DisplayOutput.Flip flip = output.atBlank();
            if (flip != null) {
                show(output, flip);
            }
            output.blanked(timeUs(), System.nanoTime());
            output.listeners(Event.VBLANK).forEach(l -> post(l, 0));
        }
    }

    private void show(DisplayOutput output, DisplayOutput.Flip flip) {
        DisplayOutput.Buffer buffer = output.slot(flip.index);
        OptionalInt limit = title.request().frames();
        boolean isOver = limit.isPresent() && frames() >= limit.getAsInt();
        boolean isLast = false;
        if (!isOver) {
            if (buffer == null) {
                screen.blank();
            } else {
                screen.present(buffer.address(), buffer.layout());
            }
            lock.lock();
            try {
                frames++;
                last = buffer;
                isLast = limit.isPresent() && frames >= limit.getAsInt();
            } finally {
                lock.unlock();
            }
            title.framePresented();
            watched(buffer);
            if (captures != null) {
                captures.shown(frames());
            }
            if (isLast) {
                writePicture();
            }
        }
        synchronized (output) {
            output.shown(flip, timeUs(), System.nanoTime());
            if (!output.isPending(flip.index)) {
                label(output, flip.index, 0);
            }
        }
        output.listeners(Event.FLIP).forEach(l -> post(l, flip.argument));
        if (isLast) {
            title.requestStop("frames done");
        }
    }

    private void watched(DisplayOutput.@Nullable Buffer buffer) {
        List<FrameWatcher> told = watchers.get();
        if (!told.isEmpty() && buffer != null) {
            Picture picture = screen.read(buffer.address(), buffer.layout());
            told.forEach(w -> w.presented(title.id(), frames(), picture.width(), picture.height(), picture.rgb()));
        }
    }

    private void writePicture() {
        if (frames() == 0) {
            return;
        }
        isWritten = true;
        if (captures != null) {
            captures.keep(frames());
        }
        if (title.request().screenshot().isEmpty()) {
            return;
        }
        DisplayOutput.Buffer buffer = last;
        Picture picture = buffer == null ? Picture.black(1, 1) : screen.read(buffer.address(), buffer.layout());
        try {
            picture.write(title.request().screenshot().get());
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }
}
