package org.lierne.agc.driver;

/** The part of the displays that command buffers reach. */
interface Flips {
    /**
     * Counts a flip as pending; it is shown after {@code ready} of the reservation was called.
     *
     * @throws WorkRefused if the handle or buffer is not registered
     */
    Reservation reserve(int handle, int index, int mode, long argument);

    /** True if no flip to the buffer is pending, so that its content may change. */
    boolean isSafe(int handle, int index);

    /** A flip that the queue has reached but whose work is not done. */
    interface Reservation {
        void ready();
    }
}
