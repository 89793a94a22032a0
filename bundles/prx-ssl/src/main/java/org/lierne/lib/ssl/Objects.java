package org.lierne.lib.ssl;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The library's objects by their positive ids: what kind each is. */
final class Objects {
    private final Map<Integer, String> kinds = new ConcurrentHashMap<>();
    private final AtomicInteger last = new AtomicInteger();

    void clear() {
        kinds.clear();
        last.set(0);
    }

    int add(String kind) {
        int id = last.incrementAndGet();
        kinds.put(id, kind);
        return id;
    }

    boolean is(int id, String kind) {
        return kind.equals(kinds.get(id));
    }

    boolean exists(int id) {
        return kinds.containsKey(id);
    }

    boolean remove(int id, String kind) {
        return kinds.remove(id, kind);
    }
}
