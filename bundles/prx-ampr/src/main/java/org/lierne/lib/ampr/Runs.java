package org.lierne.lib.ampr;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A set of bytes of direct memory as disjoint runs that do not touch. */
final class Runs {
    /** Bytes from {@code start} up to {@code end}. */
    record Run(long start, long end) {}

    private final TreeMap<Long, Long> ends = new TreeMap<>();

    void add(long start, long end) {
        remove(start, end);
        long low = start;
        long high = end;
        Map.Entry<Long, Long> before = ends.floorEntry(start);
        if (before != null && before.getValue() == start) {
            low = before.getKey();
        }
        Long behind = ends.remove(end);
        if (behind != null) {
            high = behind;
        }
        ends.put(low, high);
    }

    void remove(long start, long end) {
        for (Run part : within(start, end)) {
            Map.Entry<Long, Long> run = ends.floorEntry(part.start);
            ends.remove(run.getKey());
            if (run.getKey() < part.start) {
                ends.put(run.getKey(), part.start);
            }
            if (part.end < run.getValue()) {
                ends.put(part.end, run.getValue());
            }
        }
    }

    /** The parts of a range that the set holds, in order. */
    List<Run> within(long start, long end) {
        List<Run> parts = new ArrayList<>();
        Long first = ends.floorKey(start);
        for (Map.Entry<Long, Long> run : ends.tailMap(first == null ? start : first, true).entrySet()) {
            if (run.getKey() >= end) {
                break;
            }
            if (run.getValue() > start) {
                parts.add(new Run(Math.max(start, run.getKey()), Math.min(end, run.getValue())));
            }
        }
        return parts;
    }

    /** Takes so many bytes, the lowest first; none, and an empty list, if there are not enough. */
    List<Run> take(long bytes) {
        List<Run> taken = new ArrayList<>();
        long left = bytes;
        for (Map.Entry<Long, Long> run : ends.entrySet()) {
            if (left == 0) {
                break;
            }
            long end = Math.min(run.getValue(), run.getKey() + left);
            taken.add(new Run(run.getKey(), end));
            left -= end - run.getKey();
        }
        if (left > 0) {
            return List.of();
        }
        taken.forEach(t -> remove(t.start, t.end));
        return taken;
    }
}
