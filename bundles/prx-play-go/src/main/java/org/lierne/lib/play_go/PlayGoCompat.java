package org.lierne.lib.play_go;

import org.lierne.kernel.title.CompatMode;

/** What the library says of chunks without knowing them. */
public enum PlayGoCompat implements CompatMode {
    /** A title is one chunk, installed for every language. */
    INSTALLED("lib.play-go");

    private final String id;

    PlayGoCompat(String id) {
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }
}
