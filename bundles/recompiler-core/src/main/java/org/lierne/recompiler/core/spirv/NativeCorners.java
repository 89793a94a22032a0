package org.lierne.recompiler.core.spirv;

import java.util.HashMap;
import java.util.Map;
import org.lierne.recompiler.ir.AttributeLoad;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;

/** Weights and corners as the host's own inputs (VK_KHR_fragment_shader_barycentric). Its weights are three, the first corner's among them. */
final class NativeCorners implements Corners {
    private static final int CORNERS = 3;

    private final Emission emission;
    private final ModuleBuilder module;
    private final Code code;
    private final Map<Boolean, Integer> weights = new HashMap<>();
    private final Map<Integer, Integer> attributes = new HashMap<>();

    NativeCorners(Emission emission) {
        this.emission = emission;
        this.module = emission.module;
        this.code = emission.code;
    }

    @Override
    public int weight(StageInput input, Pc pc) {
        int vector = module.typeVector(code.float32(), CORNERS);
        int variable = weights.computeIfAbsent(Corners.isLinear(input), isLinear -> {
            int made = input(vector, isLinear ? "linearWeights" : "weights");
            module.decorate(made, Spv.Decoration.BuiltIn, (isLinear ? Spv.BuiltIn.BaryCoordNoPerspKHR : Spv.BuiltIn.BaryCoordKHR).code());
            Corners.place(emission, made, Corners.pair(input), pc);
            return made;
        });
        return code.asWord(code.extract(code.float32(), Corners.load(emission, vector, variable, Corners.pair(input)), Corners.isThird(input) ? 2 : 1));
    }

    @Override
    public int corner(AttributeLoad load, int location) {
        int vector = module.typeVector(code.float32(), 4);
        int variable = attributes.computeIfAbsent(location, key -> {
            int made = input(module.typeArray(vector, CORNERS), "cornersOf" + key);
            module.decorate(made, Spv.Decoration.Location, key);
            module.decorate(made, Spv.Decoration.PerVertexKHR);
            return made;
        });
        int corner = load.mode().ordinal() - AttributeLoad.Mode.VERTEX_0.ordinal();
        int pointer = module.typePointer(Spv.StorageClass.Input, code.float32());
        return code.asWord(code.load(code.float32(), code.chain(pointer, variable, code.constant(corner), code.constant(load.channel()))));
    }

    private int input(int type, String name) {
        module.capability(Spv.Capability.FragmentBarycentricKHR);
        module.extension("SPV_KHR_fragment_shader_barycentric");
        int made = module.variable(Spv.StorageClass.Input, type);
        module.name(made, name);
        return made;
    }

    @Override
    public int[] geometry(StageState.Pixel pixel) {
        return new int[0];
    }
}
