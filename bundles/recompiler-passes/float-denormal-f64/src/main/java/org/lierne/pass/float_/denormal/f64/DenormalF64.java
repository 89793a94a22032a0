package org.lierne.pass.float_.denormal.f64;

import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Denormals;
import org.lierne.recompiler.ir.Expansion;
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
 * Denormal doubles become zeros of their sign: operands by bit 0 of the f16 and f64 field, results of sums, products and fractions by
 * bit 1, products after rounding to 53 bits with an unbounded exponent. Fused sums keep theirs unless {@code pass.float.fma.f64.honour-d16} is
 * on: then they are judged before rounding (gfx1035, rule B-016). Measured: gfx1031, rules B-017, B-018 and B-022.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.float.denormal.f64", needs = {Invariant.SSA, Invariant.MASKS_LOWERED},
        after = {"pass.opt.implied-conditions", "pass.float.nan", "pass.float.denormal.f32"}, before = "pass.cf.structurizer")
@Compat(rules = {"B-017", "B-018", "B-022"}, off = Compat.Off.PLAIN)
public final class DenormalF64 implements TranslationPass {
    private static final int KEEP_BOTH = 3;
    /** 2 to the 64, and the bits of 2 to the -958: the smallest normal number times that. */
    private static final Const SCALE = real(0x1p64);
    private static final Const SCALED_SMALLEST = Const.i64(Double.doubleToRawLongBits(0x1p-958));

    /** What flushes. */
    private enum Flush { NOTHING, INPUTS, DIVISION, BOTH, PRODUCT, FUSED, FUSED_RESULT }

    private static Const real(double value) {
        return new Const(ScalarType.F64, Double.doubleToRawLongBits(value));
    }

    @Override
    public boolean run(IrModule module, PassContext context) {
        FloatMode mode = module.floatMode();
        if (mode.denormals16() == KEEP_BOTH) {
            return false;
        }
        Expansion code = new Expansion(module);
        Denormals denormals = new Denormals(code, ScalarType.F64, (mode.denormals16() & 1) == 0);
        // The helper of divisions reads denormals in every mode.
        Denormals unread = new Denormals(code, ScalarType.F64, false);
        boolean fused = context.switches().isOn(DoubleModes.FUSED);
        boolean compares = context.switches().isOn(DoubleModes.COMPARISONS);
        boolean changed = false;
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = code.enter(block); at.hasNext(); ) {
                Inst inst = at.next();
                Flush flush = inst instanceof Alu alu ? flush(alu, fused, compares) : Flush.NOTHING;
                if (inst instanceof Alu alu && flush != Flush.NOTHING) {
                    code.before(alu);
                    if (rewrite(alu, flush, code, flush == Flush.FUSED_RESULT ? unread : denormals, (mode.denormals16() & 2) == 0)) {
                        context.acted(alu.pc(), "f64 denormals flushed");
                        changed = true;
                    }
                }
            }
        }
        return changed;
    }

    private static Flush flush(Alu alu, boolean fused, boolean compares) {
        if (alu.operand(0).type() != ScalarType.F64) {
            return Flush.NOTHING;
        }
        return switch (alu.op()) {
            case FADD, FSUB, FFRACT -> Flush.BOTH;
            case FMUL -> Flush.PRODUCT;
            case FMA -> fused ? Flush.FUSED : Flush.NOTHING;
            case DIV_FMAS -> fused ? Flush.FUSED_RESULT : Flush.NOTHING;
            case FFLOOR, FCEIL, FREXP_MANT, FREXP_EXP -> Flush.INPUTS;
            case FOEQ, FONE, FOLT, FOLE, FOGT, FOGE, FUEQ, FUNE, FULT, FULE, FUGT, FUGE -> compares ? Flush.INPUTS : Flush.NOTHING;
            case DIV_FIXUP -> Flush.DIVISION;
            default -> Flush.NOTHING;
        };
    }

    private static boolean rewrite(Alu alu, Flush flush, Expansion code, Denormals denormals, boolean results) {
        if (!results || flush == Flush.INPUTS || flush == Flush.DIVISION) {
            return denormals.flushOperands(alu, flush == Flush.DIVISION ? 0 : -1);
        }
        denormals.flushBoth(alu, (operands, denormal) -> switch (flush) {
            case PRODUCT -> productIsTiny(code, denormals, operands.get(0), operands.get(1));
            case FUSED, FUSED_RESULT -> code.or(denormal, new Fused(code, alu.op(), operands).isRoundedUpToSmallest());
            default -> denormal;
        });
        return true;
    }

    private static Value productIsTiny(Expansion code, Denormals denormals, Value a, Value b) {
        Value scaled = code.alu(AluOp.FMUL, ScalarType.F64, a, SCALE);
        return code.below(denormals.size(code.alu(AluOp.FMUL, ScalarType.F64, scaled, b)), SCALED_SMALLEST);
    }
}
