package org.lierne.quirk.drivers;

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

/** Unsigned words that a field was extended to with its sign become f32 in two halves, which are exact and summed in one rounding. */
@Component(service = TranslationPass.class)
@PassSpec(id = UnsignedField.ID, needs = {Invariant.SSA, Invariant.MASKS_LOWERED}, after = {"pass.float.denormal.f32", "pass.float.nan"},
        before = "pass.cf.structurizer")
public final class UnsignedField implements TranslationPass {
    static final String ID = "quirk.driver.nvidia.unsigned-field";

    private static final Const HALF_BITS = Const.i32(16);
    private static final Const HALF = Const.i32(0xffff);
    private static final Const UPPER_UNIT = Const.f32(0x1p16f);

    @Override
    public boolean run(IrModule module, PassContext context) {
        if (!DriverFaults.UNSIGNED_FIELD.acts(context.host().driver(), context.switches())) {
            return false;
        }
        boolean changed = false;
        Expansion code = new Expansion(module);
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = code.enter(block); at.hasNext(); ) {
                if (at.next() instanceof Alu alu && alu.op() == AluOp.U_TO_F && alu.result().type() == ScalarType.F32
                        && isSigned(code.definition(alu.operand(0)))) {
                    code.before(alu);
                    Value upper = real(code, code.alu(AluOp.SHR_U, ScalarType.I32, alu.operand(0), HALF_BITS));
                    Value lower = real(code, code.and(alu.operand(0), HALF));
                    code.replace(alu.result(), code.alu(AluOp.FMA, ScalarType.F32, upper, UPPER_UNIT, lower));
                    context.acted(alu.pc(), "a signed field is converted in halves");
                    changed = true;
                }
            }
        }
        return changed;
    }

    private static boolean isSigned(@Nullable Inst definition) {
        return definition instanceof Alu alu && alu.result().type() == ScalarType.I32
                && (alu.op() == AluOp.SBFE || alu.op() == AluOp.SIGN_EXTEND || alu.op() == AluOp.SHR_S);
    }

    private static Value real(Expansion code, Value word) {
        return code.alu(AluOp.U_TO_F, ScalarType.F32, word);
    }
}
