package org.lierne.agc.driver;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.BindingLayout;
import org.lierne.gpu.ComputeSpec;
import org.lierne.gpu.Format;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuFeature;
import org.lierne.gpu.GpuPipeline;
import org.lierne.gpu.GpuShader;
import org.lierne.gpu.GraphicsSpec;
import org.lierne.gpu.ShaderStage;
import org.lierne.gpu.StageSpec;
import org.lierne.gpu.VertexInput;
import org.lierne.recompiler.program.CompileQueue;
import org.lierne.recompiler.program.StageState;

/** Pipelines of draws and dispatches: the translated programs, and stages of our own between them. */
final class DrawPipelines implements AutoCloseable {
    private final GpuDevice device;
    private final CompileQueue compiling;
    /** What the device has, so that it is had at once. */
    private final Set<Record> made = new HashSet<>();
    private final Map<Integer, GpuShader> rectangleModules = new HashMap<>();
    private @Nullable GpuShader launchModule;

    DrawPipelines(GpuDevice device, CompileQueue compiling) {
        this.device = device;
        this.compiling = compiling;
    }

    /** A dispatch's. */
    GpuPipeline of(HostShaders.Variant variant, BindingLayout layout) {
        ComputeSpec spec = new ComputeSpec(StageSpec.of(ShaderStage.COMPUTE, variant.module()), layout);
        return compiled(spec, variant.module().name(), () -> device.compute(spec));
    }

    private GpuPipeline compiled(Record spec, String programs, Supplier<GpuPipeline> making) {
        if (made.contains(spec)) {
            return making.get();
        }
        GpuPipeline pipeline = compiling.start("the pipeline of " + programs, making::get).get();
        made.add(spec);
        return pipeline;
    }

    /** @param variants of the draw's stages, in their order */
    GpuPipeline of(DecodedDraw draw, List<HostShaders.Variant> variants, BindingLayout layout) {
        List<StageSpec> stages = new ArrayList<>();
        for (int i = 0; i < variants.size(); i++) {
            StagePrograms.Entry entry = draw.stages.get(i);
            if (entry.stage() == org.lierne.recompiler.program.ShaderStage.HULL) {
                stages.add(launch());
            }
            stages.add(StageSpec.of(stage(entry), variants.get(i).module()));
            if (draw.primitives.isRectangles() && entry.stage() == org.lierne.recompiler.program.ShaderStage.VERTEX) {
                stages.add(rectangles(entry));
            }
        }
        List<@Nullable Format> formats = new ArrayList<>();
        int samples = 1;
        for (TargetState.Color color : draw.targets.colors()) {
            formats.add(color == null ? null : color.format());
            samples = color == null ? samples : color.samples();
        }
        TargetState.Depth depth = draw.targets.depth();
        GraphicsSpec spec = new GraphicsSpec(stages, layout, VertexInput.NONE, formats, depth == null ? null
                : depth.format(), depth == null ? samples : depth.samples(), draw.patchPoints);
        String programs = String.join(" + ", variants.stream().map(variant -> variant.module().name()).toList());
        return compiled(spec, programs, () -> device.graphics(spec, draw.raster.state()));
    }

    private static ShaderStage stage(StagePrograms.Entry entry) {
        return switch (entry.stage()) {
            case VERTEX -> ShaderStage.VERTEX;
            case HULL -> ShaderStage.TESSELLATION_CONTROL;
            case EVALUATION -> ShaderStage.TESSELLATION_EVALUATION;
            case PIXEL -> ShaderStage.FRAGMENT;
            case COMPUTE, GEOMETRY -> throw new IllegalStateException("no draw has a " + entry.stage() + " stage");
        };
    }

    private StageSpec launch() {
        if (!device.facts().has(GpuFeature.TESSELLATION_SHADER)) {
            throw new WorkRefused(
                    "refused at draw: patches need a host tessellation shader, which the device does not have");
        }
        GpuShader module = launchModule;
        if (module == null) {
            module = device.shader(LaunchModule.spirv(), "launch of local programs");
            launchModule = module;
        }
        return StageSpec.of(ShaderStage.VERTEX, module);
    }

    /** The stage that completes rectangles; it passes the vertex program's parameters on. */
    private StageSpec rectangles(StagePrograms.Entry vertex) {
        if (!device.facts().has(GpuFeature.GEOMETRY_SHADER)) {
            throw new WorkRefused(
                    "refused at draw: a rectangle list needs a host geometry shader, which the device does not have");
        }
        int parameters = ((StageState.Vertex) vertex.state().details()).parameterExports();
        return StageSpec.of(ShaderStage.GEOMETRY, rectangleModules.computeIfAbsent(parameters,
                n -> device.shader(RectangleModule.spirv(n), "rectangles with " + n + " parameters")));
    }

    @Override
    public void close() {
        rectangleModules.values().forEach(GpuShader::close);
        if (launchModule != null) {
            launchModule.close();
        }
    }
}
