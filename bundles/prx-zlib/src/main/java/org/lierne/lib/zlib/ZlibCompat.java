package org.lierne.lib.zlib;

import org.lierne.kernel.title.CompatMode;

/** Where the decompression library is not proven to answer as the console does. */
public enum ZlibCompat implements CompatMode {
    /** Codes, limits and the unit of the time-out. */
    REQUESTS("lib.zlib");

    private final String id;

    ZlibCompat(String id) {
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }
}
