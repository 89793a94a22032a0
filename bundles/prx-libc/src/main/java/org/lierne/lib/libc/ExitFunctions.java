package org.lierne.lib.libc;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** The functions to run when the program ends, or when a module does; run in reverse order of their registration, each once. */
final class ExitFunctions {
    /** A registered function; plain ones take no argument and belong to no module. */
    record Entry(long function, long argument, long module) {}

    /** How a function is run. */
    interface Call {
        void run(Entry entry);
    }

    private final Deque<Entry> entries = new ArrayDeque<>();

    synchronized void add(Entry entry) {
        entries.push(entry);
    }

    synchronized void clear() {
        entries.clear();
    }

    /** Runs those of a module, or all for module 0. A function may register further ones, which run next. */
    void run(long module, Call call) {
        for (Entry next = take(module); next != null; next = take(module)) {
            call.run(next);
        }
    }

    private synchronized @Nullable Entry take(long module) {
        for (Iterator<Entry> all = entries.iterator(); all.hasNext(); ) {
            Entry entry = all.next();
            if (module == 0 || entry.module == module) {
                all.remove();
                return entry;
            }
        }
        return null;
    }
}
