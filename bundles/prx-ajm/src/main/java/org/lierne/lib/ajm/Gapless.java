package org.lierne.lib.ajm;

/** Which samples of a stream are heard: some at the beginning are skipped, and after so many the rest is cut. A total of 0 or -1 cuts nothing. */
final class Gapless {
    private static final long ALL = 0xFFFF_FFFFL;

    private long total;
    private int skip;
    private int skippedAtFirst;
    private long heard;
    private int cut;

    /** Holds at once: what was skipped and heard of the stream so far counts. */
    void set(int samples, int skippedFirst) {
        total = Integer.toUnsignedLong(samples);
        skip = skippedFirst;
    }

    void reset() {
        skippedAtFirst = 0;
        heard = 0;
        cut = 0;
    }

    /** @return how many samples of so many that come next are not heard */
    int skip(int samples) {
        int some = Math.min(samples, toSkip());
        skippedAtFirst += some;
        return some;
    }

    /** @return how many of so many that come next are heard */
    int take(int samples) {
        int some = cutsNothing() ? samples : (int) Math.min(samples, total());
        heard += some;
        cut += samples - some;
        return some;
    }

    private boolean cutsNothing() {
        return total == 0 || total == ALL;
    }

    /** Samples that are heard yet, 0 or -1 where there is no end. */
    long total() {
        return cutsNothing() ? total : Math.max(total - heard, 0);
    }

    int toSkip() {
        return Math.max(skip - skippedAtFirst, 0);
    }

    int skipped() {
        return skippedAtFirst + cut;
    }
}
