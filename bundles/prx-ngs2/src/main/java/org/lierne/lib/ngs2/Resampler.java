package org.lierne.lib.ngs2;

/** Plays a queue faster or slower: values between two samples lie on the line between them. */
final class Resampler {
    private final WaveQueue queue;
    private float[] current = {};
    private float[] following = {};
    private boolean hasCurrent;
    private boolean hasFollowing;
    private double fraction;

    Resampler(WaveQueue queue) {
        this.queue = queue;
    }

    void clear() {
        hasCurrent = false;
        hasFollowing = false;
        fraction = 0;
    }

    /** True if nothing will come any more. */
    boolean isOver() {
        return !hasCurrent && queue.isOver();
    }

    /**
     * Puts a grain into {@code into}, by channel; what the queue does not give is left as it is.
     *
     * @param step samples of the wave for each that is put
     */
    void play(float[][] into, double step) {
        if (current.length != into.length) {
            current = new float[into.length];
            following = new float[into.length];
        }
        int samples = into.length == 0 ? 0 : into[0].length;
        for (int i = 0; i < samples; i++) {
            skip();
            hasCurrent = hasCurrent || queue.next(current);
            if (!hasCurrent) {
                return;
            }
            put(into, i);
            fraction += step;
        }
        skip();
    }

    private void put(float[][] into, int at) {
        if (fraction == 0) {
            for (int channel = 0; channel < into.length; channel++) {
                into[channel][at] = current[channel];
            }
            return;
        }
        hasFollowing = hasFollowing || queue.next(following);
        for (int channel = 0; channel < into.length; channel++) {
            float start = current[channel];
            float end = hasFollowing ? following[channel] : 0;
            into[channel][at] = (float) (start + (end - start) * fraction);
        }
    }

    /** Leaves whole samples behind; one that was not taken yet is taken for that. */
    private void skip() {
        for (; fraction >= 1; fraction--) {
            if (!hasCurrent && !queue.next(following)) {
                fraction = 0;
                return;
            }
            float[] left = current;
            current = following;
            following = left;
            hasCurrent = hasFollowing;
            hasFollowing = false;
        }
    }
}
