package org.lierne.lib.ajm;

/** Which samples of a stream are heard: some at the beginning are skipped, and after so many the rest is cut. 0 cuts nothing. */
final class Gapless {
    private static final int ALL = -1;

    private int wantedTotal;
    private int wantedSkip;
    private int total;
    private int skip;
    private int skipped;

    void set(int samples, int skippedAtFirst) {
        wantedTotal = samples;
        wantedSkip = skippedAtFirst;
    }

    void reset() {
        total = wantedTotal;
        skip = wantedSkip;
        skipped = 0;
    }

    /** @return how many samples of so many that come next are not heard */
    int skip(int samples) {
        int some = Math.min(samples, skip);
        skip -= some;
        skipped += some;
        return some;
    }

    /** @return how many of so many that come next are heard */
    int take(int samples) {
        if (wantedTotal == 0 || wantedTotal == ALL) {
            return samples;
        }
        int some = Math.min(samples, total);
        total -= some;
        skipped += samples - some;
        return some;
    }

    int total() {
        return total;
    }

    int toSkip() {
        return skip;
    }

    int skipped() {
        return skipped;
    }
}
