package org.lierne.recompiler.core.translate;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.program.TranslatedShader;

/**
 * What another plan would make just so: it leaves out only passes that changed nothing, and its other passes are the same in the same order.
 * What a change of the plan does not touch is so neither analysed nor translated again.
 *
 * @param <T> a layout, or a module
 */
final class EqualWork<T> {
    /** @param idle those of the steps that changed nothing */
    private record Made<T>(List<String> steps, Set<String> idle, Map<String, Boolean> shaping, T result) {}

    private final Map<String, CopyOnWriteArrayList<Made<T>>> made = new ConcurrentHashMap<>();

    /**
     * @param what  names a program, with its descriptors if they count, and the device, whatever the plan
     * @param steps passes with their versions
     * @param runs  what they did; others' are passed over
     */
    void keep(String what, List<String> steps, Map<String, Boolean> shaping, List<TranslatedShader.PassRun> runs, T result) {
        Set<String> unchanging = runs.stream().filter(run -> !run.changed()).map(TranslatedShader.PassRun::id).collect(Collectors.toSet());
        Set<String> idle = steps.stream().filter(step -> unchanging.contains(step.substring(0, step.indexOf(' ')))).collect(Collectors.toSet());
        made.computeIfAbsent(what, _ -> new CopyOnWriteArrayList<>()).addIfAbsent(new Made<>(steps, idle, shaping, result));
    }

    /** Null where there is none. */
    @Nullable T find(String what, List<String> steps, Map<String, Boolean> shaping) {
        for (Made<T> each : made.getOrDefault(what, new CopyOnWriteArrayList<>())) {
            if (each.shaping.equals(shaping)
                    && each.steps.stream().filter(step -> steps.contains(step) || !each.idle.contains(step)).toList().equals(steps)) {
                return each.result;
            }
        }
        return null;
    }
}
