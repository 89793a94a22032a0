package org.lierne.recompiler.core.translate;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.program.TranslatedShader;

/**
 * What another plan would make just so: it leaves out only passes that changed nothing, and its other passes are the same in the same order.
 * What a change of the plan does not touch is so neither analysed nor translated again.
 *
 * @param <T> a layout, or a module
 */
final class EqualWork<T> {
    private record Made<T>(List<String> steps, Map<String, Boolean> shaping, List<TranslatedShader.PassRun> runs, T result) {}

    private final Map<String, List<Made<T>>> made = new ConcurrentHashMap<>();

    /**
     * @param what  names a program, with its descriptors if they count, and the device, whatever the plan
     * @param steps passes with their versions
     * @param runs  what they did; others' are passed over
     */
    void keep(String what, List<String> steps, Map<String, Boolean> shaping, List<TranslatedShader.PassRun> runs, T result) {
        made.computeIfAbsent(what, _ -> new CopyOnWriteArrayList<>()).add(new Made<>(steps, shaping, runs, result));
    }

    /** Null where there is none. */
    @Nullable T find(String what, List<String> steps, Map<String, Boolean> shaping) {
        for (Made<T> each : made.getOrDefault(what, List.of())) {
            if (each.shaping.equals(shaping) && effective(each, steps).equals(steps)) {
                return each.result;
            }
        }
        return null;
    }

    /** The steps that were run, without those that changed nothing and are not wanted. */
    private static List<String> effective(Made<?> each, List<String> wanted) {
        Stream<String> steps = each.steps.stream().filter(step -> wanted.contains(step) || each.runs.stream()
                .noneMatch(run -> !run.changed() && step.startsWith(run.id() + " ")));
        return steps.collect(Collectors.toList());
    }
}
