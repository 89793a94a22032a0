package org.lierne.host.media;

/**
 * Sound.
 *
 * @param rate   samples a second of each channel
 * @param values the channels' samples in turn, -1 to 1
 */
public record Samples(int channels, int rate, float[] values) {
    /** Samples of each channel. */
    public int count() {
        return values.length / channels;
    }
}
