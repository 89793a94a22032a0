package org.lierne.recompiler.core.tessellation;

import java.util.ArrayList;
import java.util.List;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.PatchAccess;
import org.lierne.recompiler.ir.PatchAccess.Storage;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.osgi.service.component.annotations.Component;

/**
 * Factors between VGT_HOS_MIN_TESS_LEVEL and VGT_HOS_MAX_TESS_LEVEL; which of them cull a patch, and what stands for an inner one that is
 * no number (rules C-006, C-009). Bits of positive floats are in the order of the floats, so no float mode has a say.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "stage.tessellation.factors", needs = Invariant.SSA, after = "stage.tessellation", before = "wave.one-lane",
        appliesTo = {ShaderStage.HULL, ShaderStage.EVALUATION})
@Compat(rules = {"C-006", "C-009"}, off = Compat.Off.PLAIN)
public final class TessellationFactors implements TranslationPass {
    private static final int ONE = Float.floatToRawIntBits(1);
    private static final int INFINITY = Float.floatToRawIntBits(Float.POSITIVE_INFINITY);
    private static final int POWER_OF_TWO = 1;

    @Override
    public boolean run(IrModule module, PassContext context) {
        StageState.Tessellation fixed = switch (context.program().state().details()) {
            case StageState.Hull hull -> hull.tessellation();
            case StageState.Evaluation evaluation -> evaluation.tessellation();
            default -> throw new IllegalStateException("no stage of tessellation");
        };
        if (fixed.partitioning() == POWER_OF_TWO) {
            throw context.refuse(Pc.NONE, "VGT_TF_PARAM.PARTITIONING is 1, power of two, which the host does not have");
        }
        boolean changed = false;
        for (IrBlock block : module.blocks()) {
            List<Inst> rewritten = new ArrayList<>();
            for (Inst inst : block.instructions()) {
                if (inst instanceof PatchAccess store && store.data() != null
                        && (store.storage() == Storage.OUTER_FACTOR || store.storage() == Storage.INNER_FACTOR)) {
                    Clamping clamping = new Clamping(module, rewritten, store.pc(), bits(fixed.minFactor()), bits(fixed.maxFactor()));
                    Value limited = store.storage() == Storage.OUTER_FACTOR ? clamping.outer(store.data()) : clamping.inner(store.data());
                    rewritten.add(new PatchAccess(null, store.storage(), null, store.location(), 0, limited, store.guard(), store.pc()));
                    changed = true;
                } else {
                    rewritten.add(inst);
                }
            }
            block.setInstructions(rewritten);
        }
        return changed;
    }

    /** A limit that is no positive number limits nothing from below, and everything from above. */
    private static int bits(float limit) {
        return limit > 0 ? Float.floatToRawIntBits(limit) : 0;
    }

    private record Clamping(IrModule module, List<Inst> out, Pc pc, int min, int max) {
        private Value outer(Value factor) {
            return alu(AluOp.SELECT, ScalarType.I32, isPositive(factor), limited(factor), Const.i32(0));
        }

        private Value inner(Value factor) {
            Value positive = alu(AluOp.UMAX, ScalarType.I32, limited(factor), Const.i32(ONE));
            return alu(AluOp.SELECT, ScalarType.I32, isPositive(factor), positive, Const.i32(Math.max(min, ONE)));
        }

        private Value limited(Value factor) {
            return alu(AluOp.UMIN, ScalarType.I32, alu(AluOp.UMAX, ScalarType.I32, factor, Const.i32(min)), Const.i32(max));
        }

        private Value isPositive(Value factor) {
            return alu(AluOp.ULT, ScalarType.B1, alu(AluOp.ISUB, ScalarType.I32, factor, Const.i32(1)), Const.i32(INFINITY));
        }

        private Value alu(AluOp op, ScalarType type, Value... operands) {
            Ssa result = module.fresh(type);
            out.add(new Alu(result, op, List.of(operands), pc));
            return result;
        }
    }
}
