package org.lierne.lib.agc;

import org.lierne.hle.At;
import org.lierne.hle.GuestStruct;

/** A register offset and its value. */
@GuestStruct(size = 8)
record RegisterPair(@At(0) int offset, @At(4) int value) {
    static RegisterPair of(long packed) {
        return new RegisterPair((int) packed, (int) (packed >>> 32));
    }
}
