package org.lierne.kernel.locks;

import org.lierne.kernel.title.CompatMode;

/** Where waiting and waking differ from the system's. */
public enum LocksCompat implements CompatMode {
    /** Waiters are served in order of arrival, whatever order the guest asked for and whatever priorities it gave. */
    ARRIVAL_ORDER("kernel.sync.arrival-order");

    private final String id;

    LocksCompat(String id) {
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }
}
