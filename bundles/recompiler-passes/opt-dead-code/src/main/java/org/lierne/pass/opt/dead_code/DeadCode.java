package org.lierne.pass.opt.dead_code;

import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.osgi.service.component.annotations.Component;

/** Takes out unread results, unreachable blocks, and the seams between blocks that only follow one another. */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.opt.dead-code", needs = Invariant.SSA,
        after = {"pass.opt.constant-folding", "pass.opt.implied-conditions", "wave.shared-values"}, before = "recompiler.descriptors")
public final class DeadCode implements TranslationPass {
    @Override
    public boolean run(IrModule module, PassContext context) {
        boolean changed = Cleanup.removeUnreachable(module);
        changed |= Cleanup.removeDead(module);
        return changed | Cleanup.joinBlocks(module);
    }
}
