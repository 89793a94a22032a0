package org.lierne.agc.driver;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.register.Registers;
import org.lierne.gpu.GpuPipeline;
import org.lierne.gpu.Rect;
import org.lierne.gpu.RenderTargets;
import org.lierne.gpu.Topology;

/** What a draw's registers say, user data apart; kept while they do not change. */
final class DecodedDraw {
    private final RegisterFile registers;
    private final long changes;
    private final boolean manyInstances;
    final Primitives primitives;
    final TargetState targets;
    /** In the order of the pipeline; the pixel program last, where there is one. */
    final List<StagePrograms.Entry> stages;
    /** The program that makes the primitives; null where they are those of the draw. */
    final @Nullable PrimitivePrograms own;
    /** What the rasteriser gets. */
    final Topology topology;
    final RasterState raster;
    /** Points of a patch, 0 without tessellation. */
    final int patchPoints;
    long recording = -1;
    long generation = -1;
    @Nullable RenderTargets render;
    List<HostShaders.Program> programs = List.of();
    List<HostShaders.Variant> variants = List.of();
    @Nullable GpuPipeline pipeline;

    /**
     * @param shaders tell an evaluation program what the hull program writes
     * @param hasMesh whether programs with primitives of their own may run as mesh programs
     */
    DecodedDraw(RegisterFile registers, boolean manyInstances, HostShaders shaders, boolean hasMesh) {
        this.registers = registers;
        this.changes = registers.changes();
        this.manyInstances = manyInstances;
        this.primitives = Primitives.of(registers);
        this.targets = TargetState.of(registers);
        this.own = own(registers, primitives, shaders, hasMesh);
        this.topology = own == null ? primitives.topology() : own.topology();
        this.stages = new ArrayList<>();
        boolean isTessellated = StagePrograms.isTessellated(registers);
        if (isTessellated != (primitives.topology() == Topology.PATCH_LIST)) {
            throw new WorkRefused("refused at draw: %s: patches are drawn with a hull program, and nothing else is".formatted(
                    registers.text(Registers.VGT_PRIMITIVE_TYPE.space(), Registers.VGT_PRIMITIVE_TYPE.offset())));
        }
        if (isTessellated) {
            StagePrograms.Entry hull = StagePrograms.hull(registers, manyInstances);
            stages.add(hull);
            stages.add(StagePrograms.evaluation(registers, manyInstances, shaders.continued(shaders.program(hull), hull.userData(registers))
                    .layout().patches()));
        } else if (own != null) {
            stages.add(own.group().mesh() ? own.program() : own.drawing());
        } else {
            stages.add(StagePrograms.vertex(registers, primitives.topology() == Topology.POINT_LIST));
        }
        StagePrograms.Entry pixel = StagePrograms.pixel(registers, targets);
        if (pixel != null) {
            stages.add(pixel);
        }
        this.patchPoints = isTessellated ? Registers.VGT_LS_HS_CONFIG.field("HS_NUM_INPUT_CP")
                .get(registers.get(Registers.VGT_LS_HS_CONFIG)) : 0;
        Rect area = area(targets);
        this.raster = RasterState.of(registers, targets, topology, own == null && primitives.isRestarting(),
                area.width(), area.height());
    }

    private static @Nullable PrimitivePrograms own(RegisterFile registers, Primitives primitives, HostShaders shaders, boolean hasMesh) {
        PrimitivePrograms own = PrimitivePrograms.of(registers, primitives, hasMesh);
        if (own != null || StagePrograms.isTessellated(registers)) {
            return own;
        }
        StagePrograms.Entry vertex = StagePrograms.vertex(registers, primitives.topology() == Topology.POINT_LIST);
        return shaders.needsGroups(vertex, vertex.userData(registers)) ? PrimitivePrograms.ofGroups(registers, primitives, hasMesh) : null;
    }

    /** @param now the recording in which the draw is; programs of tessellation are read anew in each */
    boolean isOf(RegisterFile other, boolean instanced, long now) {
        return registers == other && changes == other.changes() && (patchPoints == 0 || manyInstances == instanced && recording == now);
    }

    /** What the rasteriser gets: 0 points, 1 lines, 2 triangles, 3 rectangles (rule A-006). */
    int primitiveClass() {
        if (primitives.isRectangles()) {
            return 3;
        }
        return switch (topology) {
            case POINT_LIST -> 0;
            case LINE_LIST, LINE_STRIP, LINE_LIST_ADJACENCY, LINE_STRIP_ADJACENCY -> 1;
            case PATCH_LIST -> Math.min(2, Registers.VGT_TF_PARAM.field("TOPOLOGY").get(registers.get(Registers.VGT_TF_PARAM)));
            default -> 2;
        };
    }

    /** What all targets have in common. */
    static Rect area(TargetState targets) {
        int width = Integer.MAX_VALUE;
        int height = Integer.MAX_VALUE;
        for (TargetState.Color color : targets.colors()) {
            if (color != null) {
                width = Math.min(width, Math.max(1, color.width() >> color.mip()));
                height = Math.min(height, Math.max(1, color.height() >> color.mip()));
            }
        }
        TargetState.Depth depth = targets.depth();
        if (depth != null) {
            width = Math.min(width, depth.width());
            height = Math.min(height, depth.height());
        }
        return width == Integer.MAX_VALUE ? new Rect(0, 0, 1, 1) : new Rect(0, 0, width, height);
    }
}
