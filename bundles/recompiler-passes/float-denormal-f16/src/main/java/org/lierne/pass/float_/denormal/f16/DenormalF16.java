package org.lierne.pass.float_.denormal.f16;

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
 * Denormal halves become zeros of their sign: operands by bit 0 of the f16 field, results by bit 1. Products and fused sums are judged
 * after rounding to 11 bits with an unbounded exponent. Measured: gfx1030, gfx1031 and gfx1036, rules B-028 to B-031, B-039 and C-018.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.float.denormal.f16", needs = {Invariant.SSA, Invariant.MASKS_LOWERED},
        after = {"pass.opt.implied-conditions", "pass.float.nan", "pass.float.denormal.f32"}, before = "pass.cf.structurizer")
@Compat(rules = {"B-026", "B-028", "B-029", "B-030", "B-031", "B-039", "C-018"}, off = Compat.Off.PLAIN)
public final class DenormalF16 implements TranslationPass {
    private static final int KEEP_BOTH = 3;
    /** Bits, as an f32, of the smallest magnitude that rounds to 2 to the -14 at 11 bits, a tie: 2 to the -14 less 2 to the -26. */
    private static final Const SMALLEST_ROUNDED = Const.i32(0x387ff000);
    private static final int SIGN = 0x80000000;

    /** What flushes. */
    private enum Flush { NOTHING, INPUTS, DIVISION, BOTH, SUM, PRODUCT, FUSED }

    @Override
    public boolean run(IrModule module, PassContext context) {
        FloatMode mode = module.floatMode();
        if (mode.denormals16() == KEEP_BOTH) {
            return false;
        }
        Expansion code = new Expansion(module);
        Denormals denormals = new Denormals(code, ScalarType.F16, (mode.denormals16() & 1) == 0);
        boolean changed = false;
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = code.enter(block); at.hasNext(); ) {
                Inst inst = at.next();
                if (inst instanceof Alu alu) {
                    if (alu.op() == AluOp.FMIX_TO_HALF) {
                        throw context.refuse(alu.pc(), "mixed sums under a mode that flushes f16 denormals are not modelled");
                    }
                    code.before(alu);
                    if (rewrite(alu, flush(alu, mode.round16() == 0), code, denormals, (mode.denormals16() & 2) == 0)) {
                        context.acted(alu.pc(), "f16 denormals flushed");
                        changed = true;
                    }
                }
            }
        }
        return changed;
    }

    /** Sums and products are flushed in nearest-even rounding only, where it was measured. */
    private static Flush flush(Alu alu, boolean nearest) {
        boolean fromHalf = alu.operand(0).type() == ScalarType.F16;
        boolean toHalf = alu.result().type() == ScalarType.F16;
        return switch (alu.op()) {
            case FADD, FSUB -> fromHalf && nearest ? Flush.SUM : Flush.NOTHING;
            case FMUL -> fromHalf && nearest ? Flush.PRODUCT : Flush.NOTHING;
            case FMA -> fromHalf && nearest ? Flush.FUSED : Flush.NOTHING;
            case FCEIL, FFLOOR, FFRACT, FRCP, FRSQ, FSQRT, FLOG2, FEXP2, FSIN, FREXP_MANT -> fromHalf ? Flush.BOTH : Flush.NOTHING;
            case FREXP_EXP, F_TO_SNORM16, F_TO_UNORM16, F_TO_F, FMIN, FMAX, FMIN3, FMAX3, FMED3, FCANONICAL, FOEQ, FONE, FOLT, FOLE, FOGT,
                    FOGE, FUEQ, FUNE, FULT, FULE, FUGT, FUGE -> fromHalf ? Flush.INPUTS : Flush.NOTHING;
            case DIV_FIXUP -> fromHalf ? Flush.DIVISION : Flush.NOTHING;
            case F_TO_F_RTZ -> toHalf ? Flush.BOTH : Flush.NOTHING;
            default -> Flush.NOTHING;
        };
    }

    private static boolean rewrite(Alu alu, Flush flush, Expansion code, Denormals denormals, boolean results) {
        if (flush == Flush.NOTHING) {
            return false;
        }
        if (!results || flush == Flush.INPUTS || flush == Flush.DIVISION) {
            return denormals.flushOperands(alu, flush == Flush.DIVISION ? 0 : -1);
        }
        denormals.flushBoth(alu, (operands, denormal) -> switch (flush) {
            case PRODUCT -> code.below(size(code, product(code, operands.get(0), operands.get(1))), SMALLEST_ROUNDED);
            case FUSED -> fusedIsTiny(code, operands.get(0), operands.get(1), operands.get(2));
            default -> denormal;
        });
        return true;
    }

    private static Value single(Expansion code, AluOp op, Value a, Value b) {
        return code.alu(op, ScalarType.F32, a, b);
    }

    private static Value wide(Expansion code, Value half) {
        return code.alu(AluOp.F_TO_F, ScalarType.F32, half);
    }

    /** The product of two halves, exact in 32 bits. */
    private static Value product(Expansion code, Value a, Value b) {
        return single(code, AluOp.FMUL, wide(code, a), wide(code, b));
    }

    private static Value size(Expansion code, Value value) {
        return code.and(code.bits(value), Const.i32(~SIGN));
    }

    /** By the sum rounded to 24 bits and, where that is the limit itself, by what the rounding took away. */
    private static Value fusedIsTiny(Expansion code, Value a, Value b, Value c) {
        Value product = product(code, a, b);
        Value addend = wide(code, c);
        Value sum = single(code, AluOp.FADD, product, addend);
        Value added = single(code, AluOp.FSUB, sum, product);
        Value lost = single(code, AluOp.FADD, single(code, AluOp.FSUB, product, single(code, AluOp.FSUB, sum, added)),
                single(code, AluOp.FSUB, addend, added));
        Value opposite = code.alu(AluOp.SLT, ScalarType.B1, code.alu(AluOp.XOR, ScalarType.I32, code.bits(sum), code.bits(lost)),
                Const.i32(0));
        Value less = code.and(opposite, code.alu(AluOp.INE, ScalarType.B1, size(code, lost), Const.i32(0)));
        return code.or(code.below(size(code, sum), SMALLEST_ROUNDED),
                code.and(code.equal(size(code, sum), SMALLEST_ROUNDED), less));
    }
}
