package org.lierne.lib.ajm;

import org.lierne.host.media.AudioDecoder;
import org.lierne.host.media.MediaRefused;
import org.lierne.host.media.Samples;

/**
 * What four bytes of configuration say about ATRAC9, and silence of that length. Documented by open decoders: 0xFE; then from the highest bit
 * four bits of the rate, three of the channels, a zero, eleven of the frame's bytes less one, two of the frames in a superframe. Assumed:
 * lib.ajm.atrac9.
 */
record Atrac9(int channels, int rate, int frameSamples, int superframeSamples, int superframeBytes) implements AudioDecoder {
    static final int BYTES = 4;
    private static final int MARK = 0xFE;
    private static final int[] RATES = {11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 44_100, 48_000, 64_000, 88_200, 96_000,
            128_000, 176_400, 192_000};
    /** Binary logarithms. */
    private static final int[] SAMPLES = {6, 6, 7, 7, 7, 8, 8, 8, 6, 6, 7, 7, 7, 8, 8, 8};
    private static final int[] CHANNELS = {1, 2, 2, 6, 8, 4};

    static Atrac9 of(byte[] configuration) throws MediaRefused {
        int word = (configuration[1] & 0xFF) << 16 | (configuration[2] & 0xFF) << 8 | configuration[3] & 0xFF;
        int rate = word >> 20 & 0xF;
        int channels = word >> 17 & 7;
        if ((configuration[0] & 0xFF) != MARK || channels >= CHANNELS.length || (word >> 16 & 1) != 0) {
            throw new MediaRefused("no configuration of ATRAC9: 0x%02x%06x".formatted(configuration[0] & 0xFF, word));
        }
        int frames = 1 << (word >> 3 & 3);
        int frameBytes = (word >> 5 & 0x7FF) + 1;
        int samples = 1 << SAMPLES[rate];
        return new Atrac9(CHANNELS[channels], RATES[rate], samples, samples * frames, frameBytes * frames);
    }

    @Override
    public int frameBytes(byte[] data, int at, int end) {
        return end - at < superframeBytes ? 0 : superframeBytes;
    }

    @Override
    public Samples decode(byte[] data, int at, int bytes) {
        return new Samples(channels, rate, new float[superframeSamples * channels]);
    }
}
