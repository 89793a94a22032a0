package org.lierne.lib.content_export;

import org.lierne.hle.At;
import org.lierne.hle.GuestStruct;

/** The parameters of the library's start. Documented: system calls, section 18; decisions, S-009. */
@GuestStruct(size = 0x30)
public record InitBlock(@At(0x00) long allocate, @At(0x08) long free, @At(0x10) long user, @At(0x18) long bufferBytes, @At(0x20) long reserved1,
        @At(0x28) long reserved2) {
    private static final long SMALLEST_BUFFER = 0x100;
    private static final long DEFAULT_BUFFER = 64 * 1024;

    /** Both functions are needed, reserved words are zero, a size is 0 (default) or at least 0x100. */
    boolean isValid() {
        boolean isSize = bufferBytes == 0 || Long.compareUnsigned(bufferBytes, SMALLEST_BUFFER) >= 0;
        return allocate != 0 && free != 0 && reserved1 == 0 && reserved2 == 0 && isSize;
    }

    long usedBufferBytes() {
        return bufferBytes == 0 ? DEFAULT_BUFFER : bufferBytes;
    }
}
