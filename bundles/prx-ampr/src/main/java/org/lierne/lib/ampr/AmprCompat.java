package org.lierne.lib.ampr;

import org.lierne.kernel.title.CompatMode;

/** Where the reading library differs from the console's, or is not proven. */
public enum AmprCompat implements CompatMode {
    /** The packing of commands, the order among submissions and the errors of failed reads are ours. */
    SUBMISSIONS("lib.ampr.submissions");

    private final String id;

    AmprCompat(String id) {
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }
}
