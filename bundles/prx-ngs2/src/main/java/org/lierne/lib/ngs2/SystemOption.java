package org.lierne.lib.ngs2;

import java.util.Set;
import org.lierne.hle.At;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestStruct;

/**
 * What a system is to be.
 *
 * @param mostGrain most samples of each channel that are rendered at a time
 * @param grain     how many are rendered at a time
 * @param rate      samples a second
 * @param channels  most channels of a voice
 */
@GuestStruct(size = SystemOption.BYTES)
public record SystemOption(@At(0x00) long size, @At(value = 0x08, length = 64) String name, @At(0x68) int flags, @At(0x6C) int mostGrain,
        @At(0x70) int grain, @At(0x74) int rate, @At(0x78) int channels) {
    static final int BYTES = 0x90;
    static final int GRAIN_STEP = 64;
    static final SystemOption USUAL = new SystemOption(BYTES, "", 0, 512, 256, 48_000, 8);

    private static final int MOST_GRAIN = 2048;
    private static final Set<Integer> RATES = Set.of(11_025, 12_000, 22_050, 24_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000);

    static boolean isGrain(int samples, int most) {
        return samples >= GRAIN_STEP && samples <= most && samples % GRAIN_STEP == 0;
    }

    static boolean isRate(int rate) {
        return RATES.contains(rate);
    }

    GuestStatus check() {
        if (size != BYTES) {
            return Ngs2Error.OPTION_SIZE;
        }
        if (!isGrain(mostGrain, MOST_GRAIN)) {
            return Ngs2Error.MOST_GRAIN;
        }
        if (!isGrain(grain, mostGrain)) {
            return Ngs2Error.GRAIN;
        }
        if (!isRate(rate)) {
            return Ngs2Error.SAMPLE_RATE;
        }
        return channels < 1 || channels > Format.MOST_CHANNELS ? Ngs2Error.CHANNELS : GuestStatus.OK;
    }
}
