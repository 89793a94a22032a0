package org.lierne.agc.driver;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Queues that have waited for long, each with what it waits for and which words the packets behind its wait would
 * write. Where they wait for each other in a circle, that is told once. It is an observer only: the title's own code
 * may still write one of the words.
 */
final class WaitGraph {
    /**
     * A queue in a wait.
     *
     * @param address the word it waits for
     * @param text    the wait as people read it
     * @param writes  words that packets behind the wait write, with the address of the first such packet
     */
    record Stuck(int queue, long address, String text, Map<Long, Long> writes) {}

    private final Consumer<String> told;
    private final Map<Integer, Stuck> stuck = new TreeMap<>();
    private final Set<List<Stuck>> known = new HashSet<>();

    /** @param told is told each circle, one line */
    WaitGraph(Consumer<String> told) {
        this.told = told;
    }

    synchronized void add(Stuck queue) {
        stuck.put(queue.queue(), queue);
        List<Stuck> circle = circle(queue);
        if (circle != null && known.add(circle)) {
            told.accept(text(circle));
        }
    }

    /** The queue goes on. */
    synchronized void remove(int queue) {
        stuck.remove(queue);
    }

    /** The way from a queue to those that would write what it waits for, if it comes back to it. */
    private @Nullable List<Stuck> circle(Stuck from) {
        List<Stuck> way = new ArrayList<>();
        Set<Integer> seen = new HashSet<>();
        Stuck at = from;
        while (seen.add(at.queue())) {
            way.add(at);
            Stuck writer = writer(at.address());
            if (writer == null) {
                return null;
            }
            at = writer;
        }
        int start = way.indexOf(at);
        return start < 0 ? null : List.copyOf(way.subList(start, way.size()));
    }

    private @Nullable Stuck writer(long address) {
        return stuck.values().stream().filter(s -> s.writes().containsKey(address)).findFirst().orElse(null);
    }

    private String text(List<Stuck> circle) {
        StringBuilder text = new StringBuilder("queues wait in a circle, unless the title's own code ends it");
        for (Stuck at : circle) {
            Stuck writer = writer(at.address());
            text.append("; queue 0x%x waits for %s".formatted(at.queue(), at.text()));
            if (writer != null) {
                text.append(", which queue 0x%x would write by its packet at 0x%x".formatted(writer.queue(),
                        writer.writes().get(at.address())));
            }
        }
        return text.toString();
    }
}
