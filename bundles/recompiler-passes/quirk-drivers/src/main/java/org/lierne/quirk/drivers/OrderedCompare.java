package org.lierne.quirk.drivers;

import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.FloatBits;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.osgi.service.component.annotations.Component;

/**
 * Ordered comparisons of f32 for not equal, less and greater also look at the bits of both operands for NaNs; not equal becomes the
 * unordered form. The result is the same for every input (rule B-036).
 */
@Component(service = TranslationPass.class)
@PassSpec(id = OrderedCompare.ID, needs = {Invariant.SSA, Invariant.MASKS_LOWERED},
        after = {"pass.float.denormal.f32", "pass.float.nan"}, before = "pass.cf.structurizer")
public final class OrderedCompare implements TranslationPass {
    static final String ID = "quirk.driver.amd-windows.ordered-compare";

    private static final Const INFINITY = Const.i32((int) FloatBits.infinity(ScalarType.F32));
    private static final Const SIZE = Const.i32(Integer.MAX_VALUE);

    @Override
    public boolean run(IrModule module, PassContext context) {
        if (!DriverFaults.ORDERED_COMPARE.acts(context.host().driver(), context.switches())) {
            return false;
        }
        boolean changed = false;
        Expansion code = new Expansion(module);
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = code.enter(block); at.hasNext(); ) {
                if (at.next() instanceof Alu alu && isAffected(alu)) {
                    code.before(alu);
                    AluOp op = alu.op() == AluOp.FONE ? AluOp.FUNE : alu.op();
                    Value numbers = code.and(isNumber(code, alu.operand(0)), isNumber(code, alu.operand(1)));
                    code.replace(alu.result(), code.and(code.alu(op, ScalarType.B1, alu.operand(0), alu.operand(1)), numbers));
                    context.acted(alu.pc(), "NaNs are told by their bits");
                    changed = true;
                }
            }
        }
        return changed;
    }

    private static boolean isAffected(Alu alu) {
        return switch (alu.op()) {
            case FONE, FOLT, FOGT -> alu.operand(0).type() == ScalarType.F32;
            default -> false;
        };
    }

    private static Value isNumber(Expansion code, Value value) {
        return code.alu(AluOp.ULE, ScalarType.B1, code.and(code.bits(value), SIZE), INFINITY);
    }
}
