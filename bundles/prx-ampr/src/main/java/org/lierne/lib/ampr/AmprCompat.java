package org.lierne.lib.ampr;

import org.lierne.kernel.title.CompatMode;

/** Where the reading library differs from the console's, or is not proven. */
public enum AmprCompat implements CompatMode {
    /** The packing of commands, the order among submissions and the errors of failed reads are ours. */
    SUBMISSIONS("lib.ampr.submissions"),
    /** Sizes of commands that map, the mapper's addresses, and what becomes of the memory given to it. */
    MAPPING("lib.ampr.mapping");

    private final String id;

    AmprCompat(String id) {
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }
}
