package org.lierne.recompiler.core.lower;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
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
import org.osgi.service.component.annotations.Component;

/** Once masks are known, votes and lane reads of values that all lanes share are those values. */
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
}
