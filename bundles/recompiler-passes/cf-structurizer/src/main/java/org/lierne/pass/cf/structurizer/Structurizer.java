package org.lierne.pass.cf.structurizer;

import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.osgi.service.component.annotations.Component;

/** Any control-flow graph goes in; the same program comes out with a merge at every branch and loop, blocks in SPIR-V's order. */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.cf.structurizer", needs = {Invariant.SSA, Invariant.MASKS_LOWERED}, gives = Invariant.STRUCTURED)
public final class Structurizer implements TranslationPass {
    @Override
    public boolean run(IrModule module, PassContext context) {
        structure(module);
        return true;
    }

    static void structure(IrModule module) {
        Cleanup.removeUnreachable(module);
        Variables variables = new Variables(module);
        variables.takeApart();
        Returns.separate(module);
        new Reducible(module, variables).run();
        new Nesting(module, variables).run();
        variables.putTogether();
        Cleanup.fold(module);
        Cleanup.removeDead(module);
        Cleanup.joinBlocks(module);
    }
}
