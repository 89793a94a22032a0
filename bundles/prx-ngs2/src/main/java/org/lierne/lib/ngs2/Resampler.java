package org.lierne.lib.ngs2;

import org.jspecify.annotations.Nullable;

/** Plays a queue faster or slower: values between two samples lie on the line between them. */
final class Resampler {
    private final WaveQueue queue;
    private float @Nullable [] current;
    private float @Nullable [] following;
    private double fraction;

    Resampler(WaveQueue queue) {
        this.queue = queue;
    }

    void clear() {
        current = null;
        following = null;
        fraction = 0;
    }

    /** True if nothing will come any more. */
    boolean isOver() {
        return current == null && following == null && queue.isOver();
    }

    /**
     * Puts a grain into {@code into}, by channel; what the queue does not give is left as it is.
     *
     * @param step samples of the wave for each that is put
     */
    void play(float[][] into, double step) {
        int samples = into.length == 0 ? 0 : into[0].length;
        for (int i = 0; i < samples; i++) {
            skip();
            if (current == null) {
                current = queue.next();
            }
            if (current == null) {
                return;
            }
            put(into, i, current);
            fraction += step;
        }
        skip();
    }

    private void put(float[][] into, int at, float[] from) {
        if (fraction > 0 && following == null) {
            following = queue.next();
        }
        float[] to = following;
        for (int channel = 0; channel < into.length; channel++) {
            float start = from[channel];
            float end = to == null ? 0 : to[channel];
            into[channel][at] = fraction == 0 ? start : (float) (start + (end - start) * fraction);
        }
    }

    private void skip() {
        for (; fraction >= 1; fraction--) {
            if (current == null && queue.next() == null) {
                fraction = 0;
                return;
            }
            current = following;
            following = null;
        }
    }
}
