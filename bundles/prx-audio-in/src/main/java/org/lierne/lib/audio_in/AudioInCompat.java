package org.lierne.lib.audio_in;

import org.lierne.kernel.title.CompatMode;

/** Where the audio input library is not proven to answer as the console does. */
public enum AudioInCompat implements CompatMode {
    /** Codes, handles and silence. */
    SILENCE("lib.audio-in");

    private final String id;

    AudioInCompat(String id) {
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }
}
