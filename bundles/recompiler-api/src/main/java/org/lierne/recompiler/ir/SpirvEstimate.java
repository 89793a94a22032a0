package org.lierne.recompiler.ir;

import java.util.HashMap;
import java.util.Map;

/**
 * About how many SPIR-V words a block becomes, by kind of guest instruction (rule C-056). Phis do not count. Measured: a fit over
 * blocks of captured programs, before optimisation, which the rule gives; lane operations and ray tests were too rare to fit.
 */
public record SpirvEstimate(int lds, int image, int scalarMemory, int buffer, int flat, int vector, int export, int scalar, int lane,
        int rayTest) {
    /** The rule's weights. */
    public static final SpirvEstimate STANDARD = new SpirvEstimate(400, 220, 180, 120, 120, 60, 20, 8, 120, 2000);

    /** Weights in which a ray test counts as any other access to an image. */
    public SpirvEstimate(int lds, int image, int scalarMemory, int buffer, int flat, int vector, int export, int scalar, int lane) {
        this(lds, image, scalarMemory, buffer, flat, vector, export, scalar, lane, image);
    }

    /** Words of a block. */
    public int of(IrModule module, IrBlock block) {
        Map<Pc, Integer> byInstruction = new HashMap<>();
        for (Inst inst : block.instructions()) {
            if (!(inst instanceof Phi) && !inst.pc().equals(Pc.NONE)) {
                byInstruction.merge(inst.pc(), of(inst, module.assemblyAt(inst.pc())), Math::max);
            }
        }
        return byInstruction.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Words of a program. */
    public int of(IrModule module) {
        return module.blocks().stream().mapToInt(block -> of(module, block)).sum();
    }

    private int of(Inst inst, String assembly) {
        return switch (inst) {
            case LdsAccess _ -> lds;
            case ImageAccess access -> access.op() == ImageOp.BVH_INTERSECT || access.op() == ImageOp.BVH64_INTERSECT ? rayTest : image;
            case ScalarLoad _ -> scalarMemory;
            case BufferAccess _ -> buffer;
            case GlobalAccess _ -> flat;
            case Export _, PatchAccess _ -> export;
            case Wave _ -> lane;
            case Alu _, Construct _, Extract _, Interp _, AttributeLoad _ -> assembly.startsWith("s_") ? scalar : vector;
            case Phi _, Input _, UserData _, HostWord _, Barrier _, Clock _ -> scalar;
        };
    }
}
