package org.lierne.recompiler.core.spirv;

import static org.lierne.recompiler.core.spirv.Spv.Op.*;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.core.lower.StageModes;
import org.lierne.recompiler.ir.AttributeLoad;
import org.lierne.recompiler.ir.Export;
import org.lierne.recompiler.ir.Input;
import org.lierne.recompiler.ir.PatchAccess;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.program.ConstantWord;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.NumericClass;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;

/** Inputs, attributes and exports: what a stage shares with the fixed functions around it. */
final class StageEmitter {
    private static final int UINT16_ABGR = 7;

    private final Emission emission;
    private final Code code;
    private final ModuleBuilder module;
    private final int function;
    private final WaveLayout layout;
    private final Map<Spv.BuiltIn, Integer> builtIns = new EnumMap<>(Spv.BuiltIn.class);
    private final Map<Integer, Integer> attributes = new HashMap<>();
    private final Map<Integer, AttributeLoad.Mode> attributeModes = new HashMap<>();
    private final Map<Integer, Integer> parameters = new HashMap<>();
    private final Map<Integer, Integer> targets = new HashMap<>();
    private final PatchEmitter patches;
    private final @Nullable MeshEmitter mesh;
    private final @Nullable Corners corners;
    private @Nullable Workgroups workgroup;
    private boolean depthDeclared;
    private boolean stencilDeclared;
    private int sampleMaskOutput;

    StageEmitter(Emission emission, int function, WaveLayout layout) {
        this.emission = emission;
        this.code = emission.code;
        this.module = emission.module;
        this.function = function;
        this.layout = layout;
        this.patches = new PatchEmitter(emission, this);
        this.corners = emission.program.state().details() instanceof StageState.Pixel pixel ? Corners.of(emission, pixel) : null;
        this.mesh = emission.program.state().details() instanceof StageState.Compute compute && compute.primitives() != null
                && compute.primitives().mesh() ? new MeshEmitter(emission, this, compute, compute.primitives()) : null;
    }

    // Before and after the body.

    /** The geometry module that a pixel module's inputs come from; no words for none. */
    int[] geometry() {
        return corners == null ? new int[0] : corners.geometry((StageState.Pixel) emission.program.state().details());
    }

    /** Whether the module is a mesh program of the host. */
    boolean isMesh() {
        return mesh != null;
    }

    /** Declares execution modes; called once. */
    void begin() {
        if (mesh != null) {
            mesh.begin(function);
        }
        switch (emission.program.state().details()) {
            case StageState.Compute _ when workgroup().isRow() ->
                    module.executionMode(function, Spv.ExecutionMode.LocalSize, workgroup().invocations(), 1, 1);
            case StageState.Compute compute -> module.executionMode(function, Spv.ExecutionMode.LocalSize, compute.sizeX(),
                    compute.sizeY(), compute.sizeZ());
            case StageState.Pixel pixel -> {
                module.executionMode(function, Spv.ExecutionMode.OriginUpperLeft);
                // DB_SHADER_CONTROL bit 12: depth before shader. Documented: RDNA 2 register reference.
                if ((pixel.dbShaderControl() >>> 12 & 1) != 0) {
                    module.executionMode(function, Spv.ExecutionMode.EarlyFragmentTests);
                }
                if (emission.ir.isOrdered()) {
                    beginOrdered();
                }
            }
            case StageState.Vertex vertex -> beginExports(vertex);
            case StageState.Local _ -> patches.copyLaunch();
            case StageState.Hull hull -> patches.beginHull(function, hull);
            case StageState.Evaluation evaluation -> {
                // Points of patches are one pixel wide where no size is written.
                patches.beginEvaluation(function, evaluation.tessellation());
            }
        }
    }

    /** Rule C-001: the whole program is the host's ordered section. */
    private void beginOrdered() {
        if (!emission.host().has(HostFeature.PIXEL_INTERLOCK)) {
            throw emission.refuse(Pc.NONE, "primitives are ordered by pixel, and the device lacks fragmentShaderPixelInterlock",
                    "stage.pixel.pops");
        }
        module.capability(Spv.Capability.FragmentShaderPixelInterlockEXT);
        module.extension("SPV_EXT_fragment_shader_interlock");
        module.executionMode(function, Spv.ExecutionMode.PixelInterlockOrderedEXT);
        code.effect(OpBeginInvocationInterlockEXT);
    }

    /** Before each way out of the program. */
    void end() {
        if (emission.ir.isOrdered()) {
            code.effect(OpEndInvocationInterlockEXT);
        }
    }

    private void beginExports(StageState.Vertex vertex) {
        if (vertex.points() && !exportsPointSize(vertex)) {
            code.store(builtIn(Spv.BuiltIn.PointSize, code.float32(), Spv.StorageClass.Output), code.constantFloat(1));
        }
    }

    /** What a vertex or evaluation program exports. */
    private StageState.Vertex exports() {
        return emission.program.state().details() instanceof StageState.Evaluation evaluation ? evaluation.exports()
                : (StageState.Vertex) emission.program.state().details();
    }

    void patch(PatchAccess access) {
        patches.emit(access);
    }

    // Inputs.

    void input(Input input) {
        emission.bind(input.result(), input(input.input(), input.pc()));
    }

    private int input(StageInput input, Pc pc) {
        return switch (input) {
            case WORKGROUP_ID_X, WORKGROUP_ID_Y, WORKGROUP_ID_Z ->
                    component(Spv.BuiltIn.WorkgroupId, input.ordinal() - StageInput.WORKGROUP_ID_X.ordinal());
            case LOCAL_INVOCATION_X, LOCAL_INVOCATION_Y, LOCAL_INVOCATION_Z ->
                    localInvocation(input.ordinal() - StageInput.LOCAL_INVOCATION_X.ordinal());
            case LANE_EXISTS -> code.selectWord(code.lessUnsigned(layout.localIndex(emission, this), code.constant(workgroup().guest().threads())),
                    code.constant(1), code.constant(0));
            case TG_SIZE -> tgSize();
            case VERTEX_INDEX -> code.sub(launchIndex(Spv.BuiltIn.VertexIndex), drawValue(StageInput.BASE_VERTEX));
            case VERTEX_INDEX_WITH_BASE -> launchIndex(Spv.BuiltIn.VertexIndex);
            case INSTANCE_INDEX -> code.sub(launchIndex(Spv.BuiltIn.InstanceIndex), drawValue(StageInput.FIRST_INSTANCE));
            case INSTANCE_INDEX_WITH_BASE -> launchIndex(Spv.BuiltIn.InstanceIndex);
            case BASE_VERTEX, FIRST_INSTANCE, DRAW_INDEX -> drawValue(input);
            case PRIMITIVE_ID -> primitiveId();
            case CONTROL_POINT, LOCAL_VERTEX, TESS_U, TESS_V -> patches.input(input);
            case PATCH_AND_POINT, RELATIVE_PATCH -> throw emission.refuse(pc, "the number of the patch in its threadgroup is used as data",
                    "stage.tessellation.patch-index");
            case PATCHES_PER_INSTANCE -> emission.constant(new ConstantWord.Draw(ConstantWord.DrawValue.PATCHES_PER_INSTANCE));
            case WORKGROUPS_X -> emission.constant(new ConstantWord.Draw(ConstantWord.DrawValue.GROUPS_X));
            case PRIMITIVES_OF_INSTANCE -> emission.constant(new ConstantWord.Draw(ConstantWord.DrawValue.PRIMITIVES_OF_INSTANCE));
            // Offsets into rings that are not in memory (rule C-004).
            case OFFCHIP_OFFSET, FACTOR_OFFSET -> code.constant(0);
            case MERGED_WAVE_INFO, GS_GROUP_INFO -> throw emission.refuse(pc, "the program reads how many lanes its wave has",
                    WaveModes.WAVE_INFO.id());
            case PRIMITIVE_WORD, PRIMITIVE_POINTS_2_3, PRIMITIVE_POINTS_4_5, GS_INVOCATION, PRIM_MASK, LINE_STIPPLE -> code.constant(0);
            case POSITION_X, POSITION_Y -> throw emission.refuse(pc, "the position of the pixel", "stage.pixel.position");
            case POSITION_Z -> code.asWord(fragmentPosition(2));
            // The guest gets w, the host gives 1/w.
            case POSITION_W -> code.asWord(code.op(OpFDiv, code.float32(), code.constantFloat(1), fragmentPosition(3)));
            case FRONT_FACING -> code.selectWord(code.load(code.bool(), builtIn(Spv.BuiltIn.FrontFacing, code.bool(),
                    Spv.StorageClass.Input)), code.constant(-1), code.constant(0));
            case SAMPLE_ID -> sampleId();
            case LAYER -> layer();
            case PRIMITIVE_CLASS -> emission.constant(new ConstantWord.Draw(ConstantWord.DrawValue.PRIMITIVE_CLASS));
            case FRAGMENT_X, FRAGMENT_Y -> code.asWord(fragmentPosition(input.ordinal() - StageInput.FRAGMENT_X.ordinal()));
            case FRONT_FACE -> throw emission.refuse(pc, "which face is drawn, as a register", "stage.pixel.front-face");
            case ANCILLARY -> throw emission.refuse(pc, "the ancillary word of the pixel stage", "stage.pixel.ancillary");
            case SAMPLE_COVERAGE -> sampleMask();
            case PERSP_SAMPLE_I, PERSP_SAMPLE_J, PERSP_CENTER_I, PERSP_CENTER_J, PERSP_CENTROID_I, PERSP_CENTROID_J, LINEAR_SAMPLE_I,
                    LINEAR_SAMPLE_J, LINEAR_CENTER_I, LINEAR_CENTER_J, LINEAR_CENTROID_I, LINEAR_CENTROID_J -> weight(input, pc);
            case PERSP_PULL_IW, PERSP_PULL_JW, PERSP_PULL_W ->
                    throw emission.refuse(pc, "the program reads " + input + " as a number, which is not modelled");
            case POSITION_FIXED -> throw emission.refuse(pc, "the fixed-point pixel position is not modelled yet");
            case SCRATCH_OFFSET -> throw emission.refuse(pc, "scratch memory is not modelled yet");
        };
    }

    /** Rule B-015. */
    private int weight(StageInput input, Pc pc) {
        if (corners == null || !emission.isOn(StageModes.CORNERS)) {
            throw emission.refuse(pc, "the program reads " + input + " as a number, and weights are not made here", Corners.ID);
        }
        return corners.weight(input, pc);
    }

    /** A merged hull program gets the indices of its local part from the stage before. */
    private int launchIndex(Spv.BuiltIn index) {
        return emission.program.stage() == ShaderStage.HULL ? patches.launchIndex(index) : wordInput(index);
    }

    /** The workgroup of a compute program. */
    Workgroups workgroup() {
        if (workgroup == null) {
            workgroup = Workgroups.of(emission.ir, (StageState.Compute) emission.program.state().details());
        }
        return workgroup;
    }

    /** Of a thread of the guest's workgroup. */
    private int localInvocation(int dimension) {
        StageState.Compute guest = workgroup().guest();
        int size = dimension == 0 ? guest.sizeX() : dimension == 1 ? guest.sizeY() : guest.sizeZ();
        if (!workgroup().isRow() || size == workgroup().invocations()) {
            return component(Spv.BuiltIn.LocalInvocationId, workgroup().isRow() ? 0 : dimension);
        }
        int stride = dimension == 0 ? 1 : dimension == 1 ? guest.sizeX() : guest.sizeX() * guest.sizeY();
        int above = quotient(layout.localIndex(emission, this), stride);
        return stride * size == workgroup().invocations() ? above : remainder(above, size);
    }

    private int quotient(int word, int divisor) {
        return Integer.bitCount(divisor) == 1 ? code.shiftRightConstant(word, Integer.numberOfTrailingZeros(divisor))
                : code.op(OpUDiv, code.word(), word, code.constant(divisor));
    }

    private int remainder(int word, int divisor) {
        return Integer.bitCount(divisor) == 1 ? code.and(word, code.constant(divisor - 1))
                : code.op(OpUMod, code.word(), word, code.constant(divisor));
    }

    private int tgSize() {
        int wave = code.shiftRightConstant(layout.localIndex(emission, this), Integer.numberOfTrailingZeros(workgroup().waveSize()));
        return code.or(code.shiftLeft(wave, code.constant(6)), code.constant(workgroup().waves()));
    }

    private int drawValue(StageInput input) {
        if (emission.host().has(HostFeature.DRAW_PARAMETERS) && emission.program.stage() == ShaderStage.VERTEX) {
            module.capability(Spv.Capability.DrawParameters);
            return wordInput(switch (input) {
                case BASE_VERTEX -> Spv.BuiltIn.BaseVertex;
                case FIRST_INSTANCE -> Spv.BuiltIn.BaseInstance;
                default -> Spv.BuiltIn.DrawIndex;
            });
        }
        return emission.constant(new ConstantWord.Draw(switch (input) {
            case BASE_VERTEX -> ConstantWord.DrawValue.BASE_VERTEX;
            case FIRST_INSTANCE -> ConstantWord.DrawValue.FIRST_INSTANCE;
            default -> ConstantWord.DrawValue.DRAW_INDEX;
        }));
    }

    private int primitiveId() {
        if (emission.program.stage() == ShaderStage.PIXEL) {
            return pixelPrimitiveId();
        }
        if (emission.program.stage() != ShaderStage.VERTEX) {
            return wordInput(Spv.BuiltIn.PrimitiveId);
        }
        // A vertex program of the primitive path exports it as a parameter; the host's pixel stage reads its own (PRIMITIVE_ID attribute).
        return code.constant(0);
    }

    private int pixelPrimitiveId() {
        module.capability(Spv.Capability.Geometry);
        int variable = builtIn(Spv.BuiltIn.PrimitiveId, code.word(), Spv.StorageClass.Input);
        return code.load(code.word(), variable);
    }

    private int sampleId() {
        module.capability(Spv.Capability.SampleRateShading);
        return wordInput(Spv.BuiltIn.SampleId);
    }

    private int layer() {
        module.capability(emission.host().has(HostFeature.VIEWPORT_LAYER_OUTPUT) ? Spv.Capability.ShaderLayer : Spv.Capability.Geometry);
        return wordInput(Spv.BuiltIn.Layer);
    }

    private int fragmentPosition(int index) {
        int vector = module.typeVector(code.float32(), 4);
        return code.extract(code.float32(), code.load(vector, builtIn(Spv.BuiltIn.FragCoord, vector, Spv.StorageClass.Input)), index);
    }

    private int sampleMask() {
        int array = module.typeArray(code.word(), 1);
        int variable = builtIn(Spv.BuiltIn.SampleMask, array, Spv.StorageClass.Input);
        int pointer = module.typePointer(Spv.StorageClass.Input, code.word());
        return code.load(code.word(), code.chain(pointer, variable, code.constant(0)));
    }

    /** A scalar word of a built-in input. */
    int wordInput(Spv.BuiltIn builtIn) {
        return code.load(code.word(), builtIn(builtIn, code.word(), Spv.StorageClass.Input));
    }

    /** A component of a built-in vector of three. */
    int component(Spv.BuiltIn builtIn, int index) {
        int vector = module.typeVector(code.word(), 3);
        return code.extract(code.word(), code.load(vector, builtIn(builtIn, vector, Spv.StorageClass.Input)), index);
    }

    int builtIn(Spv.BuiltIn builtIn, int type, Spv.StorageClass storage) {
        return builtIns.computeIfAbsent(builtIn, key -> {
            int variable = module.variable(storage, type);
            module.decorate(variable, Spv.Decoration.BuiltIn, key.code());
            boolean isWord = type == code.word();
            if (isWord && storage == Spv.StorageClass.Input && emission.program.stage() == ShaderStage.PIXEL) {
                module.decorate(variable, Spv.Decoration.Flat);
            }
            module.name(variable, key.name());
            return variable;
        });
    }

    // Attributes of the pixel stage.

    void attribute(AttributeLoad load) {
        StageState.Pixel pixel = (StageState.Pixel) emission.program.state().details();
        if (load.attribute() >= pixel.attributes().size()) {
            // Rule A-016: an attribute past the last one reads the defaults.
            emission.bind(load.result(), code.constant(defaultWord(0, load.channel())));
            return;
        }
        StageState.Attribute attribute = pixel.attributes().get(load.attribute());
        int word = switch (attribute.source()) {
            case DEFAULT -> code.constant(defaultWord(attribute.defaultValue(), load.channel()));
            case PRIMITIVE_ID -> pixelPrimitiveId();
            case POINT_COORD -> pointCoordinate(load.channel());
            case PARAMETER -> load.mode().compareTo(AttributeLoad.Mode.FLAT) > 0 && corners != null ? corners.corner(load, attribute.location())
                    : code.asWord(parameter(load, attribute));
        };
        if (load.half()) {
            word = code.field(word, load.high() ? 16 : 0, 16);
        }
        emission.bind(load.result(), word);
    }

    private static int defaultWord(int code, int channel) {
        boolean one = switch (code) {
            case 1 -> channel == 3;
            case 2 -> channel < 3;
            case 3 -> true;
            default -> false;
        };
        return one ? Float.floatToRawIntBits(1) : 0;
    }

    private int pointCoordinate(int channel) {
        if (channel > 1) {
            return code.constant(defaultWord(1, channel));
        }
        int vector = module.typeVector(code.float32(), 2);
        int loaded = code.load(vector, builtIn(Spv.BuiltIn.PointCoord, vector, Spv.StorageClass.Input));
        return code.asWord(code.extract(code.float32(), loaded, channel));
    }

    private int parameter(AttributeLoad load, StageState.Attribute attribute) {
        AttributeLoad.Mode mode = attribute.flat() ? AttributeLoad.Mode.FLAT : load.mode();
        int vector = module.typeVector(code.float32(), 4);
        int variable = attributes.computeIfAbsent(attribute.location(), location -> {
            int id = module.variable(Spv.StorageClass.Input, vector);
            module.decorate(id, Spv.Decoration.Location, location);
            switch (mode) {
                case FLAT -> module.decorate(id, Spv.Decoration.Flat);
                case PERSP_CENTROID -> module.decorate(id, Spv.Decoration.Centroid);
                case LINEAR_CENTER -> module.decorate(id, Spv.Decoration.NoPerspective);
                case LINEAR_CENTROID -> {
                    module.decorate(id, Spv.Decoration.NoPerspective);
                    module.decorate(id, Spv.Decoration.Centroid);
                }
                case PERSP_SAMPLE -> {
                    module.capability(Spv.Capability.SampleRateShading);
                    module.decorate(id, Spv.Decoration.Sample);
                }
                case LINEAR_SAMPLE -> {
                    module.capability(Spv.Capability.SampleRateShading);
                    module.decorate(id, Spv.Decoration.NoPerspective);
                    module.decorate(id, Spv.Decoration.Sample);
                }
                case PERSP_CENTER -> { }
                case VERTEX_0, VERTEX_1, VERTEX_2 -> throw new IllegalStateException(load + " is no interpolated input");
            }
            module.name(id, "attribute" + location);
            attributeModes.put(location, mode);
            return id;
        });
        AttributeLoad.Mode declared = attributeModes.get(attribute.location());
        Value offsetX = load.offsetX();
        Value offsetY = load.offsetY();
        int pointer = code.chain(module.typePointer(Spv.StorageClass.Input, code.float32()), variable, code.constant(load.channel()));
        if (offsetX != null && offsetY != null && mode != AttributeLoad.Mode.FLAT && isLinear(mode) == isLinear(declared == null ? mode
                : declared)) {
            module.capability(Spv.Capability.InterpolationFunction);
            return code.glsl(Spv.Glsl.InterpolateAtOffset, code.float32(), pointer, code.construct(module.typeVector(code.float32(), 2),
                    emission.float32(offsetX), emission.float32(offsetY)));
        }
        if (declared == mode) {
            return code.load(code.float32(), pointer);
        }
        boolean sameKind = isLinear(mode) == isLinear(declared == null ? mode : declared) && mode != AttributeLoad.Mode.FLAT
                && declared != AttributeLoad.Mode.FLAT;
        if (!sameKind) {
            throw emission.refuse(load.pc(), "attribute " + load.attribute() + " is interpolated as " + mode.word() + " and as "
                    + (declared == null ? "" : declared.word()) + ", which one host input cannot be");
        }
        module.capability(Spv.Capability.InterpolationFunction);
        return switch (mode) {
            case PERSP_CENTROID, LINEAR_CENTROID -> code.glsl(Spv.Glsl.InterpolateAtCentroid, code.float32(), pointer);
            default -> code.glsl(Spv.Glsl.InterpolateAtOffset, code.float32(), pointer,
                    module.constantNull(module.typeVector(code.float32(), 2)));
        };
    }

    private static boolean isLinear(AttributeLoad.Mode mode) {
        return switch (mode) {
            case LINEAR_CENTER, LINEAR_CENTROID, LINEAR_SAMPLE -> true;
            case PERSP_CENTER, PERSP_CENTROID, PERSP_SAMPLE, FLAT, VERTEX_0, VERTEX_1, VERTEX_2 -> false;
        };
    }

    // Exports.

    void export(Export export) {
        Integer guard = export.guard() == null ? null : (Integer) emission.value(export.guard());
        switch (export.target()) {
            case NULL -> { }
            case PRIMITIVE -> {
                if (mesh != null) {
                    code.when(guard, () -> mesh.primitive(export));
                }
            }
            case POSITION -> code.when(guard, () -> position(export));
            case PARAMETER -> code.when(guard, () -> parameter(export));
            case MRT -> code.when(guard, () -> color(export));
            case MRTZ -> code.when(guard, () -> depth(export));
            case ORIGIN_DISTANCE -> code.when(guard, () -> distance(Spv.BuiltIn.ClipDistance, clipDistances(), clipDistances() - 1,
                    emission.float32(export.values().getFirst())));
        }
        if (emission.program.stage() == ShaderStage.PIXEL && export.done() && export.validMask() && guard != null) {
            kill(guard);
        }
    }

    private void parameter(Export export) {
        if (mesh != null) {
            mesh.parameter(export.index(), floats(export, 0));
        } else {
            storeVector(parameterVariable(export.index()), floats(export, 0));
        }
    }

    private void kill(int guard) {
        code.when(code.notBool(guard), () -> {
            if (emission.host().has(HostFeature.DEMOTE)) {
                module.capability(Spv.Capability.DemoteToHelperInvocation);
                code.effect(OpDemoteToHelperInvocation);
            } else {
                end();
                code.effect(OpKill);
                code.label(module.id());
            }
        });
    }

    /** Four float ids; channels not enabled get {@code missing}, the fourth 1. */
    private int[] floats(Export export, float missing) {
        int[] result = new int[4];
        List<Value> values = export.values();
        for (int i = 0; i < 4; i++) {
            if (export.compressed()) {
                boolean enabled = (export.enable() >>> (i & 2) & 1) != 0;
                result[i] = enabled ? half(values.get(i / 2), i % 2) : absent(i, missing);
            } else {
                result[i] = (export.enable() >>> i & 1) != 0 ? emission.float32(values.get(i)) : absent(i, missing);
            }
        }
        return result;
    }

    private int absent(int channel, float missing) {
        return code.constantFloat(channel == 3 ? 1 : missing);
    }

    private int half(Value pair, int index) {
        return code.halfFloat(emission.word(pair), index);
    }

    private void storeVector(int variable, int[] floats) {
        code.store(variable, code.construct(module.typeVector(code.float32(), 4), floats));
    }

    private int parameterVariable(int index) {
        return parameters.computeIfAbsent(index, location -> {
            int variable = module.variable(Spv.StorageClass.Output, module.typeVector(code.float32(), 4));
            module.decorate(variable, Spv.Decoration.Location, location);
            module.name(variable, "parameter" + location);
            return variable;
        });
    }

    /** Rule A-014: a program that exports no vector but the position has none of what PA_CL_VS_OUT_CNTL enables. */
    private boolean exportsPointSize(StageState.Vertex vertex) {
        return exports(export -> export.target() == Export.Target.POSITION && export.index() > 0)
                && (vertex.vsOutControl() >>> 16 & 1) != 0;
    }

    /** The first vector is the position; then, as PA_CL_VS_OUT_CNTL enables them, the miscellaneous one and the distances. */
    private void position(Export export) {
        if (mesh != null) {
            if (export.index() > 0) {
                throw emission.refuse(export.pc(), "a mesh program exports one position vector", "host.mesh-programs");
            }
            mesh.position(floats(export, 0));
            return;
        }
        StageState.Vertex vertex = exports();
        if (export.index() == 0) {
            int[] position = floats(export, 0);
            clipByPlanes(export, position, vertex.clipPlanes());
            if (!vertex.zeroToOneDepth()) {
                position[2] = code.op(OpFMul, code.float32(), code.op(OpFAdd, code.float32(), position[2], position[3]),
                        code.constantFloat(0.5f));
            }
            int vector = module.typeVector(code.float32(), 4);
            storeVector(builtIn(Spv.BuiltIn.Position, vector, Spv.StorageClass.Output), position);
            return;
        }
        int control = vertex.vsOutControl();
        boolean misc = (control >>> 21 & 1) != 0;
        int distances = export.index() - (misc ? 2 : 1);
        if (misc && export.index() == 1) {
            miscellaneous(export, control);
        } else {
            // Where only the second vector of distances is enabled, it is the first one exported.
            boolean first = (control >>> 22 & 1) != 0;
            distances(export, control, (distances + (first ? 0 : 1)) * 4);
        }
    }

    /** The distance to a plane is the sum of its coefficients times the position as it is exported. Documented: Mesa, PA_CL_UCP. */
    private void clipByPlanes(Export export, int[] position, int planes) {
        if (planes == 0) {
            return;
        }
        if (!emission.host().has(HostFeature.CLIP_DISTANCE)) {
            throw emission.refuse(export.pc(), "planes clip the position, and the device lacks shaderClipDistance");
        }
        if (clipDistances() > StageState.Vertex.MAX_DISTANCES) {
            throw emission.refuse(export.pc(), "%d clip distances and planes, at most %d are done".formatted(clipDistances(),
                    StageState.Vertex.MAX_DISTANCES));
        }
        module.capability(Spv.Capability.ClipDistance);
        for (int plane = 0; plane < 6; plane++) {
            if ((planes >>> plane & 1) != 0) {
                int sum = code.op(OpFMul, code.float32(), coefficient(plane, 0), position[0]);
                for (int i = 1; i < 4; i++) {
                    sum = code.op(OpFAdd, code.float32(), sum, code.op(OpFMul, code.float32(), coefficient(plane, i), position[i]));
                }
                distance(Spv.BuiltIn.ClipDistance, clipDistances(), exportedDistances() + Integer.bitCount(planes & (1 << plane) - 1), sum);
            }
        }
    }

    private int coefficient(int plane, int component) {
        return code.asFloat(emission.constant(new ConstantWord.ClipPlane(4 * plane + component)));
    }

    private void miscellaneous(Export export, int control) {
        if ((control >>> 16 & 1) != 0 && (export.enable() & 1) != 0) {
            if (emission.program.stage() == ShaderStage.EVALUATION) {
                throw emission.refuse(export.pc(), "an evaluation program exports a point size, which is not modelled yet");
            }
            code.store(builtIn(Spv.BuiltIn.PointSize, code.float32(), Spv.StorageClass.Output), emission.float32(export.values().get(0)));
        }
        if ((control >>> 18 & 3) != 0) {
            if (!emission.host().has(HostFeature.VIEWPORT_LAYER_OUTPUT)) {
                throw emission.refuse(export.pc(), "the device cannot write layer or viewport index from a vertex program");
            }
            if ((control >>> 18 & 1) != 0 && (export.enable() & 4) != 0) {
                module.capability(Spv.Capability.ShaderLayer);
                code.store(builtIn(Spv.BuiltIn.Layer, code.word(), Spv.StorageClass.Output), emission.word(export.values().get(2)));
            }
            if ((control >>> 19 & 1) != 0 && (export.enable() & 8) != 0) {
                module.capability(Spv.Capability.ShaderViewportIndex);
                module.capability(Spv.Capability.MultiViewport);
                code.store(builtIn(Spv.BuiltIn.ViewportIndex, code.word(), Spv.StorageClass.Output),
                        emission.word(export.values().get(3)));
            }
        }
    }

    /** Rule A-014: enable bit s selects component s; the host's index is the number of enabled bits below. */
    private void distances(Export export, int control, int first) {
        int clip = control & 0xff;
        int cull = control >>> 8 & 0xff;
        for (int i = 0; i < 4; i++) {
            int bit = 1 << first + i;
            int value = (export.enable() >>> i & 1) != 0 ? emission.float32(export.values().get(i)) : code.constantFloat(0);
            if ((clip & bit) != 0) {
                module.capability(Spv.Capability.ClipDistance);
                distance(Spv.BuiltIn.ClipDistance, clipDistances(), Integer.bitCount(clip & bit - 1), value);
            }
            if ((cull & bit) != 0) {
                module.capability(Spv.Capability.CullDistance);
                distance(Spv.BuiltIn.CullDistance, Integer.bitCount(cull), Integer.bitCount(cull & bit - 1), value);
            }
        }
    }

    /** The guest's clip distances share one array with those to planes and our own, which is the last (rule A-014). */
    private int clipDistances() {
        boolean own = exports(export -> export.target() == Export.Target.ORIGIN_DISTANCE);
        return exportedDistances() + Integer.bitCount(exports().clipPlanes()) + (own ? 1 : 0);
    }

    private int exportedDistances() {
        boolean guest = exports(export -> export.target() == Export.Target.POSITION && export.index() > 0);
        return guest ? Integer.bitCount(exports().vsOutControl() & 0xff) : 0;
    }

    private boolean exports(Predicate<Export> which) {
        return emission.ir.blocks().stream().flatMap(block -> block.instructions().stream())
                .anyMatch(inst -> inst instanceof Export export && which.test(export));
    }

    private void distance(Spv.BuiltIn builtIn, int count, int index, int value) {
        int array = module.typeArray(code.float32(), count);
        int variable = builtIn(builtIn, array, Spv.StorageClass.Output);
        int pointer = module.typePointer(Spv.StorageClass.Output, code.float32());
        code.store(code.chain(pointer, variable, code.constant(index)), value);
    }

    /** Without a depth, stencil and sample mask are 16-bit numbers. Documented: Mesa, UINT16_ABGR: stencil in [23:16] of the first word, mask in [15:0] of the second. */
    private void depth(Export export) {
        StageState.Pixel details = (StageState.Pixel) emission.program.state().details();
        boolean isDepth = !export.compressed() || details.zFormat() != UINT16_ABGR;
        if (isDepth && (export.enable() & 1) != 0) {
            int variable = builtIn(Spv.BuiltIn.FragDepth, code.float32(), Spv.StorageClass.Output);
            if (!depthDeclared) {
                module.executionMode(function, Spv.ExecutionMode.DepthReplacing);
                depthDeclared = true;
            }
            code.store(variable, export.compressed() ? half(export.values().get(0), 0) : emission.float32(export.values().get(0)));
        }
        StageState.Pixel pixel = (StageState.Pixel) emission.program.state().details();
        boolean stencil = (pixel.dbShaderControl() >>> 1 & 1) != 0 && (export.enable() & 2) != 0;
        boolean mask = (pixel.dbShaderControl() >>> 8 & 1) != 0 && (export.enable() & 4) != 0;
        if ((stencil || mask) && export.compressed() && pixel.zFormat() != UINT16_ABGR) {
            throw emission.refuse(export.pc(), "stencil and sample mask are exported as halves of this depth format, which is not known");
        }
        if (stencil) {
            stencil(export, export.compressed() ? code.field(emission.word(export.values().get(0)), 16, 8) : emission.word(export.values().get(1)));
        }
        if (mask) {
            int samples = export.compressed() ? code.field(emission.word(export.values().get(1)), 0, 16) : emission.word(export.values().get(2));
            int pointer = module.typePointer(Spv.StorageClass.Output, code.word());
            code.store(code.chain(pointer, writtenSamples(), code.constant(0)), samples);
        }
    }

    private void stencil(Export export, int value) {
        if (!emission.host().has(HostFeature.STENCIL_EXPORT)) {
            throw emission.refuse(export.pc(), "exports a stencil value, and the device lacks VK_EXT_shader_stencil_export");
        }
        module.capability(Spv.Capability.StencilExportEXT);
        module.extension("SPV_EXT_shader_stencil_export");
        if (!stencilDeclared) {
            module.executionMode(function, Spv.ExecutionMode.StencilRefReplacingEXT);
            stencilDeclared = true;
        }
        code.store(builtIn(Spv.BuiltIn.FragStencilRefEXT, code.word(), Spv.StorageClass.Output), value);
    }

    /** The samples that the program lets through; a variable of its own beside the mask that comes in. */
    private int writtenSamples() {
        if (sampleMaskOutput == 0) {
            sampleMaskOutput = module.variable(Spv.StorageClass.Output, module.typeArray(code.word(), 1));
            module.decorate(sampleMaskOutput, Spv.Decoration.BuiltIn, Spv.BuiltIn.SampleMask.code());
            module.name(sampleMaskOutput, "writtenSamples");
        }
        return sampleMaskOutput;
    }

    private void color(Export export) {
        StageState.Pixel pixel = (StageState.Pixel) emission.program.state().details();
        StageState.ColorTarget target = export.index() < pixel.targets().size() ? pixel.targets().get(export.index())
                : StageState.ColorTarget.NONE;
        if (target.exportFormat() == 0) {
            return;
        }
        int scalar = switch (target.numericClass()) {
            case FLOAT -> code.float32();
            case UINT -> code.word();
            case SINT -> module.typeSigned32();
        };
        int[] channels = channels(export, target);
        int[] ordered = new int[4];
        for (int i = 0; i < 4; i++) {
            ordered[i] = channels[target.channels() >>> 4 * i & 3];
            if (target.numericClass() == NumericClass.SINT) {
                ordered[i] = code.op(OpBitcast, scalar, ordered[i]);
            }
        }
        int vector = module.typeVector(scalar, 4);
        int variable = targets.computeIfAbsent(export.index(), location -> {
            int id = module.variable(Spv.StorageClass.Output, vector);
            module.decorate(id, Spv.Decoration.Location, location);
            module.name(id, "target" + location);
            return id;
        });
        code.store(variable, code.construct(vector, ordered));
    }

    /** Channels as floats, or as words for integer classes. */
    private int[] channels(Export export, StageState.ColorTarget target) {
        boolean isFloat = target.numericClass() == NumericClass.FLOAT;
        int[] result = new int[4];
        for (int i = 0; i < 4; i++) {
            result[i] = isFloat ? absent(i, 0) : code.constant(i == 3 ? 1 : 0);
        }
        switch (target.exportFormat()) {
            case 1, 2, 9 -> {
                int count = target.exportFormat() == 9 ? 4 : target.exportFormat();
                for (int i = 0; i < count; i++) {
                    take(export, isFloat, result, i, i);
                }
            }
            // Rule A-015: channel 1 is alpha.
            case 3 -> {
                take(export, isFloat, result, 0, 0);
                take(export, isFloat, result, 3, 1);
            }
            case 4 -> {
                requireFloat(export, target, isFloat);
                return export.compressed() ? floats(export, 0) : uncompressed(export, result);
            }
            case 5, 6 -> {
                requireFloat(export, target, isFloat);
                for (int i = 0; i < 4; i++) {
                    if (isPresent(export, i)) {
                        result[i] = normalised(sixteen(export, i, target.exportFormat() == 6), target.exportFormat() == 6);
                    }
                }
            }
            case 7, 8 -> {
                for (int i = 0; i < 4; i++) {
                    if (isPresent(export, i)) {
                        result[i] = sixteen(export, i, target.exportFormat() == 8);
                    }
                }
                if (isFloat) {
                    throw emission.refuse(export.pc(), "an integer export goes to a target that the host types as float");
                }
            }
            default -> throw emission.refuse(export.pc(), "colour export format " + target.exportFormat() + " is not known");
        }
        return result;
    }

    private void requireFloat(Export export, StageState.ColorTarget target, boolean isFloat) {
        if (!isFloat) {
            throw emission.refuse(export.pc(), "colour export format " + target.exportFormat()
                    + " goes to a target that the host types as integer");
        }
    }

    private void take(Export export, boolean isFloat, int[] result, int channel, int from) {
        if ((export.enable() >>> from & 1) != 0) {
            Value value = export.values().get(from);
            result[channel] = isFloat ? emission.float32(value) : emission.word(value);
        }
    }

    private int[] uncompressed(Export export, int[] result) {
        for (int i = 0; i < 4; i++) {
            take(export, true, result, i, i);
        }
        return result;
    }

    private boolean isPresent(Export export, int channel) {
        return export.compressed() ? (export.enable() >>> (channel & 2) & 1) != 0 : (export.enable() >>> channel & 1) != 0;
    }

    private int sixteen(Export export, int channel, boolean signed) {
        int word = emission.word(export.values().get(export.compressed() ? channel / 2 : channel));
        int offset = export.compressed() ? channel % 2 * 16 : 0;
        return signed ? code.signedField(word, offset, 16) : code.field(word, offset, 16);
    }

    private int normalised(int word, boolean signed) {
        int value = code.op(OpFDiv, code.float32(), code.op(signed ? OpConvertSToF : OpConvertUToF, code.float32(), word),
                code.constantFloat(signed ? 32767 : 65535));
        return signed ? code.glsl(Spv.Glsl.FMax, code.float32(), value, code.constantFloat(-1)) : value;
    }
}
