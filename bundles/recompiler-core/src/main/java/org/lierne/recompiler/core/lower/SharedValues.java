package org.lierne.recompiler.core.lower;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.lierne.recompiler.core.spirv.WaveLayout;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.ir.Wave;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.StageState;
import org.osgi.service.component.annotations.Component;

/**
 * Once masks are known, votes and lane reads of values that all lanes share are those values. What then still looks at other lanes
 * through workgroup memory has to stand where the whole workgroup comes; elsewhere it is refused, since its barriers would hang.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "wave.shared-values", needs = {Invariant.SSA, Invariant.MASKS_LOWERED}, before = {"pass.cf.structurizer", "wave.lockstep"},
        after = "pass.opt.implied-conditions")
public final class SharedValues implements TranslationPass {
    @Override
    public boolean run(IrModule module, PassContext context) {
        Set<Ssa> uniform = LaneView.Uniformity.of(module);
        Map<Ssa, Value> shared = new HashMap<>();
        for (IrBlock block : module.blocks()) {
            for (Inst inst : block.instructions()) {
                if (inst instanceof Wave wave && copiesOneLane(wave)) {
                    Value value = wave.operands().getFirst();
                    if (value instanceof Ssa ssa && uniform.contains(ssa)) {
                        shared.put(wave.result(), value);
                    }
                }
            }
        }
        module.replace(shared);
        if (!shared.isEmpty()) {
            Cleanup.fold(module);
            Cleanup.removeDead(module);
        }
        refuseLonelyBarriers(module, context);
        return !shared.isEmpty();
    }

    private static boolean copiesOneLane(Wave wave) {
        return switch (wave.op()) {
            case ANY, READ_FIRST_LANE, READ_LANE -> true;
            case DS_BPERMUTE, DS_SWIZZLE, DPP8 -> wave.operands().getLast().equals(Const.TRUE);
            case GROUP_ANY, LANE_ID, BALLOT_WORD, INVERSE_BALLOT, WRITE_LANE, DPP16, PERMLANE16, PERMLANEX16, DS_PERMUTE, COUNT_BELOW,
                    QUAD_ANY -> false;
        };
    }

    private static void refuseLonelyBarriers(IrModule module, PassContext context) {
        if (!(context.program().state().details() instanceof StageState.Compute group)
                || WaveLayout.of(context.program(), context.host()).kind() != WaveLayout.Kind.SPANNED) {
            return;
        }
        Convergence together = new Convergence(module, LaneView.Uniformity.varying(module, group.threads() > module.waveSize()));
        for (IrBlock block : module.blocks()) {
            if (together.isTogether(block)) {
                continue;
            }
            for (Inst inst : block.instructions()) {
                if (inst instanceof Wave wave && needsBarrier(wave)) {
                    throw context.refuse(wave.pc(), "lanes look at each other where not all of their workgroup come, and a guest wave of "
                            + module.waveSize() + " lanes is spread over host subgroups of " + context.host().subgroupSize());
                }
            }
        }
    }

    private static boolean needsBarrier(Wave wave) {
        return switch (wave.op()) {
            case ANY, GROUP_ANY, BALLOT_WORD, READ_FIRST_LANE, READ_LANE, DPP16, DPP8, PERMLANE16, PERMLANEX16, DS_PERMUTE, DS_BPERMUTE,
                    DS_SWIZZLE, COUNT_BELOW -> true;
            case LANE_ID, INVERSE_BALLOT, WRITE_LANE, QUAD_ANY -> false;
        };
    }
}
