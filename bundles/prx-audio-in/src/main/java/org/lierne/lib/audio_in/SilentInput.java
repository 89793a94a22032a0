package org.lierne.lib.audio_in;

import java.util.Map;
import java.util.Optional;

/** A microphone that hears nothing. */
final class SilentInput {
    private static final int SAMPLE_BYTES = Short.BYTES;
    private static final long SECOND_NS = 1_000_000_000L;
    /** Channels by the format's number: 0 one, 2 two, of 16 bits each. */
    private static final Map<Integer, Integer> CHANNELS = Map.of(0, 1, 2, 2);

    private final int grain;
    private final int rate;
    private final int channels;
    private long heardNs;

    private SilentInput(int grain, int rate, int channels, long nowNs) {
        this.grain = grain;
        this.rate = rate;
        this.channels = channels;
        this.heardNs = nowNs;
    }

    /** Empty for a format that is not known. */
    static Optional<SilentInput> of(int grain, int rate, int format, long nowNs) {
        return Optional.ofNullable(CHANNELS.get(format)).map(channels -> new SilentInput(grain, rate, channels, nowNs));
    }

    int grainBytes() {
        return grain * channels * SAMPLE_BYTES;
    }

    /** Samples of a channel in one block. */
    int grain() {
        return grain;
    }

    /** Takes a block. @return how long it takes until all of it has been heard; what nobody asked for in time is lost */
    synchronized long take(long nowNs) {
        long grainNs = grain * SECOND_NS / rate;
        heardNs = Math.max(heardNs + grainNs, nowNs);
        return heardNs - nowNs;
    }
}
