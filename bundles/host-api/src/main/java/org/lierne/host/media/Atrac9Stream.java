package org.lierne.host.media;

/**
 * What four bytes of configuration say about a stream of ATRAC9. Documented by open decoders: 0xFE; then from the highest bit four bits of the
 * rate, three of the channels, a zero, eleven of the frame's bytes less one, two of the frames in a superframe.
 *
 * @param rate              samples a second of each channel
 * @param frameSamples      samples of each channel in a frame
 * @param superframeSamples of each channel in the frames that come together
 */
public record Atrac9Stream(int channels, int rate, int frameSamples, int superframeSamples, int superframeBytes) {
    private static final int MARK = 0xFE;
    private static final int[] RATES = {11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 44_100, 48_000, 64_000, 88_200, 96_000,
            128_000, 176_400, 192_000};
    /** Binary logarithms. */
    private static final int[] SAMPLES = {6, 6, 7, 7, 7, 8, 8, 8, 6, 6, 7, 7, 7, 8, 8, 8};
    private static final int[] CHANNELS = {1, 2, 2, 6, 8, 4};

    /** @param configuration its first byte the highest */
    public static Atrac9Stream of(int configuration) throws MediaRefused {
        int rate = configuration >> 20 & 0xF;
        int channels = configuration >> 17 & 7;
        if (configuration >>> 24 != MARK || channels >= CHANNELS.length || (configuration >> 16 & 1) != 0) {
            throw new MediaRefused("no configuration of ATRAC9: 0x%08x".formatted(configuration));
        }
        int frames = 1 << (configuration >> 3 & 3);
        int frameBytes = (configuration >> 5 & 0x7FF) + 1;
        int samples = 1 << SAMPLES[rate];
        return new Atrac9Stream(CHANNELS[channels], RATES[rate], samples, samples * frames, frameBytes * frames);
    }
}
