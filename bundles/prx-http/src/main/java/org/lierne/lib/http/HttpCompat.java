package org.lierne.lib.http;

import org.lierne.kernel.title.CompatMode;

/** What the library does without a network. */
public enum HttpCompat implements CompatMode {
    /** Every request fails to be sent. */
    OFFLINE("lib.http");

    private final String id;

    HttpCompat(String id) {
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }
}
