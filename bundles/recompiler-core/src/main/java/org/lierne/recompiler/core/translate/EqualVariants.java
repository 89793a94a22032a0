package org.lierne.recompiler.core.translate;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.core.plan.PassPlan;
import org.lierne.recompiler.program.TranslatedShader;

/**
 * Variants that another plan would make just so: it leaves out only passes that changed nothing, and its other passes are the same in the
 * same order. What a change of the plan does not touch is so not translated again.
 */
final class EqualVariants {
    private record Made(List<String> steps, Map<String, Boolean> shaping, TranslatedShader shader) {}

    private final Map<String, List<Made>> made = new ConcurrentHashMap<>();

    /** @param variant names a program with its descriptors and device, whatever the plan */
    void keep(String variant, PassPlan plan, Map<String, Boolean> shaping, TranslatedShader shader) {
        made.computeIfAbsent(variant, _ -> new CopyOnWriteArrayList<>()).add(new Made(plan.words(), shaping, shader));
    }

    /** Null where there is none. */
    @Nullable TranslatedShader find(String variant, PassPlan plan, Map<String, Boolean> shaping) {
        List<String> wanted = plan.words();
        for (Made each : made.getOrDefault(variant, List.of())) {
            if (each.shaping.equals(shaping) && effective(each, wanted).equals(wanted)) {
                return each.shader;
            }
        }
        return null;
    }

    /** The steps that were run, without those that changed nothing and are not wanted. */
    private static List<String> effective(Made each, List<String> wanted) {
        Stream<String> steps = each.steps.stream().filter(step -> wanted.contains(step) || each.shader.plan().stream()
                .noneMatch(run -> !run.changed() && step.startsWith(run.id() + " ")));
        return steps.collect(Collectors.toList());
    }
}
