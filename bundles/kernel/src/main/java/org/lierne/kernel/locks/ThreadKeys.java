package org.lierne.kernel.locks;

import org.lierne.kernel.sync.PosixThreads;

/** The keys of thread-specific data: which are taken, and the guest function that destroys a value. */
final class ThreadKeys {
    private final boolean[] taken = new boolean[PosixThreads.KEYS];
    private final long[] destructors = new long[PosixThreads.KEYS];

    /** A key, or -1 if all are taken. */
    synchronized int create(long destructor) {
        for (int key = 0; key < taken.length; key++) {
            if (!taken[key]) {
                taken[key] = true;
                destructors[key] = destructor;
                return key;
            }
        }
        return -1;
    }

    synchronized boolean delete(int key) {
        if (!isTaken(key)) {
            return false;
        }
        taken[key] = false;
        destructors[key] = 0;
        return true;
    }

    synchronized boolean isTaken(int key) {
        return key >= 0 && key < taken.length && taken[key];
    }

    /** The destructor of a key, 0 for none. */
    synchronized long destructor(int key) {
        return destructors[key];
    }

    synchronized void clear() {
        java.util.Arrays.fill(taken, false);
        java.util.Arrays.fill(destructors, 0);
    }
}
