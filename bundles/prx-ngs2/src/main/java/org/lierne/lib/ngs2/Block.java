package org.lierne.lib.ngs2;

import org.lierne.hle.At;
import org.lierne.hle.GuestStruct;

/**
 * A piece of a wave.
 *
 * @param offset  bytes from the start of the data
 * @param repeats how often it is played again; -1 for ever
 * @param skipped samples at its start that are not played
 * @param samples of each channel that are played
 * @param mark    the title's own
 */
@GuestStruct(size = 0x28)
public record Block(@At(0x00) long offset, @At(0x08) long bytes, @At(0x10) int repeats, @At(0x14) int skipped, @At(0x18) int samples,
        @At(0x1C) int reserved, @At(0x20) long mark) {
    /** The same samples, further behind and repeated so often. */
    Block at(long start, int times) {
        return new Block(start + offset, bytes, times, skipped, samples, reserved, mark);
    }
}
