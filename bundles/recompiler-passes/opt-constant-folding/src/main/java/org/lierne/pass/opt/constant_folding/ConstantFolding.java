package org.lierne.pass.opt.constant_folding;

import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.osgi.service.component.annotations.Component;

/** Puts the result in the place of an integer or boolean operation whose operands say it, and goes only the way a constant leads. */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.opt.constant-folding", needs = Invariant.SSA, before = "recompiler.descriptors")
public final class ConstantFolding implements TranslationPass {
    @Override
    public boolean run(IrModule module, PassContext context) {
        return Cleanup.fold(module);
    }
}
