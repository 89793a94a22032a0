package org.lierne.pass.float_.denormal.f32;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.pass.TranslationPass;
import org.osgi.service.component.annotations.Component;

/**
 * Denormal operands become zeros of their sign, and so do results that are tiny after rounding to 24 bits with an unbounded exponent.
 * Measured: gfx1035 and gfx1036, rule B-032.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.float.denormal.f32", needs = {Invariant.SSA, Invariant.MASKS_LOWERED}, gives = Invariant.F32_DENORMALS_EXPLICIT,
        after = {"pass.opt.implied-conditions", "pass.image.cube-face"}, before = "pass.cf.structurizer")
@Compat(rules = "B-032", off = Compat.Off.PLAIN)
public final class DenormalF32 implements TranslationPass {
    private static final String ID = "pass.float.denormal.f32";
    private static final int KEEP_BOTH = 3;
    private static final int FLUSH_BOTH = 0;
    private static final int SIGN = 0x80000000;
    private static final int SMALLEST_NORMAL = 0x00800000;
    /** 2 to the 64 as f32, and the bits of 2 to the -62. */
    private static final Const SCALE = Const.f32(0x1p64f);
    private static final int SCALED_SMALLEST = Float.floatToRawIntBits(0x1p-62f);

    /** What flushes. */
    private enum Flush { NOTHING, INPUTS, DIVISION, BOTH, PRODUCT, FUSED }

    @Override
    public boolean run(IrModule module, PassContext context) {
        int mode = module.floatMode().denormals32();
        if (mode == KEEP_BOTH) {
            return false;
        }
        Rewrite rewrite = new Rewrite(module, context.switches());
        boolean changed = false;
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = block.editor(); at.hasNext(); ) {
                if (at.next() instanceof Alu alu && flush(alu) != Flush.NOTHING) {
                    if (mode != FLUSH_BOTH) {
                        throw context.refuse(alu.pc(), "the float mode flushes denormal " + (mode == 1 ? "results" : "inputs")
                                + " only, which is not measured for this instruction");
                    }
                    if (module.floatMode().round32() != 0 && (flush(alu) == Flush.PRODUCT || flush(alu) == Flush.FUSED)) {
                        throw context.refuse(alu.pc(), "products under a directed rounding mode are not modelled");
                    }
                    rewrite.rewrite(at, alu);
                    changed = true;
                }
            }
        }
        return changed;
    }

    private static Flush flush(Alu alu) {
        boolean fromSingle = alu.operand(0).type() == ScalarType.F32;
        if (!fromSingle) {
            return Flush.NOTHING;
        }
        return switch (alu.op()) {
            case FMUL, FMUL_LEGACY -> Flush.PRODUCT;
            case FMA -> Flush.FUSED;
            case FADD, FSUB, FMULLIT, FMIN, FMAX, FMIN3, FMAX3, FMED3, FFRACT, FFLOOR, FCEIL, FREXP_MANT, FSIN, FCOS, FLDEXP ->
                    Flush.BOTH;
            case FOEQ, FONE, FOLT, FOLE, FOGT, FOGE, FUEQ, FUNE, FULT, FULE, FUGT, FUGE, F_TO_S, F_TO_U, F_TO_S_ROUND_UP,
                    F_TO_S_FLOOR, FREXP_EXP, F_TO_F, F_TO_F_RTZ, F_TO_SNORM16, F_TO_UNORM16, F_TO_BYTE, FMIX_TO_HALF, DIV_SCALE ->
                    Flush.INPUTS;
            case DIV_FIXUP -> Flush.DIVISION;
            default -> Flush.NOTHING;
        };
    }

    /** One walk over a module. */
    private static final class Rewrite {
        private final IrModule module;
        private final Map<Ssa, Inst> definitions;
        private final Set<Ssa> clean = new HashSet<>();
        private final boolean inputs;
        private final boolean results;
        private final boolean tininess;

        Rewrite(IrModule module, Switches switches) {
            this.module = module;
            this.definitions = Cleanup.definitions(module);
            this.inputs = switches.isOn(ID + ".inputs", true);
            this.results = switches.isOn(ID + ".results", true);
            this.tininess = switches.isOn(ID + ".tininess", true);
        }

        void rewrite(IrBlock.Editor at, Alu alu) {
            Flush flush = flush(alu);
            List<Value> operands = new ArrayList<>();
            for (int i = 0; i < alu.operands().size(); i++) {
                Value operand = alu.operand(i);
                boolean flushed = inputs && operand.type() == ScalarType.F32 && !(flush == Flush.DIVISION && i == 0);
                operands.add(flushed ? flushed(at, operand, alu.pc()) : operand);
            }
            boolean changesResult = flush == Flush.BOTH && results || (flush == Flush.PRODUCT || flush == Flush.FUSED)
                    && (results || tininess);
            if (!changesResult) {
                Alu changed = alu.withOperands(operands);
                at.set(changed);
                definitions.put(changed.result(), changed);
                return;
            }
            if (flush == Flush.BOTH && alwaysClean(alu) && inputs) {
                Alu changed = alu.withOperands(operands);
                at.set(changed);
                definitions.put(changed.result(), changed);
                clean.add(changed.result());
                return;
            }
            // The old result's name goes to the value that replaces it, so that later phis need no change.
            Ssa raw = module.fresh(ScalarType.F32);
            Alu host = new Alu(raw, alu.op(), operands, alu.pc());
            at.insertBefore(host);
            definitions.put(raw, host);
            Value bits = add(at, AluOp.BITCAST, ScalarType.I32, alu.pc(), raw);
            Value size = add(at, AluOp.AND, ScalarType.I32, alu.pc(), bits, Const.i32(~SIGN));
            Value tiny = add(at, AluOp.ULT, ScalarType.B1, alu.pc(), size, Const.i32(SMALLEST_NORMAL));
            if (flush != Flush.BOTH && tininess) {
                Value product = productIsTiny(at, operands, alu.pc());
                if (flush == Flush.FUSED) {
                    product = withZeroAddend(at, product, operands.get(2), alu.pc());
                }
                tiny = flush == Flush.FUSED ? add(at, AluOp.OR, ScalarType.B1, alu.pc(), tiny, product) : product;
            }
            Value zero = add(at, AluOp.AND, ScalarType.I32, alu.pc(), bits, Const.i32(SIGN));
            Value chosen = add(at, AluOp.SELECT, ScalarType.I32, alu.pc(), tiny, zero, bits);
            Alu last = new Alu(alu.result(), AluOp.BITCAST, List.of(chosen), alu.pc());
            at.set(last);
            definitions.put(alu.result(), last);
            clean.add(alu.result());
        }

        /** Results that are an operand, an integer or at least a normal number when the operands are clean. */
        private static boolean alwaysClean(Alu alu) {
            return switch (alu.op()) {
                case FMIN, FMAX, FMIN3, FMAX3, FMED3, FFLOOR, FCEIL, FREXP_MANT -> true;
                case FADD, FSUB -> isZero(alu.operand(0)) || isZero(alu.operand(1));
                default -> false;
            };
        }

        private static boolean isZero(Value value) {
            return value instanceof Const constant && (constant.bits() & 0x7fffffffL) == 0;
        }

        /** Whether the product is below the smallest normal number after rounding with an unbounded exponent. */
        private Value productIsTiny(IrBlock.Editor at, List<Value> operands, Pc pc) {
            Value scaled = add(at, AluOp.FMUL, ScalarType.F32, pc, operands.get(0), SCALE);
            Value product = add(at, AluOp.FMUL, ScalarType.F32, pc, scaled, operands.get(1));
            Value bits = add(at, AluOp.BITCAST, ScalarType.I32, pc, product);
            Value size = add(at, AluOp.AND, ScalarType.I32, pc, bits, Const.i32(~SIGN));
            return add(at, AluOp.ULT, ScalarType.B1, pc, size, Const.i32(SCALED_SMALLEST));
        }

        private Value withZeroAddend(IrBlock.Editor at, Value tiny, Value addend, Pc pc) {
            if (addend instanceof Const constant) {
                return (constant.bits() & ~SIGN & 0xffffffffL) == 0 ? tiny : Const.FALSE;
            }
            Value bits = add(at, AluOp.BITCAST, ScalarType.I32, pc, addend);
            Value size = add(at, AluOp.AND, ScalarType.I32, pc, bits, Const.i32(~SIGN));
            Value isZero = add(at, AluOp.IEQ, ScalarType.B1, pc, size, Const.i32(0));
            return add(at, AluOp.AND, ScalarType.B1, pc, tiny, isZero);
        }

        private Value flushed(IrBlock.Editor at, Value value, Pc pc) {
            if (value instanceof Const constant) {
                boolean denormal = (constant.bits() & ~SIGN & 0xffffffffL) < SMALLEST_NORMAL;
                return denormal ? new Const(ScalarType.F32, constant.bits() & 0x80000000L) : constant;
            }
            if (isClean(value, 0)) {
                return value;
            }
            Value bits = add(at, AluOp.BITCAST, ScalarType.I32, pc, value);
            Value size = add(at, AluOp.AND, ScalarType.I32, pc, bits, Const.i32(~SIGN));
            Value tiny = add(at, AluOp.ULT, ScalarType.B1, pc, size, Const.i32(SMALLEST_NORMAL));
            Value zero = add(at, AluOp.AND, ScalarType.I32, pc, bits, Const.i32(SIGN));
            Value chosen = add(at, AluOp.SELECT, ScalarType.I32, pc, tiny, zero, bits);
            Value result = add(at, AluOp.BITCAST, ScalarType.F32, pc, chosen);
            if (result instanceof Ssa ssa) {
                clean.add(ssa);
            }
            return result;
        }

        /** Whether a value, a float or its bits, is known to be no denormal. */
        private boolean isClean(Value value, int depth) {
            if (value instanceof Const constant) {
                long size = constant.bits() & 0x7fffffffL;
                return size == 0 || size >= SMALLEST_NORMAL;
            }
            if (!(value instanceof Ssa ssa) || depth > 6) {
                return false;
            }
            if (clean.contains(ssa)) {
                return true;
            }
            if (!(definitions.get(ssa) instanceof Alu alu)) {
                return false;
            }
            return switch (alu.op()) {
                case BITCAST -> alu.operand(0).type().component().bits() == 32 && isClean(alu.operand(0), depth + 1);
                case SELECT -> isClean(alu.operand(1), depth + 1) && isClean(alu.operand(2), depth + 1);
                case S_TO_F, U_TO_F -> true;
                case F_TO_F -> alu.operand(0).type() == ScalarType.F16;
                case FNEG, FABS, FSATURATE -> isClean(alu.operand(0), depth + 1);
                case XOR -> alu.operand(1).equals(Const.i32(SIGN)) && isClean(alu.operand(0), depth + 1);
                case AND -> alu.operand(1).equals(Const.i32(~SIGN)) && isClean(alu.operand(0), depth + 1);
                case CUBE_ID, FTRUNC, FRNDNE -> true;
                default -> false;
            };
        }

        private Value add(IrBlock.Editor at, AluOp op, ScalarType type, Pc pc, Value... operands) {
            Ssa result = module.fresh(type);
            Alu alu = new Alu(result, op, List.of(operands), pc);
            at.insertBefore(alu);
            definitions.put(result, alu);
            return result;
        }
    }
}
