package org.lierne.kernel.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who is told of titles. A listener that appears while a title runs, such as a library that was stopped and started, is told at once; one
 * that goes is told nothing more.
 *
 * @param <K> key that orders the listeners: at start in its order, at the end in reverse
 */
final class TitleListeners<K extends Comparable<? super K>> {
    private static final Logger LOG = LoggerFactory.getLogger(TitleListeners.class);

    private final Map<K, TitleListener> known = new TreeMap<>();
    private final List<TitleListener> told = new ArrayList<>();
    private @Nullable Title running;

    synchronized void add(K key, TitleListener listener) {
        known.put(key, listener);
        if (running != null) {
            told.add(listener);
            listener.titleStarting(running);
        }
    }

    synchronized void remove(K key) {
        TitleListener gone = known.remove(key);
        if (gone != null) {
            told.remove(gone);
        }
    }

    /** Tells everyone; whoever was told before one threw is told of the end by {@link #end}. */
    synchronized void begin(Title title) {
        running = title;
        for (TitleListener listener : List.copyOf(known.values())) {
            told.add(listener);
            listener.titleStarting(title);
        }
    }

    synchronized void end(Title title) {
        running = null;
        for (TitleListener listener : told.reversed()) {
            try {
                listener.titleStopped(title);
            } catch (RuntimeException e) {
                LOG.error("{} broke at the end of title {}", listener.getClass().getName(), title.id(), e);
            }
        }
        told.clear();
    }
}
