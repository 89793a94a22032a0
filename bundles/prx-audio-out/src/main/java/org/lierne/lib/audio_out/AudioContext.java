package org.lierne.lib.audio_out;

/** A context of the newer audio output: grains that queue up and play one after the other. */
final class AudioContext {
    private static final long SECOND_NS = 1_000_000_000L;

    private final int grain;
    private final int depth;
    private long endNs;

    /** @param depth grains that may wait */
    AudioContext(int grain, int depth) {
        this.grain = grain;
        this.depth = depth;
    }

    private long grainNs() {
        return grain * SECOND_NS / Port.RATE;
    }

    int depth() {
        return depth;
    }

    /** Grains that are not played yet. */
    synchronized int queued(long nowNs) {
        return (int) Math.ceilDiv(Math.max(0, endNs - nowNs), grainNs());
    }

    /**
     * Queues a grain.
     *
     * @return how long the caller has to wait, so that no more than the depth waits
     */
    synchronized long push(long nowNs) {
        endNs = Math.max(nowNs, endNs) + grainNs();
        return Math.max(0, endNs - nowNs - depth * grainNs());
    }
}
