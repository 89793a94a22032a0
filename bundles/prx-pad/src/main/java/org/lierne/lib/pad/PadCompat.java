package org.lierne.lib.pad;

import org.lierne.kernel.title.CompatMode;

/** Where the controller library is not proven to answer as the console does. */
public enum PadCompat implements CompatMode {
    /** Both sticks rest within 2 of their middle. */
    DEAD_ZONES("lib.pad.dead-zones");

    private final String id;

    PadCompat(String id) {
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }
}
