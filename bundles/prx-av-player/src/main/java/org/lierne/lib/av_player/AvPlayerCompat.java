package org.lierne.lib.av_player;

import org.lierne.kernel.title.CompatMode;

/** Where the film player is not proven to answer as the console does. */
public enum AvPlayerCompat implements CompatMode {
    /** Records, codes, events, and how pictures lie in memory. */
    FILMS("lib.av-player");

    private final String id;

    AvPlayerCompat(String id) {
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }
}
