package org.lierne.quirk.drivers;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.Inst;
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
 * Factors are read as fields of 24 bits, where nothing but the low half of the product is used: the same half, and no factor of which the
 * driver knows that it has 16 bits, wherever that comes from (rule B-037).
 */
@Component(service = TranslationPass.class)
@PassSpec(id = Mul16.ID, needs = {Invariant.SSA, Invariant.MASKS_LOWERED},
        after = {"pass.opt.implied-conditions", "pass.float.nan"}, before = "pass.cf.structurizer")
public final class Mul16 implements TranslationPass {
    static final String ID = "quirk.driver.amd-windows.mul16";

    private static final Const HALF = Const.i32(0xffff);
    private static final Const HALF_BITS = Const.i32(16);
    private static final Const READ_BITS = Const.i32(24);

    @Override
    public boolean run(IrModule module, PassContext context) {
        if (!DriverFaults.MUL16.acts(context.host().driver(), context.switches())) {
            return false;
        }
        Set<@Nullable Value> wide = usedAbove(module);
        boolean changed = false;
        Expansion code = new Expansion(module);
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = code.enter(block); at.hasNext(); ) {
                if (at.next() instanceof Alu alu && alu.op() == AluOp.IMUL && alu.result().type() == ScalarType.I32
                        && !wide.contains(alu.result())) {
                    code.before(alu);
                    Alu product = alu.withOperands(alu.operands().stream().map(factor -> read(code, factor)).toList());
                    if (!product.equals(alu)) {
                        code.replace(product);
                        context.acted(alu.pc(), "factors of 16 bits are read with 24");
                        changed = true;
                    }
                }
            }
        }
        return changed;
    }

    private static Value read(Expansion code, Value factor) {
        return factor instanceof Const ? factor : code.alu(AluOp.UBFE, ScalarType.I32, whole(code, factor), Const.i32(0), READ_BITS);
    }

    /** The word whose low half a factor is, where that is all that makes it one. */
    private static Value whole(Expansion code, Value factor) {
        Alu half = code.definition(factor, AluOp.AND);
        if (half == null) {
            return factor;
        }
        return half.operand(1).equals(HALF) ? half.operand(0) : half.operand(0).equals(HALF) ? half.operand(1) : factor;
    }

    /** Values of which somebody reads more than the low half. */
    private static Set<@Nullable Value> usedAbove(IrModule module) {
        Set<@Nullable Value> used = new HashSet<>();
        for (IrBlock block : module.blocks()) {
            for (Inst inst : block.instructions()) {
                boolean cuts = inst instanceof Alu alu && (alu.op() == AluOp.AND && alu.operands().contains(HALF)
                        || alu.op() == AluOp.SHL && alu.operand(1).equals(HALF_BITS));
                if (!cuts) {
                    used.addAll(inst.operands());
                }
            }
            used.add(block.terminator().condition());
        }
        return used;
    }
}
