package org.lierne.lib.http2;

import org.lierne.kernel.title.CompatMode;

/** What the library does without a network. */
public enum Http2Compat implements CompatMode {
    /** Every request fails before it is sent. */
    OFFLINE("lib.http2");

    private final String id;

    Http2Compat(String id) {
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }
}
