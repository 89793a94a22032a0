package org.lierne.agc.driver;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.ComputeSpec;
import org.lierne.gpu.DrawState;
import org.lierne.gpu.GpuShader;
import org.lierne.gpu.GraphicsSpec;
import org.lierne.gpu.StageSpec;

/**
 * Pipelines under another plan: what a pipeline becomes is known once each of its modules has its successor, ahead of the draw that will ask for
 * it. Safe for use by many threads.
 */
final class Succession {
    /** A pipeline of earlier draws. @param state the first draw's, null for a dispatch's */
    private record Heir(Record spec, @Nullable DrawState state, Set<GpuShader> open) {}

    private final Map<GpuShader, List<Heir>> heirs = new HashMap<>();
    private final Map<GpuShader, GpuShader> successors = new HashMap<>();
    private final BiConsumer<Record, @Nullable DrawState> known;

    /**
     * @param pipelines of graphics with their first draw's state, and of dispatches
     * @param lasting modules that are the same under every plan
     * @param known is told of pipelines that become others
     */
    Succession(Map<Record, @Nullable DrawState> pipelines, Set<GpuShader> lasting, BiConsumer<Record, @Nullable DrawState> known) {
        this.known = known;
        pipelines.forEach((spec, state) -> {
            Heir heir = new Heir(spec, state, new HashSet<>());
            for (StageSpec stage : stages(spec)) {
                if (!lasting.contains(stage.shader()) && heir.open.add(stage.shader())) {
                    heirs.computeIfAbsent(stage.shader(), _ -> new ArrayList<>()).add(heir);
                }
            }
        });
    }

    /** Of a pipeline of graphics or of a dispatch. */
    static List<StageSpec> stages(Record spec) {
        return spec instanceof GraphicsSpec graphics ? graphics.stages() : List.of(((ComputeSpec) spec).stage());
    }

    /** The module of some draws is followed by another with the same bindings, or by itself. */
    void follows(GpuShader before, GpuShader now) {
        List<Heir> whole = new ArrayList<>();
        synchronized (this) {
            successors.put(before, now);
            for (Heir heir : heirs.getOrDefault(before, List.of())) {
                if (heir.open.remove(before) && heir.open.isEmpty()) {
                    whole.add(heir);
                }
            }
        }
        for (Heir heir : whole) {
            Record spec = successor(heir.spec);
            if (!spec.equals(heir.spec)) {
                known.accept(spec, heir.state);
            }
        }
    }

    private synchronized Record successor(Record spec) {
        UnaryOperator<StageSpec> next = stage -> new StageSpec(stage.stage(), successors.getOrDefault(stage.shader(), stage.shader()), stage.entry(),
                stage.requiredSubgroupSize(), stage.isFullSubgroups(), stage.constants());
        if (spec instanceof GraphicsSpec graphics) {
            return new GraphicsSpec(graphics.stages().stream().map(next).toList(), graphics.layout(), graphics.vertexInput(), graphics.colorFormats(),
                    graphics.depthFormat(), graphics.samples(), graphics.patchControlPoints());
        }
        ComputeSpec compute = (ComputeSpec) spec;
        return new ComputeSpec(next.apply(compute.stage()), compute.layout());
    }
}
