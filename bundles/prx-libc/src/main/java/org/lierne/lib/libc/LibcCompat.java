package org.lierne.lib.libc;

import org.lierne.kernel.title.CompatMode;

/** What the C library does that is not known to be so. */
public enum LibcCompat implements CompatMode {
    /** How C++'s locks lie in memory, what bytes mean as characters, and the tables of classes. */
    RUNTIME("lib.libc.runtime");

    private final String id;

    LibcCompat(String id) {
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }
}
