package org.lierne.agc.driver;

/**
 * What executes the work of command processors. Work of one queue is done in the order of the calls; calls come from
 * the queues' threads. Draws and dispatches may be recorded and run later; memory effects of the processors' own
 * packets are done at once.
 */
interface Engine {
    /** Draws with the registers as they are now. @throws WorkRefused if it cannot be done right */
    void draw(DrawCall call, RegisterFile registers);

    /** Starts groups with the registers as they are now. @throws WorkRefused if it cannot be done right */
    void dispatch(int x, int y, int z, int initiator, RegisterFile registers);

    /** Orders everything before against everything after, and lets later work see what the guest wrote. */
    void barrier();

    /** Hands everything recorded so far to the device, so that it ends without further calls. */
    void flush();

    /** Runs an action when all work handed over so far is done and visible in guest memory; actions run in order. */
    void whenDone(Runnable action);

    /**
     * Runs an action when all work handed over so far is done and what it drew stands in guest memory, as far as its
     * order there is known.
     */
    default void whenVisible(Runnable action) {
        whenDone(action);
    }

    /** Waits until all work handed over so far is done and visible in guest memory. */
    void settle();

    /** A packet is about to read a range: waits as {@link #settle}, and for what was drawn there. */
    default void reads(long address, long bytes) {
        settle();
    }

    /** A packet is about to write a range: waits for work before the last barrier that uses it. */
    default void writes(long address, long bytes) {}

    /** A packet has written a range: surfaces that lie there are looked at again. */
    default void wrote(long address, long bytes) {}

    /** Reports the samples that passed so far at an address, when all work handed over so far is done. */
    void reportSamples(long address);

    /** What packets and programs share without memory, as all work so far left it. @throws PacketRefused where that is switched off */
    GlobalShare globalShare();

    /** A named scope begins; it changes nothing. */
    void pushMarker(String text);

    void popMarker();

    /** Nanoseconds of the guest GPU's clock. */
    default long clock() {
        return System.nanoTime();
    }
}
