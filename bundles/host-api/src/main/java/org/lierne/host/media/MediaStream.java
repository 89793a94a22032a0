package org.lierne.host.media;

/** What a stream of a file holds. */
public sealed interface MediaStream {
    long durationMs();

    /** @param frameRate pictures a second */
    record Video(int width, int height, double frameRate, long durationMs) implements MediaStream {}

    /** @param rate samples a second of each channel */
    record Audio(int channels, int rate, long durationMs) implements MediaStream {}

    /** Text and whatever else, or of a kind that cannot be decoded. */
    record Other(String kind, long durationMs) implements MediaStream {}
}
