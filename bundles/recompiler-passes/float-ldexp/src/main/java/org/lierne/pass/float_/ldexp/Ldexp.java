package org.lierne.pass.float_.ldexp;

import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.osgi.service.component.annotations.Component;

/**
 * A number times a power of two, on the bits: the exponents are added, what leaves the range is rounded in the float mode. A result below
 * the smallest normal number before rounding is flushed where the mode flushes results. Measured: gfx1030 and gfx1036, rules B-021,
 * B-032 and B-034.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.float.ldexp", needs = {Invariant.SSA, Invariant.MASKS_LOWERED},
        after = {"pass.opt.implied-conditions", "pass.float.nan"}, before = "pass.cf.structurizer")
@Compat(rules = {"B-021", "B-034"}, off = Compat.Off.PLAIN)
public final class Ldexp implements TranslationPass {
    @Override
    public boolean run(IrModule module, PassContext context) {
        Expansion code = new Expansion(module);
        boolean changed = false;
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = code.enter(block); at.hasNext(); ) {
                Inst inst = at.next();
                if (inst instanceof Alu alu && alu.op() == AluOp.FLDEXP && alu.result().type() != ScalarType.F64) {
                    code.before(alu);
                    code.replace(alu.result(), new Scaled(code, module.floatMode(), alu.operand(0)).by(alu.operand(1)));
                    context.acted(alu.pc(), "scaled on the bits");
                    changed = true;
                }
            }
        }
        return changed;
    }
}
