package org.lierne.pass.float_.fp16_ovfl;

import java.util.List;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.FloatBits;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.FloatMode;
import org.osgi.service.component.annotations.Component;

/**
 * Where FP16_OVFL is set, an f16 result that rounds to infinity though no operand is infinite becomes the largest number of its sign. A
 * division's fix-up keeps the infinities of a zero denominator and of an infinite numerator. Measured: gfx1036, rule C-016.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.float.fp16-ovfl", needs = {Invariant.SSA, Invariant.MASKS_LOWERED},
        after = {"pass.opt.implied-conditions", "pass.float.nan"},
        before = {"pass.float.denormal.f32", "pass.float.denormal.f16", "pass.float.round.f16", "pass.cf.structurizer"})
@Compat(rules = "C-016", off = Compat.Off.PLAIN)
public final class Fp16Overflow implements TranslationPass {
    @Override
    public boolean run(IrModule module, PassContext context) {
        FloatMode mode = module.floatMode();
        if (!mode.fp16Overflow()) {
            return false;
        }
        Expansion code = new Expansion(module);
        boolean changed = false;
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = code.enter(block); at.hasNext(); ) {
                Inst inst = at.next();
                if (inst instanceof Alu alu && alu.result().type() == ScalarType.F16 && canOverflow(alu)) {
                    code.before(alu);
                    code.replace(alu.result(), limited(code, alu, (mode.denormals16() & 1) == 0));
                    context.acted(alu.pc(), "an f16 result limited");
                    changed = true;
                }
            }
        }
        return changed;
    }

    private static boolean canOverflow(Alu alu) {
        return switch (alu.op()) {
            case FADD, FSUB, FMUL, FMA, FRCP, FRSQ, FLOG2, FEXP2, S_TO_F, U_TO_F, FMIX_TO_HALF, DIV_FIXUP -> true;
            case F_TO_F -> alu.operand(0).type() != ScalarType.F16;
            default -> false;
        };
    }

    private static Value limited(Expansion code, Alu alu, boolean flushes) {
        Value raw = code.alu(alu.op(), ScalarType.F16, alu.operands().toArray(Value[]::new));
        Value rightly = Const.FALSE;
        for (Value operand : alu.op() == AluOp.DIV_FIXUP ? List.of(alu.operand(2)) : alu.operands()) {
            if (operand.type().component().isFloat()) {
                rightly = code.or(rightly, isInfinite(code, operand));
            }
        }
        if (alu.op() == AluOp.DIV_FIXUP) {
            long limit = flushes ? FloatBits.smallestNormal(ScalarType.F16) : 1;
            rightly = code.or(rightly, code.below(size(code, alu.operand(1)), new Const(ScalarType.I16, limit)));
        }
        Value overflows = code.and(isInfinite(code, raw), code.alu(AluOp.NOT, ScalarType.B1, rightly));
        Value largest = code.alu(AluOp.ISUB, ScalarType.I16, code.bits(raw), new Const(ScalarType.I16, 1));
        return code.real(code.select(overflows, largest, code.bits(raw)), ScalarType.F16);
    }

    private static Value size(Expansion code, Value value) {
        ScalarType type = value.type().component();
        return code.and(code.bits(value), new Const(Expansion.integer(type), FloatBits.sign(type) - 1));
    }

    private static Value isInfinite(Expansion code, Value value) {
        ScalarType type = value.type().component();
        return code.equal(size(code, value), new Const(Expansion.integer(type), FloatBits.infinity(type)));
    }
}
