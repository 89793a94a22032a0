package org.lierne.lib.audio_out;

import org.lierne.kernel.title.CompatMode;

/** Where the audio output library is not proven to answer as the console does. */
public enum AudioOutCompat implements CompatMode {
    /** Error 04 for a null pointer. */
    POINTER_ERROR("lib.audio-out.pointer-error"),
    /** Contexts and ports of the newer form. */
    CONTEXTS("lib.audio-out.contexts");

    private final String id;

    AudioOutCompat(String id) {
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }
}
