package org.lierne.lib.ngs2;

import org.lierne.hle.At;
import org.lierne.hle.GuestStruct;

/** What a rack is to be; each kind has more behind this. */
@GuestStruct(size = RackOption.BYTES)
public record RackOption(@At(0x00) long size, @At(value = 0x08, length = 64) String name, @At(0x48) int flags, @At(0x4C) int mostGrain,
        @At(0x50) int voices, @At(0x54) int delayBlocks, @At(0x58) int matrices, @At(0x5C) int ports) {
    static final int BYTES = 0xB0;
    static final int MOST_VOICES = 4096;
    static final int MOST_PORTS = 64;
    static final int MOST_MATRICES = 256;
    static final RackOption USUAL = new RackOption(BYTES, "", 0, 512, 64, 0, MOST_MATRICES, MOST_PORTS);
}
