package org.lierne.lib.user_service;

import org.lierne.hle.At;
import org.lierne.hle.GuestStruct;

/**
 * What a user prefers in every game: size, then difficulty, priority, four inversions, subtitles, audio language; 0 where nothing was
 * chosen.
 */
@GuestStruct(size = 0x28)
public record Presets(@At(0x00) long size, @At(value = 0x08, length = 0x20) byte[] choices) {
    private static final int CHOICE_BYTES = 0x20;

    static Presets none(long size) {
        return new Presets(size, new byte[CHOICE_BYTES]);
    }
}
