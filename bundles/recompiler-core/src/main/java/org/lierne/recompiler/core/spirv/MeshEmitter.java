package org.lierne.recompiler.core.spirv;

import static org.lierne.recompiler.core.spirv.Spv.Op.OpSetMeshOutputsEXT;

import java.util.HashMap;
import java.util.Map;
import org.lierne.recompiler.ir.Export;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.program.StageState;

/**
 * What a workgroup with primitives of its own hands to the rasteriser as a mesh program of the host: a vertex and a primitive for each
 * thread, of which those that export none are culled.
 */
final class MeshEmitter {
    private final Emission emission;
    private final StageEmitter stage;
    private final Code code;
    private final ModuleBuilder module;
    private final int threads;
    private final int pointsOut;
    private final Map<Integer, Integer> parameters = new HashMap<>();
    private int positions;
    private int indices;
    private int culled;

    MeshEmitter(Emission emission, StageEmitter stage, StageState.Compute compute, StageState.PrimitiveGroup group) {
        this.emission = emission;
        this.stage = stage;
        this.code = emission.code;
        this.module = emission.module;
        this.threads = compute.threads();
        this.pointsOut = group.pointsOut();
    }

    /** Declares outputs and how many there are; called once, at the start of the program, which first of all exports no primitive (StageLift). */
    void begin(int function) {
        module.capability(Spv.Capability.MeshShadingEXT);
        module.extension("SPV_EXT_mesh_shader");
        module.executionMode(function, Spv.ExecutionMode.OutputVertices, threads);
        module.executionMode(function, Spv.ExecutionMode.OutputPrimitivesEXT, threads);
        module.executionMode(function, pointsOut == 2 ? Spv.ExecutionMode.OutputLinesEXT : Spv.ExecutionMode.OutputTrianglesEXT);
        positions = block(Spv.BuiltIn.Position, vector(), false);
        culled = block(Spv.BuiltIn.CullPrimitiveEXT, code.bool(), true);
        indices = variable(module.typeVector(code.word(), pointsOut));
        module.decorate(indices, Spv.Decoration.BuiltIn,
                (pointsOut == 2 ? Spv.BuiltIn.PrimitiveLineIndicesEXT : Spv.BuiltIn.PrimitiveTriangleIndicesEXT).code());
        int count = code.constant(threads);
        if (emission.acts(EmissionQuirks.MESH_GRID, Pc.NONE, "the size of the grid is read")) {
            int grid = stage.component(Spv.BuiltIn.NumWorkgroups, 0);
            count = code.selectWord(code.equal(grid, code.constant(0)), code.constant(0), count);
        }
        code.effect(OpSetMeshOutputsEXT, count, count);
    }

    /** Rule B-012: a built-in output is the member of a block of its own. */
    private int block(Spv.BuiltIn builtIn, int type, boolean ofPrimitives) {
        int block = module.typeStruct(type);
        module.decorate(block, Spv.Decoration.Block);
        module.memberDecorate(block, 0, Spv.Decoration.BuiltIn, builtIn.code());
        if (ofPrimitives) {
            module.memberDecorate(block, 0, Spv.Decoration.PerPrimitiveEXT);
        }
        return variable(block);
    }

    private int variable(int element) {
        return module.variable(Spv.StorageClass.Output, module.typeArray(element, threads));
    }

    private int vector() {
        return module.typeVector(code.float32(), 4);
    }

    /** @param floats the four numbers of a vertex's position */
    void position(int[] floats) {
        code.store(ofThread(positions, vector(), code.constant(0)), code.construct(vector(), floats));
    }

    /** @param floats the four numbers of a vertex's parameter */
    void parameter(int number, int[] floats) {
        int variable = parameters.computeIfAbsent(number, location -> {
            int made = variable(vector());
            module.decorate(made, Spv.Decoration.Location, location);
            module.name(made, "parameter" + location);
            return made;
        });
        code.store(ofThread(variable, vector()), code.construct(vector(), floats));
    }

    /** Documented: RDNA 2 ISA, "Export": nine bits for each vertex, every ten; bit 31 for none. */
    void primitive(Export export) {
        int word = emission.word(export.values().getFirst());
        int[] points = new int[pointsOut];
        for (int i = 0; i < pointsOut; i++) {
            int point = code.field(word, 10 * i, 9);
            points[i] = code.selectWord(code.lessUnsigned(point, code.constant(threads)), point, code.constant(0));
        }
        primitive(points, code.notEqual(code.shiftRightConstant(word, 31), code.constant(0)));
    }

    /** Every thread writes one, within the vertices: the host may do anything with another. */
    private void primitive(int[] points, int isCulled) {
        int type = module.typeVector(code.word(), pointsOut);
        code.store(ofThread(indices, type), code.construct(type, points));
        code.store(ofThread(culled, code.bool(), code.constant(0)), isCulled);
    }

    private int ofThread(int variable, int type, int... members) {
        int pointer = module.typePointer(Spv.StorageClass.Output, type);
        return code.chain(pointer, variable, Words.join(new int[] {stage.wordInput(Spv.BuiltIn.LocalInvocationIndex)}, members));
    }
}
