package org.lierne.quirk.drivers;

import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.osgi.service.component.annotations.Component;

/** Roots of halves are taken of their f32, and rounded: the same for every half, since 24 bits are two and twice as many as 11 (rule B-033). */
@Component(service = TranslationPass.class)
@PassSpec(id = HalfRoot.ID, needs = {Invariant.SSA, Invariant.MASKS_LOWERED}, after = {"pass.float.denormal.f16", "pass.float.nan"},
        before = "pass.cf.structurizer")
public final class HalfRoot implements TranslationPass {
    static final String ID = "quirk.driver.nvidia.half-root";

    @Override
    public boolean run(IrModule module, PassContext context) {
        if (!DriverFaults.HALF_ROOT.acts(context.host().driver(), context.switches())) {
            return false;
        }
        boolean changed = false;
        Expansion code = new Expansion(module);
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = code.enter(block); at.hasNext(); ) {
                if (at.next() instanceof Alu alu && alu.op() == AluOp.FSQRT && alu.result().type() == ScalarType.F16) {
                    code.before(alu);
                    code.replace(alu.result(), code.inSingles(alu, number -> code.alu(AluOp.FSQRT, ScalarType.F32, number)));
                    context.acted(alu.pc(), "the root of a half is taken of its f32");
                    changed = true;
                }
            }
        }
        return changed;
    }
}
