package org.lierne.lib.video_out;

import org.lierne.agc.VideoOutputs.BufferLayout;
import org.lierne.hle.At;
import org.lierne.hle.GuestStruct;

/** Guest structures of the display library. */
final class Records {
    private static final int LINEAR = 1;

    private Records() {}

    /** Attribute of this generation. */
    @GuestStruct(size = 0x50)
    record Attribute2(@At(0x04) int tiling, @At(0x08) int aspect, @At(0x0C) int width, @At(0x10) int height,
            @At(0x14) int pitch,
            @At(0x18) long option, @At(0x20) long format, @At(0x28) long clearColor, @At(0x30) int dccControl) {
        BufferLayout layout() {
            return new BufferLayout(format, tiling == LINEAR, width, height, pitch);
        }
    }

    /** Attribute of the older form. */
    @GuestStruct(size = 0x28)
    record Attribute(@At(0x00) int format, @At(0x04) int tiling, @At(0x08) int aspect, @At(0x0C) int width,
            @At(0x10) int height,
            @At(0x14) int pitch, @At(0x18) int option) {
        /** The older 32-bit formats have the newer ones' bits in their upper half. */
        BufferLayout layout() {
            return new BufferLayout(wide(format), tiling == LINEAR, width, height, pitch);
        }

        private static long wide(int format) {
            return switch (format) {
                case 0x80000000 -> 0x8000000000000000L;
                case 0x80002200 -> 0x8000000022000000L;
                default -> Integer.toUnsignedLong(format) << 32;
            };
        }
    }

    /** An entry of the list of buffers. */
    @GuestStruct(size = 0x20)
    record BufferEntry(@At(0x00) long data, @At(0x08) long metadata) {}

    /** State of the flip queue. */
    @GuestStruct(size = 0x80)
    record FlipStatus(@At(0x00) long count, @At(0x08) long processTime, @At(0x18) long flipArgument,
            @At(0x28) long counter,
            @At(0x30) int inQueue, @At(0x34) int pending, @At(0x38) int current, @At(0x40) long submitCounter) {}

    /** State of the vertical blank. */
    @GuestStruct(size = 0x28)
    record VblankStatus(@At(0x00) long count, @At(0x08) long processTime, @At(0x18) long counter, @At(0x20) byte flags,
            @At(0x21) byte phase) {}

    /** State of the output. */
    @GuestStruct(size = 0x30)
    record OutputStatus(@At(0x00) int resolutionClass, @At(0x04) int dynamicRange, @At(0x08) long refresh,
            @At(0x10) long flags) {}

    /** Options of an output mode: sixteen words, all zero in every known use. */
    @GuestStruct(size = 0x40)
    record OutputOptions(@At(value = 0x00, length = 0x40) byte[] words) {}

    /** State of the output, older form. */
    @GuestStruct(size = 0x20)
    record ResolutionStatus(@At(0x00) int fullWidth, @At(0x04) int fullHeight, @At(0x08) int paneWidth,
            @At(0x0C) int paneHeight,
            @At(0x10) long refresh, @At(0x18) float inches, @At(0x1C) short flags) {}

    /** A colour block. */
    @GuestStruct(size = 0x10)
    record ColorSettings(@At(0x00) float gamma) {}

    /** A delivered event. */
    @GuestStruct(size = 0x20)
    record Delivered(@At(0x00) long ident, @At(0x08) short filter, @At(0x0A) short flags, @At(0x0C) int filterFlags,
            @At(0x10) long data,
            @At(0x18) long userData) {}
}
