package org.lierne.recompiler.core.spirv;

import static org.lierne.recompiler.core.spirv.Spv.Op.*;

import java.util.HashMap;
import java.util.Map;
import org.lierne.recompiler.ir.PatchAccess;
import org.lierne.recompiler.ir.PatchAccess.Storage;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.program.PatchLayout;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;

/** What local, hull and evaluation programs hand on: records of control points, patch constants, levels. */
final class PatchEmitter {
    /** Elements of arrays of incoming points. Documented: Vulkan 1.3, required limit of patch sizes. */
    private static final int MAX_POINTS = 32;
    private static final int OUTER_LEVELS = 4;
    private static final int INNER_LEVELS = 2;
    /** Between vertex and hull stage: index of the vertex, index of the instance. */
    private static final int LAUNCH_LOCATION = 0;

    private record Slot(Storage storage, int location) {}

    private final Emission emission;
    private final Code code;
    private final ModuleBuilder module;
    private final StageEmitter stage;
    private final Map<Slot, Integer> variables = new HashMap<>();

    PatchEmitter(Emission emission, StageEmitter stage) {
        this.emission = emission;
        this.code = emission.code;
        this.module = emission.module;
        this.stage = stage;
    }

    // Before the body.

    void beginHull(int function, StageState.Hull hull) {
        module.capability(Spv.Capability.Tessellation);
        module.executionMode(function, Spv.ExecutionMode.OutputVertices, invocations(hull));
    }

    /** One for each control point that goes out, and in a merged program for each that comes in (rule C-054). */
    private int invocations(StageState.Hull hull) {
        PatchLayout points = emission.ir.patches();
        return Math.max(1, hull.merged() ? Math.max(points.inputPoints(), points.outputPoints()) : points.outputPoints());
    }

    /** Rules C-011 and C-012, and the register's meanings of domain and topology. */
    void beginEvaluation(int function, StageState.Tessellation fixed) {
        module.capability(Spv.Capability.Tessellation);
        module.executionMode(function, switch (fixed.domain()) {
            case 0 -> Spv.ExecutionMode.Isolines;
            case 1 -> Spv.ExecutionMode.Triangles;
            default -> Spv.ExecutionMode.Quads;
        });
        module.executionMode(function, switch (fixed.partitioning()) {
            case 2 -> Spv.ExecutionMode.SpacingFractionalOdd;
            case 3 -> Spv.ExecutionMode.SpacingFractionalEven;
            default -> Spv.ExecutionMode.SpacingEqual;
        });
        module.executionMode(function, fixed.topology() == 2 ? Spv.ExecutionMode.VertexOrderCw : Spv.ExecutionMode.VertexOrderCcw);
        if (fixed.topology() == 0) {
            module.executionMode(function, Spv.ExecutionMode.PointMode);
        }
    }

    /** A local program hands the hull program's launch values on besides its record. */
    void copyLaunch() {
        int zero = code.constant(0);
        code.store(variable(new Slot(Storage.OUTPUT, LAUNCH_LOCATION)), code.construct(quad(), stage.wordInput(Spv.BuiltIn.VertexIndex),
                stage.wordInput(Spv.BuiltIn.InstanceIndex), zero, zero));
    }

    // Inputs.

    int input(StageInput input) {
        return switch (input) {
            case CONTROL_POINT -> stage.wordInput(Spv.BuiltIn.InvocationId);
            case LOCAL_VERTEX -> emission.program.stage() == ShaderStage.HULL ? inputPoint() : code.constant(0);
            case TESS_U, TESS_V -> coordinate(input == StageInput.TESS_U ? 0 : 1);
            default -> throw new IllegalStateException(input + " is no value of tessellation");
        };
    }

    private int coordinate(int index) {
        int vector = module.typeVector(code.float32(), 3);
        int loaded = code.load(vector, stage.builtIn(Spv.BuiltIn.TessCoord, vector, Spv.StorageClass.Input));
        return code.asWord(code.extract(code.float32(), loaded, index));
    }

    /** Rule C-054: the point whose local part this invocation is. */
    private int inputPoint() {
        int points = emission.ir.patches().inputPoints();
        int last = points > 0 ? code.constant(points - 1)
                : code.sub(stage.wordInput(Spv.BuiltIn.PatchVertices), code.constant(1));
        return code.glsl(Spv.Glsl.UMin, code.word(), stage.wordInput(Spv.BuiltIn.InvocationId), last);
    }

    /** The vertex and instance whose local part this invocation is. */
    int launchIndex(Spv.BuiltIn index) {
        int pointer = code.chain(module.typePointer(Spv.StorageClass.Input, code.word()), variable(new Slot(Storage.INPUT, LAUNCH_LOCATION)),
                inputPoint(), code.constant(index == Spv.BuiltIn.VertexIndex ? 0 : 1));
        return code.load(code.word(), pointer);
    }

    // Records, constants, levels.

    void emit(PatchAccess access) {
        Value data = access.data();
        if (data != null) {
            Integer guard = access.guard() == null ? null : (Integer) emission.value(access.guard());
            code.when(guard, () -> code.store(pointer(access), isFactor(access.storage()) ? emission.float32(data)
                    : emission.word(data)));
        } else if (access.result() != null) {
            emission.bind(access.result(), code.load(code.word(), pointer(access)));
        }
    }

    private static boolean isFactor(Storage storage) {
        return storage == Storage.OUTER_FACTOR || storage == Storage.INNER_FACTOR;
    }

    private int pointer(PatchAccess access) {
        Spv.StorageClass storage = storage(access.storage());
        if (isFactor(access.storage())) {
            boolean outer = access.storage() == Storage.OUTER_FACTOR;
            int variable = variables.computeIfAbsent(new Slot(access.storage(), 0), _ -> {
                int id = stage.builtIn(outer ? Spv.BuiltIn.TessLevelOuter : Spv.BuiltIn.TessLevelInner,
                        module.typeArray(code.float32(), outer ? OUTER_LEVELS : INNER_LEVELS), storage);
                module.decorate(id, Spv.Decoration.Patch);
                return id;
            });
            return code.chain(module.typePointer(storage, code.float32()), variable, code.constant(access.location()));
        }
        int pointer = module.typePointer(storage, code.word());
        int variable = variable(new Slot(access.storage(), access.location()));
        int component = code.constant(access.component());
        if (access.point() != null) {
            return code.chain(pointer, variable, emission.value(access.point()), component);
        }
        return access.storage() == Storage.OUTPUT && emission.program.stage() == ShaderStage.HULL
                ? code.chain(pointer, variable, stage.wordInput(Spv.BuiltIn.InvocationId), component)
                : code.chain(pointer, variable, component);
    }

    private Spv.StorageClass storage(Storage storage) {
        boolean comesIn = storage == Storage.INPUT || storage == Storage.PATCH && emission.program.stage() == ShaderStage.EVALUATION;
        return comesIn ? Spv.StorageClass.Input : Spv.StorageClass.Output;
    }

    private int quad() {
        return module.typeVector(code.word(), 4);
    }

    private int variable(Slot slot) {
        return variables.computeIfAbsent(slot, _ -> {
            boolean isRow = slot.storage == Storage.INPUT || slot.storage == Storage.OUTPUT && emission.program.stage() == ShaderStage.HULL;
            int length = slot.storage == Storage.OUTPUT && emission.program.state().details() instanceof StageState.Hull hull
                    ? invocations(hull) : MAX_POINTS;
            int id = module.variable(storage(slot.storage), isRow ? module.typeArray(quad(), length) : quad());
            module.decorate(id, Spv.Decoration.Location, slot.location);
            if (slot.storage == Storage.PATCH) {
                module.decorate(id, Spv.Decoration.Patch);
            }
            module.name(id, slot.storage.word() + slot.location);
            return id;
        });
    }
}
