package org.lierne.lib.av_player;

import org.lierne.hle.At;
import org.lierne.hle.GuestStruct;

/** Functions of the title for the player's memory, files and events, as they stand in both initial records. Assumed: lib.av-player. */
@GuestStruct(size = 0x60)
public record Functions(@At(0x00) long memoryObject, @At(0x08) long allocate, @At(0x10) long free, @At(0x18) long allocateTexture,
        @At(0x20) long freeTexture, @At(0x28) long fileObject, @At(0x30) long open, @At(0x38) long close, @At(0x40) long read,
        @At(0x48) long size, @At(0x50) long eventObject, @At(0x58) long event) {
    boolean hasMemory() {
        return allocate != 0 && free != 0 && allocateTexture != 0 && freeTexture != 0;
    }

    /** Whether files are read by the title; else they lie in its mounts. */
    boolean hasFiles() {
        return open != 0;
    }

    boolean canReadFiles() {
        return open != 0 && close != 0 && read != 0 && size != 0;
    }
}
