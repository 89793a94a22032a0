package org.lierne.kernel.loader;

import org.lierne.kernel.title.CompatMode;

/** Where loading rests on an assumption. */
public enum LoaderCompat implements CompatMode {
    /** Which initialisers run, and in which order. */
    INIT_ORDER("loader.init-order"),
    /** An import that its library does not export is served by another library's export of the same NID. */
    ANY_LIBRARY("loader.any-library"),
    /** A module that was unloaded stays mapped. */
    RESIDENT("loader.resident");

    private final String id;

    LoaderCompat(String id) {
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }
}
