package org.lierne.agc.driver;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.FrameFacts;
import org.lierne.agc.driver.module.ModuleInterface;
import org.lierne.gpu.BindingLayout;
import org.lierne.gpu.ComputeSpec;
import org.lierne.gpu.DrawState;
import org.lierne.gpu.Format;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuFeature;
import org.lierne.gpu.GpuPipeline;
import org.lierne.gpu.GpuShader;
import org.lierne.gpu.GraphicsSpec;
import org.lierne.gpu.ShaderStage;
import org.lierne.gpu.StageSpec;
import org.lierne.gpu.Topology;
import org.lierne.gpu.VertexInput;
import org.lierne.recompiler.program.CompileQueue;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslatedShader;

/** Pipelines of draws and dispatches: the translated programs, and stages of our own between them. */
final class DrawPipelines implements AutoCloseable {
    private static final String CORNERS = "pass.interp.barycentric-emulation";
    /** The capability of modules that read the host's own weights: FragmentBarycentricKHR. */
    private static final int HOST_WEIGHTS = 5284;
    private static final String LAUNCH = "launch of local programs";
    private static final Pattern RECTANGLES = Pattern.compile("rectangles with (\\d{1,3}) parameters, (\\d) clip and (\\d) cull distances");
    /** Of PA_CL_VS_OUT_CNTL: clip and cull distances, the layer, the viewport. */
    private static final int DISTANCES = 0xFFFF;
    private static final int LAYER = 1 << 18;
    private static final int VIEWPORT = 1 << 19;

    private final GpuDevice device;
    private final HostShaders shaders;
    private final CompileQueue compiling;
    private final FramePhases phases;
    /** What the device has, so that it is had at once. */
    private final Set<Record> made = ConcurrentHashMap.newKeySet();
    /** What draws and dispatches have had under the plan that they came last under. */
    private final Map<Record, Use> used = new LinkedHashMap<>();
    /** What is made ahead of a draw, under another plan. */
    private final Map<Record, CompileQueue.Pending<GpuPipeline>> ahead = new ConcurrentHashMap<>();
    private final Map<String, GpuShader> ownModules = new ConcurrentHashMap<>();
    private volatile @Nullable KeptRecords kept;

    /** Of a pipeline by draws or dispatches. */
    private static final class Use {
        private final @Nullable DrawState state;
        private long frame;

        /** @param state the first draw's, null for a dispatch's */
        Use(@Nullable DrawState state) {
            this.state = state;
        }
    }

    DrawPipelines(GpuDevice device, HostShaders shaders) {
        this.device = device;
        this.shaders = shaders;
        this.compiling = shaders.compiling();
        this.phases = shaders.phases();
    }

    /** What draws have from now on is kept. */
    void keep(KeptRecords next) {
        kept = next;
    }

    /**
     * Makes a pipeline as it was kept, of its programs as they are translated now. Callable on every thread but those that compile.
     *
     * @return false where it was there already
     * @throws IllegalStateException where its programs want other things bound now
     */
    boolean make(byte[] pipeline) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(pipeline));
        boolean isGraphics = in.readBoolean();
        Record spec = isGraphics ? RecordCodec.read(in, GraphicsSpec.class, this::module) : RecordCodec.read(in, ComputeSpec.class, this::module);
        DrawState state = isGraphics ? RecordCodec.read(in, DrawState.class, this::module) : null;
        compiling.start("a pipeline of an earlier run", () -> pipeline(spec, state)).get();
        KeptRecords keeper = kept;
        byte[] now = bytes(spec, state);
        if (keeper != null && !Arrays.equals(pipeline, now)) {
            keeper.becomes(pipeline, Optional.of(now));
        }
        return made.add(spec);
    }

    /** @param state a draw's, null for a dispatch */
    private GpuPipeline pipeline(Record spec, @Nullable DrawState state) {
        return state == null ? device.compute((ComputeSpec) spec) : device.graphics((GraphicsSpec) spec, state);
    }

    /**
     * The plan has changed: makes the pipelines of the last two frames that this gives other modules, as soon as those are there. They count as used
     * when a draw has them again.
     */
    Succession succession() {
        ahead.clear();
        Map<Record, @Nullable DrawState> lately = new LinkedHashMap<>();
        used.forEach((spec, use) -> {
            if (use.frame >= shaders.frame() - 1) {
                lately.put(spec, use.state);
            }
        });
        used.keySet().removeAll(lately.keySet());
        shaders.forgetAllBut(used.keySet().stream().flatMap(spec -> Succession.stages(spec).stream()).map(stage -> stage.shader().name())
                .collect(Collectors.toSet()));
        return new Succession(lately, Set.copyOf(ownModules.values()), (spec, state) -> {
            if (!made.contains(spec)) {
                ahead.put(spec, compiling.startNext("a pipeline ahead of its draw", () -> pipeline(spec, state)));
            }
        });
    }

    /** By the name that it was made under. */
    private GpuShader module(String name) {
        if (name.equals(LAUNCH)) {
            return ownModule(name, LaunchModule::spirv);
        }
        Matcher rectangles = RECTANGLES.matcher(name);
        return rectangles.matches() ? rectangleModule(Integer.parseInt(rectangles.group(1)), Integer.parseInt(rectangles.group(2)),
                Integer.parseInt(rectangles.group(3))) : shaders.kept(name)
                .orElseThrow(() -> new IllegalStateException("no longer translated so: " + name));
    }

    private GpuShader ownModule(String name, Supplier<int[]> spirv) {
        return ownModules.computeIfAbsent(name, n -> device.shader(spirv.get(), n));
    }

    private GpuShader rectangleModule(int parameters, int clips, int culls) {
        return ownModule("rectangles with %d parameters, %d clip and %d cull distances".formatted(parameters, clips, culls),
                () -> RectangleModule.spirv(parameters, clips, culls));
    }

    /** Writes what draws of this run had behind what earlier runs kept. */
    void saveKept() {
        KeptRecords keeper = kept;
        if (keeper != null) {
            used.forEach((spec, use) -> keeper.add(bytes(spec, use.state)));
            keeper.save();
        }
    }

    /** What draws of this run have had until now, as it is kept. */
    Supplier<List<byte[]>> used() {
        List<Map.Entry<Record, Use>> now = new ArrayList<>(used.entrySet());
        return () -> now.stream().map(each -> bytes(each.getKey(), each.getValue().state)).toList();
    }

    private static byte[] bytes(Record spec, @Nullable DrawState state) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeBoolean(state != null);
            RecordCodec.write(out, spec, GpuShader::name);
            if (state != null) {
                RecordCodec.write(out, state, GpuShader::name);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** A dispatch's. */
    GpuPipeline of(HostShaders.Variant variant, BindingLayout layout) {
        ComputeSpec spec = new ComputeSpec(StageSpec.of(ShaderStage.COMPUTE, variant.module()), layout);
        return compiled(spec, null, List.of(variant));
    }

    private GpuPipeline compiled(Record spec, @Nullable DrawState state, List<HostShaders.Variant> variants) {
        Use use = used.get(spec);
        if (use == null) {
            if (!made.contains(spec)) {
                await(spec, state, variants);
            }
            use = new Use(state);
            used.put(spec, use);
        }
        use.frame = shaders.frame();
        return pipeline(spec, state);
    }

    private void await(Record spec, @Nullable DrawState state, List<HostShaders.Variant> variants) {
        FrameFacts.Phase around = phases.enter(FrameFacts.Phase.COMPILE);
        try {
            CompileQueue.Pending<GpuPipeline> begun = ahead.remove(spec);
            if (begun == null) {
                String programs = String.join(" + ", variants.stream().map(variant -> variant.module().name()).toList());
                begun = compiling.start("the pipeline of " + programs, () -> pipeline(spec, state));
            }
            begun.get();
            made.add(spec);
        } finally {
            phases.back(around);
        }
    }

    /** @param variants of the draw's stages, in their order */
    GpuPipeline of(DecodedDraw draw, List<HostShaders.Variant> variants, BindingLayout layout) {
        List<StageSpec> stages = new ArrayList<>();
        GpuShader corners = variants.getLast().geometry();
        if (corners != null || variants.getLast().translated().declares(HOST_WEIGHTS)) {
            refuseOtherThanTriangles(draw);
        }
        for (int i = 0; i < variants.size(); i++) {
            if (corners != null && i == variants.size() - 1) {
                stages.add(corners(draw, corners));
            }
            StagePrograms.Entry entry = draw.stages.get(i);
            if (entry.stage() == org.lierne.recompiler.program.ShaderStage.HULL) {
                stages.add(launch());
            }
            stages.add(StageSpec.of(stage(entry), variants.get(i).module()));
            if (draw.primitives.isRectangles() && entry.stage() == org.lierne.recompiler.program.ShaderStage.VERTEX) {
                stages.add(rectangles(draw, entry, variants.get(i).translated()));
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
        return compiled(spec, draw.raster.state(), variants);
    }

    private static ShaderStage stage(StagePrograms.Entry entry) {
        return switch (entry.stage()) {
            case VERTEX -> ShaderStage.VERTEX;
            case HULL -> ShaderStage.TESSELLATION_CONTROL;
            case EVALUATION -> ShaderStage.TESSELLATION_EVALUATION;
            case PIXEL -> ShaderStage.FRAGMENT;
            case COMPUTE -> ShaderStage.MESH;
            case GEOMETRY -> throw new IllegalStateException("no draw has a " + entry.stage() + " stage");
        };
    }

    private StageSpec launch() {
        if (!device.facts().has(GpuFeature.TESSELLATION_SHADER)) {
            throw new WorkRefused(
                    "refused at draw: patches need a host tessellation shader, which the device does not have");
        }
        return StageSpec.of(ShaderStage.VERTEX, ownModule(LAUNCH, LaunchModule::spirv));
    }

    /** The stage that completes rectangles; it passes the vertex program's parameters and distances on. */
    private StageSpec rectangles(DecodedDraw draw, StagePrograms.Entry vertex, TranslatedShader translated) {
        if (!device.facts().has(GpuFeature.GEOMETRY_SHADER)) {
            throw new WorkRefused(
                    "refused at draw: a rectangle list needs a host geometry shader, which the device does not have");
        }
        StageState.Vertex details = (StageState.Vertex) vertex.state().details();
        String lost = lost(draw, details);
        if (!lost.isEmpty()) {
            throw new WorkRefused("refused at draw: PA_CL_VS_OUT_CNTL 0x%x: the program of a rectangle list exports %s: %s".formatted(
                    details.vsOutControl(), lost, "its fourth corners are made of positions, parameters and distances alone"));
        }
        ModuleInterface outputs = new ModuleInterface(translated.spirv());
        return StageSpec.of(ShaderStage.GEOMETRY, rectangleModule(details.parameterExports(), outputs.elements(RectangleModule.CLIP_DISTANCE),
                outputs.elements(RectangleModule.CULL_DISTANCE)));
    }

    /** Rule B-015: which weights other primitives, and those of other stages, have is not known. */
    private static void refuseOtherThanTriangles(DecodedDraw draw) {
        StagePrograms.Entry before = draw.stages.getFirst();
        boolean isTriangles = draw.topology == Topology.TRIANGLE_LIST || draw.topology == Topology.TRIANGLE_STRIP
                || draw.topology == Topology.TRIANGLE_FAN;
        if (!isTriangles || draw.primitives.isRectangles() || before.stage() != org.lierne.recompiler.program.ShaderStage.VERTEX) {
            throw new WorkRefused("refused at draw: weights of corners are read in a draw of %s behind a %s stage (%s)".formatted(
                    draw.primitives.isRectangles() ? "rectangles" : draw.topology, before.stage(), CORNERS));
        }
    }

    /** The stage from which the pixel program has weights and corners where the host gives none. */
    private static StageSpec corners(DecodedDraw draw, GpuShader module) {
        StagePrograms.Entry before = draw.stages.getFirst();
        StageState.Vertex vertex = (StageState.Vertex) before.state().details();
        boolean hasDistances = vertex.positionExports() > 1 && (vertex.vsOutControl() & DISTANCES) != 0 || vertex.clipPlanes() != 0;
        String lost = hasDistances ? "distances to clip or cull by" : lost(draw, vertex);
        if (!lost.isEmpty()) {
            throw new WorkRefused("refused at draw: the vertex program exports %s, and weights of corners are read, which are made of positions and %s"
                    .formatted(lost, "parameters alone (" + CORNERS + ")"));
        }
        return StageSpec.of(ShaderStage.GEOMETRY, module);
    }

    /** What a geometry stage cannot pass to the rasteriser, since it does not see it; nothing for "". */
    private static String lost(DecodedDraw draw, StageState.Vertex vertex) {
        int control = vertex.positionExports() > 1 ? vertex.vsOutControl() : 0;
        boolean isLayered = draw.targets.colors().stream().anyMatch(color -> color != null && color.slices() > 1)
                || draw.targets.depth() != null && draw.targets.depth().slices() > 1;
        return (control & LAYER) != 0 && isLayered ? "layers" : (control & VIEWPORT) != 0 && draw.raster.viewports().size() > 1 ? "viewports" : "";
    }

    @Override
    public void close() {
        ownModules.values().forEach(GpuShader::close);
    }
}
