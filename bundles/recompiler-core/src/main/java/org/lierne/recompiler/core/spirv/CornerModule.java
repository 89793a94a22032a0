package org.lierne.recompiler.core.spirv;

import static org.lierne.recompiler.core.spirv.Spv.Op.OpEmitVertex;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpEndPrimitive;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpFunction;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpFunctionEnd;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpReturn;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.lierne.recompiler.program.TranslatedShader;

/**
 * A geometry module that passes triangles on, and with each corner the weights that it has there and the attributes of all three (rule
 * B-015). The weights are those of the second and the third corner.
 */
final class CornerModule {
    private static final int CORNERS = 3;

    private final ModuleBuilder module = new ModuleBuilder();
    private final Code code = new Code(module);
    private final int function = module.id();
    private final int vector = module.typeVector(code.float32(), 4);
    private final int pair = module.typeVector(code.float32(), 2);
    private final Map<Integer, Integer> inputs = new LinkedHashMap<>();

    private CornerModule() {}

    /**
     * @param parameters locations that are passed on
     * @param weights    locations of pairs of weights
     * @param corners    location of the first corner's attribute, by the attribute's own; the others' follow
     */
    static int[] spirv(List<Integer> parameters, Collection<Integer> weights, Map<Integer, Integer> corners) {
        return new CornerModule().build(parameters, weights, corners);
    }

    private int[] build(List<Integer> parameters, Collection<Integer> weights, Map<Integer, Integer> corners) {
        module.capability(Spv.Capability.Geometry);
        module.executionMode(function, Spv.ExecutionMode.Triangles);
        module.executionMode(function, Spv.ExecutionMode.Invocations, 1);
        module.executionMode(function, Spv.ExecutionMode.OutputTriangleStrip);
        module.executionMode(function, Spv.ExecutionMode.OutputVertices, CORNERS);
        int positionIn = module.variable(Spv.StorageClass.Input, module.typeArray(vector, CORNERS));
        module.decorate(positionIn, Spv.Decoration.BuiltIn, Spv.BuiltIn.Position.code());
        int positionOut = module.variable(Spv.StorageClass.Output, vector);
        module.decorate(positionOut, Spv.Decoration.BuiltIn, Spv.BuiltIn.Position.code());
        parameters.forEach(location -> inputs.put(location, located(Spv.StorageClass.Input, module.typeArray(vector, CORNERS), location)));
        Map<Integer, Integer> outputs = new LinkedHashMap<>();
        parameters.forEach(location -> outputs.put(location, located(Spv.StorageClass.Output, vector, location)));
        List<Integer> weightOutputs = weights.stream().map(location -> located(Spv.StorageClass.Output, pair, location)).toList();
        Map<Integer, int[]> cornerOutputs = new LinkedHashMap<>();
        corners.forEach((location, first) -> cornerOutputs.put(location, new int[] {located(Spv.StorageClass.Output, vector, first),
            located(Spv.StorageClass.Output, vector, first + 1), located(Spv.StorageClass.Output, vector, first + 2)}));
        int none = module.typeVoid();
        code.effect(OpFunction, none, function, Spv.FunctionControl.None.code(), module.typeFunction(none));
        code.label(module.id());
        for (int corner = 0; corner < CORNERS; corner++) {
            code.store(positionOut, of(positionIn, corner));
            for (Map.Entry<Integer, Integer> output : outputs.entrySet()) {
                code.store(output.getValue(), parameter(output.getKey(), corner));
            }
            int here = code.construct(pair, code.constantFloat(corner == 1 ? 1 : 0), code.constantFloat(corner == 2 ? 1 : 0));
            weightOutputs.forEach(output -> code.store(output, here));
            cornerOutputs.forEach((location, three) -> {
                for (int i = 0; i < CORNERS; i++) {
                    code.store(three[i], parameter(location, i));
                }
            });
            code.effect(OpEmitVertex);
        }
        code.effect(OpEndPrimitive);
        code.effect(OpReturn);
        code.effect(OpFunctionEnd);
        return module.build(Spv.ExecutionModel.Geometry, function, TranslatedShader.ENTRY_POINT, "", "");
    }

    private int located(Spv.StorageClass storage, int type, int location) {
        int made = module.variable(storage, type);
        module.decorate(made, Spv.Decoration.Location, location);
        return made;
    }

    private int parameter(int location, int corner) {
        return of(inputs.getOrDefault(location, 0), corner);
    }

    private int of(int array, int corner) {
        return code.load(vector, code.chain(module.typePointer(Spv.StorageClass.Input, vector), array, code.constant(corner)));
    }
}
