package org.lierne.agc.driver;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/** Bytes of a device that images may take. */
final class SurfaceBudget {
    private final long most;
    private long held;

    SurfaceBudget(long most) {
        this.most = most;
    }

    void add(long bytes) {
        held += bytes;
    }

    void remove(long bytes) {
        held -= bytes;
    }

    /** By how much the budget would be exceeded with so many bytes more; 0 or less where they fit. */
    long excess(long bytes) {
        return held + bytes - most;
    }

    /** Those that were used longest ago, as many as have so many bytes together; all where they have less. */
    static <S> List<S> oldest(Collection<S> all, ToLongFunction<S> usedAt, ToLongFunction<S> bytes, long wanted) {
        List<S> oldest = new ArrayList<>();
        long found = 0;
        for (S each : all.stream().sorted(Comparator.comparingLong(usedAt)).toList()) {
            if (found >= wanted) {
                break;
            }
            found += bytes.applyAsLong(each);
            oldest.add(each);
        }
        return oldest;
    }
}
