package org.lierne.pass.ir.masked_select;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.ir.Wave;
import org.lierne.recompiler.ir.WaveOp;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.osgi.service.component.annotations.Component;

/**
 * Takes selections by a mask away from in front of first-lane reads (rule A-038): a register that was written where one mask holds is read
 * where another one does. When every lane of the read mask is in the write mask, the read sees what was written. Where the read mask is
 * empty it takes lane 0, which may not have been written; so nobody may look at the result in a lane that is not in the read mask.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.ir.masked-select", needs = Invariant.SSA, after = "pass.opt.constant-folding", before = "wave.one-lane")
@Compat(rules = "A-038", off = Compat.Off.PLAIN)
public final class MaskedSelects implements TranslationPass {
    @Override
    public boolean run(IrModule module, PassContext context) {
        Map<Ssa, Inst> definitions = Cleanup.definitions(module);
        Masks masks = new Masks(module, definitions);
        Observers observers = new Observers(module, masks);
        boolean changed = false;
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = block.editor(); at.hasNext(); ) {
                if (at.next() instanceof Wave read && read.op() == WaveOp.READ_FIRST_LANE) {
                    Value seen = seen(read, definitions, masks, observers);
                    if (seen != null) {
                        at.set(read.withOperands(List.of(seen, read.operands().get(1))));
                        context.acted(read.pc(), "every lane that is read was written");
                        changed = true;
                    }
                }
            }
        }
        if (changed) {
            Cleanup.removeDead(module);
        }
        return changed;
    }

    /** What a read sees behind the selections in front of it; null where it has to look at them. */
    private static @Nullable Value seen(Wave read, Map<Ssa, Inst> definitions, Masks masks, Observers observers) {
        Value mask = read.operands().get(1);
        Value seen = read.operands().getFirst();
        while (seen instanceof Ssa ssa && definitions.get(ssa) instanceof Alu alu && alu.op() == AluOp.SELECT
                && masks.implies(mask, alu.operand(0))) {
            seen = alu.operand(1);
        }
        return seen.equals(read.operands().getFirst()) || !observers.stayWithin(read, mask) ? null : seen;
    }
}
