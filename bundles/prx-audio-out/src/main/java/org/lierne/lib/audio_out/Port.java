package org.lierne.lib.audio_out;

/** One port: its block size and the time at which all that it got will have been played. */
final class Port {
    static final int RATE = 48_000;
    private static final long SECOND_NS = 1_000_000_000L;

    private final int type;
    private final int grain;
    private final int channels;
    private long endNs;

    Port(int type, int grain, int channels) {
        this.type = type;
        this.grain = grain;
        this.channels = channels;
    }

    int type() {
        return type;
    }

    /** Samples of a channel in one block. */
    int grain() {
        return grain;
    }

    int channels() {
        return channels;
    }

    long blockNs() {
        return grain * SECOND_NS / RATE;
    }

    /**
     * Takes a block.
     *
     * @return how long the caller has to wait, so that no more than one block waits behind the one that plays
     */
    synchronized long take(long nowNs) {
        long start = Math.max(nowNs, endNs);
        endNs = start + blockNs();
        return start - nowNs;
    }

    /** How long it takes until everything is played. */
    synchronized long leftNs(long nowNs) {
        return Math.max(0, endNs - nowNs);
    }
}
