package org.lierne.hle;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A library's objects that have no state of their own: positive ids, and of what kind each is. Safe for all threads. */
public final class ObjectKinds {
    private final Map<Integer, String> kinds = new ConcurrentHashMap<>();
    private final AtomicInteger last = new AtomicInteger();

    /** Forgets all of them; the next id is 1 again. */
    public void clear() {
        kinds.clear();
        last.set(0);
    }

    /** Makes an object. @return its id, from 1 upwards */
    public int add(String kind) {
        int id = last.incrementAndGet();
        kinds.put(id, kind);
        return id;
    }

    /** Whether an object of this id and kind exists. */
    public boolean is(int id, String kind) {
        return kind.equals(kinds.get(id));
    }

    /** Whether an object of this id exists. */
    public boolean exists(int id) {
        return kinds.containsKey(id);
    }

    /** Deletes an object. @return false if there was none of this id and kind */
    public boolean remove(int id, String kind) {
        return kinds.remove(id, kind);
    }
}
