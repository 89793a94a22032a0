package org.lierne.lib.libc;

import org.lierne.kernel.title.CompatMode;

/** What the C library, and what is served with it by guest-native code, does that is not known to be so. */
public enum LibcCompat implements CompatMode {
    /** How C++'s locks lie in memory, what bytes mean as characters, and the tables of classes. */
    RUNTIME("lib.libc.runtime"),
    /** The library's own exception classes, and exceptions that meet a frame of the platform; both in guest-native code. */
    EXCEPTIONS("lib.libc.exceptions"),
    /** Records of fibers' facts and options, and how much of a context was used. */
    FIBERS("lib.fiber.records"),
    /** User-level threads: codes, options, sizes and order. */
    USER_LEVEL_THREADS("lib.ult");

    private final String id;

    LibcCompat(String id) {
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }
}
