package org.lierne.lib.system_service;

import org.lierne.kernel.title.CompatMode;

/** Where the system library is not proven to answer as the console does. */
public enum SystemServiceCompat implements CompatMode {
    /** The display without high dynamic range: 80, 1000 and 0. */
    HDR_LUMINANCE("lib.system-service.hdr-luminance");

    private final String id;

    SystemServiceCompat(String id) {
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }
}
