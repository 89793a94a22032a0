package org.lierne.lib.ssl;

import org.lierne.kernel.title.CompatMode;

/** What the library does without a network. */
public enum SslCompat implements CompatMode {
    /** Connections are made and never opened. */
    OFFLINE("lib.ssl");

    private final String id;

    SslCompat(String id) {
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }
}
