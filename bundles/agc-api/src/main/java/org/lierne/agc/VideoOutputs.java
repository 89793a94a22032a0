package org.lierne.agc;

import java.util.List;
import java.util.OptionalInt;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The displays of the running title: registered buffers, the flip queue and the vertical blank. A flip, by call or by
 * packet, adds to the pending ones; at a blank the count, the flip argument and the current buffer change together, the
 * flip event is posted and the label of the shown buffer is released. Methods may be called from any thread; the checks
 * of each library call are the library's.
 */
@ProviderType
public interface VideoOutputs {
    int SLOTS = 16;
    int SETS = 4;
    int MAX_PENDING = 16;
    /** The index that blanks the screen. */
    int BLANK = -1;

    /** Opens the display of a bus. @return the handle, from 1; empty if it is open already */
    OptionalInt open(int bus);

    boolean isOpen(int handle);

    void close(int handle);

    /**
     * Registers buffers as one set.
     *
     * @param addresses guest address of each buffer, for slots from {@code first} on
     */
    void register(int handle, int set, int first, List<Long> addresses, BufferLayout layout);

    boolean isSetUsed(int handle, int set);

    boolean isSlotUsed(int handle, int slot);

    void unregister(int handle, int set);

    /** Changes the layout of a registered set from the next flip on. */
    void change(int handle, int set, BufferLayout layout);

    /** Queues a flip. @return false if the flip queue is full */
    boolean flip(int handle, int index, int mode, long argument);

    /** Flips at every blank, every second, every third. */
    void setRate(int handle, int rate);

    FlipStatus flipStatus(int handle);

    VblankStatus vblankStatus(int handle);

    /** Waits for the next blank. */
    void awaitVblank(int handle) throws InterruptedException;

    /** Guest address of the sixteen 64-bit labels: 1 while a flip to the slot is pending, else 0. */
    long labels(int handle);

    void addEvent(int handle, Event event, long queue, long userData);

    /** Does nothing if it is not registered. */
    void removeEvent(int handle, Event event, long queue);

    /** Events of a display. */
    enum Event {
        FLIP(0),
        VBLANK(1),
        PRE_VBLANK(2),
        OUTPUT_MODE(8);

        private final int id;

        Event(int id) {
            this.id = id;
        }

        /** The ident under which the event is registered and delivered. */
        public int id() {
            return id;
        }
    }

    /**
     * How a display buffer lies in memory.
     *
     * @param format   pixel format, 64 bits as the library's attribute has it
     * @param isLinear false for tiled buffers
     * @param pitch    pixels from one row to the next, 0 for the width
     */
    record BufferLayout(long format, boolean isLinear, int width, int height, int pitch) {}

    /**
     * State of the flip queue.
     *
     * @param count         flips shown
     * @param timeUs        process time of the last one, in microseconds
     * @param counter       time-stamp counter at the last one
     * @param argument      argument of the last one
     * @param submitCounter time-stamp counter at the last submission
     * @param inQueue       flips that the graphics queue has not reached
     * @param pending       flips not shown
     * @param current       buffer shown, -1 before the first flip
     */
    record FlipStatus(long count, long timeUs, long counter, long argument, long submitCounter, int inQueue,
            int pending, int current) {}

    /** State of the vertical blank: blanks so far, process time in microseconds, time-stamp counter. */
    record VblankStatus(long count, long timeUs, long counter) {}
}
