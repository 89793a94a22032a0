package org.lierne.host.codecs;

import org.lierne.host.media.MediaRefused;

/** Rates and channels of AAC by their numbers. Documented: ISO/IEC 14496-3, 1.6.2.1, 1.6.3.4 and 1.6.3.5. */
final class AacConfiguration {
    private static final int LOW_COMPLEXITY = 2;
    private static final int SEVEN_ONE = 7;
    private static final int[] RATES = {96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350};

    private AacConfiguration() {}

    /** Channels of the stream that a configuration describes; 0 if the stream says it. */
    static int channels(byte[] configuration) {
        int number = configuration[1] >> 3 & 0xF;
        return number == SEVEN_ONE ? 8 : number;
    }

    static byte[] of(int objectType, int rateNumber, int channelNumber) {
        int bits = objectType << 11 | rateNumber << 7 | channelNumber << 3;
        return new byte[] {(byte) (bits >> 8), (byte) bits};
    }

    static byte[] of(int rate, int channels) throws MediaRefused {
        for (int number = 0; number < RATES.length; number++) {
            if (RATES[number] == rate && (channels >= 1 && channels <= 6 || channels == 8)) {
                return of(LOW_COMPLEXITY, number, channels == 8 ? SEVEN_ONE : channels);
            }
        }
        throw new MediaRefused("AAC of " + rate + " samples a second in " + channels + " channels has no numbers");
    }
}
