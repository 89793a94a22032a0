package org.lierne.pass.float_.denormal.f32;

import java.util.ArrayList;
import java.util.List;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Denormals;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.FloatBits;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Phi;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.HostFeature;
import org.osgi.service.component.annotations.Component;

/**
 * Denormal operands become zeros of their sign, and so do results that are tiny after rounding to 24 bits with an unbounded exponent.
 * Measured: gfx1035 and gfx1036, rule B-032; comparisons gfx1030, rule B-038.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.float.denormal.f32", needs = {Invariant.SSA, Invariant.MASKS_LOWERED}, gives = Invariant.F32_DENORMALS_EXPLICIT,
        after = "pass.opt.implied-conditions", before = "pass.cf.structurizer",
        switches = {"pass.float.denormal.f32.inputs=on", "pass.float.denormal.f32.results=on", "pass.float.denormal.f32.tininess=on",
            "pass.float.denormal.f32.flush-elim=on", "pass.float.denormal.f32.mad-legacy.after-rounding=off"})
@Compat(rules = {"B-024", "B-025", "B-032", "B-038", "A-039"}, off = Compat.Off.PLAIN)
public final class DenormalF32 implements TranslationPass {
    private static final String ID = "pass.float.denormal.f32";
    private static final int KEEP_BOTH = 3;
    private static final int FLUSH_BOTH = 0;
    private static final int DOWN = 2;

    /** What flushes. */
    private enum Flush { NOTHING, COMPARISON, INPUTS, DIVISION, BOTH, PRODUCT, FUSED }

    @Override
    public boolean run(IrModule module, PassContext context) {
        int mode = module.floatMode().denormals32();
        boolean changed = false;
        Rewrite rewrite = new Rewrite(module, context);
        rewrite.expectResults(module);
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = rewrite.code.enter(block); at.hasNext(); ) {
                Inst inst = at.next();
                if (inst instanceof Alu alu && rewrite.isHosts(alu)) {
                    rewrite.denormals.isNoDenormal(alu);
                    module.ask(HostFeature.DENORM_FLUSH_32);
                    context.acted(HostFlush.F32, alu.pc(), "the flush is left to the host");
                    changed = true;
                } else if (inst instanceof Alu alu && rewrite.clampsQuotient(alu)) {
                    rewrite.code.before(alu);
                    rewrite.clamp(alu);
                    changed = true;
                } else if (inst instanceof Alu alu && rewrite.isSeparate(alu)) {
                    rewrite.code.before(alu);
                    rewrite.separate(alu);
                    context.acted(alu.pc(), "f32 denormals flushed");
                    changed = true;
                } else if (inst instanceof Alu alu && flush(alu) != Flush.NOTHING) {
                    if (mode != FLUSH_BOTH && mode != KEEP_BOTH && flush(alu) != Flush.COMPARISON) {
                        throw context.refuse(alu.pc(), "the float mode flushes denormal " + (mode == 1 ? "results" : "inputs")
                                + " only, which is not measured for this instruction");
                    }
                    if (mode != KEEP_BOTH || flush(alu) == Flush.COMPARISON) {
                        rewrite.code.before(alu);
                        if (rewrite.rewrite(alu)) {
                            context.acted(alu.pc(), "f32 denormals flushed");
                            changed = true;
                        }
                    }
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
            case FMUL, FMUL_LEGACY, FMULLIT -> Flush.PRODUCT;
            case FMA -> Flush.FUSED;
            case FADD, FSUB, FMIN, FMAX, FMIN3, FMAX3, FMED3, FFRACT, FFLOOR, FCEIL, FREXP_MANT, FSIN, FCOS -> Flush.BOTH;
            case FOEQ, FONE, FOLT, FOLE, FOGT, FOGE, FUEQ, FUNE, FULT, FULE, FUGT, FUGE -> Flush.COMPARISON;
            case F_TO_S, F_TO_U, F_TO_S_ROUND_UP, F_TO_S_FLOOR, FREXP_EXP, F_TO_F, F_TO_F_RTZ, F_TO_SNORM16, F_TO_UNORM16, F_TO_BYTE,
                    FMIX_TO_HALF, DIV_SCALE, DIV_SCALE_FLAG -> Flush.INPUTS;
            case DIV_FIXUP -> Flush.DIVISION;
            default -> Flush.NOTHING;
        };
    }

    /** One walk over a module. */
    private static final class Rewrite {
        private final Expansion code;
        private final Denormals denormals;
        private final FloatMode mode;
        private final boolean inputs;
        private final boolean results;
        private final boolean tininess;
        private final boolean eliminates;
        private final boolean hostFlushes;
        private final boolean afterRounding;
        private final boolean separates;
        private final Absorbing absorbing;

        Rewrite(IrModule module, PassContext context) {
            this.mode = module.floatMode();
            this.inputs = context.switches().isOn(ID + ".inputs", true) && (mode.denormals32() & 1) == 0;
            this.results = context.switches().isOn(ID + ".results", true);
            this.tininess = context.switches().isOn(ID + ".tininess", true);
            this.eliminates = inputs && context.switches().isOn(ID + ".flush-elim", true);
            this.hostFlushes = mode.denormals32() == FLUSH_BOTH && context.host().has(HostFeature.DENORM_FLUSH_32)
                    && HostFlush.F32.acts(context.host().driver(), context.switches());
            this.separates = context.switches().isOn(SeparateSums.EXACT);
            this.afterRounding = context.switches().isOn(ID + ".mad-legacy.after-rounding", false);
            this.code = new Expansion(module);
            this.absorbing = new Absorbing(module);
            this.denormals = new Denormals(code, ScalarType.F32, inputs, (alu, operand) -> eliminates && absorbing.absorbs(alu, operand));
        }

        /** Results that this pass or the host will have flushed, known before the loops that they go round in are walked. */
        void expectResults(IrModule module) {
            if (!eliminates || !results || !tininess || mode.denormals32() != FLUSH_BOTH) {
                return;
            }
            List<Ssa> flushed = new ArrayList<>();
            List<Phi> phis = new ArrayList<>();
            for (IrBlock block : module.blocks()) {
                for (Inst inst : block.instructions()) {
                    if (inst instanceof Phi phi) {
                        phis.add(phi);
                    } else if (inst instanceof Alu alu && flushesResult(flush(alu)) && (isHosts(alu) || !absorbing.isAbsorbed(alu.result()))) {
                        flushed.add(alu.result());
                    }
                }
            }
            denormals.expect(flushed, phis);
        }

        private static boolean flushesResult(Flush flush) {
            return flush == Flush.BOTH || flush == Flush.PRODUCT || flush == Flush.FUSED;
        }

        /** What becomes one operation of the host, which flushes as the guest does. */
        boolean isHosts(Alu alu) {
            return hostFlushes && switch (alu.op()) {
                case FADD, FSUB, FMUL, FMA, FMIN, FMAX, FMIN3, FMAX3, FMED3 -> alu.result().type() == ScalarType.F32;
                default -> flush(alu) == Flush.COMPARISON;
            };
        }

        /** A division's result keeps denormals in every mode, which the clamp of a host that is not asked to keep them may take for zeros. */
        boolean clampsQuotient(Alu alu) {
            return mode.denormals32() == FLUSH_BOTH && alu.op() == AluOp.FSATURATE && alu.result().type() == ScalarType.F32
                    && isQuotient(alu.operand(0));
        }

        private boolean isQuotient(Value value) {
            return code.definition(value) instanceof Alu alu && switch (alu.op()) {
                case DIV_FIXUP -> true;
                case BITCAST, FABS, FNEG, FOMOD -> isQuotient(alu.operand(0));
                case SELECT -> isQuotient(alu.operand(1)) || isQuotient(alu.operand(2));
                default -> false;
            };
        }

        /** Numbers from 0 to 1 are those from their bits' to their bits'. */
        void clamp(Alu alu) {
            Value bits = code.bits(alu.operand(0));
            Value limited = code.alu(AluOp.SMIN, ScalarType.I32, code.alu(AluOp.SMAX, ScalarType.I32, bits, Const.i32(0)),
                    Const.i32((int) FloatBits.one(ScalarType.F32)));
            Value nan = mode.dx10Clamp() ? Const.i32(0) : bits;
            code.replace(alu.result(), code.real(code.select(isNan(alu.operand(0)), nan, limited), ScalarType.F32));
        }

        boolean rewrite(Alu alu) {
            Flush flush = flush(alu);
            boolean multiplies = flush == Flush.PRODUCT || flush == Flush.FUSED;
            if (flush == Flush.COMPARISON && !inputs) {
                compare(alu);
                return true;
            }
            if (flush == Flush.COMPARISON && eliminates && compareWithZero(alu)) {
                return true;
            }
            if (eliminates && flushesResult(flush) && absorbing.isAbsorbed(alu.result())) {
                return denormals.flushOperands(alu, -1);
            }
            if (flush == Flush.BOTH && results) {
                denormals.flushBoth(alu, (_, denormal) -> denormal);
                return true;
            }
            if (multiplies && (results || tininess)) {
                denormals.flushBoth(alu, (operands, denormal) -> isTiny(flush, operands, denormal));
                return true;
            }
            return denormals.flushOperands(alu, flush == Flush.DIVISION ? 0 : -1);
        }

        /** Legacy sums always, others where they are to be exact (B-025). */
        boolean isSeparate(Alu alu) {
            return alu.op() == AluOp.FMAD_LEGACY || alu.op() == AluOp.FMAD && alu.result().type() == ScalarType.F32 && separates;
        }

        /**
         * Rules B-024 and B-025: operands, product and sum are flushed in every mode, the product by its exact value (legacy) or the rounded
         * one; two zeros give -0 only where both are that, and the others toward -infinity where one is.
         */
        void separate(Alu alu) {
            Denormals always = new Denormals(code, ScalarType.F32, true);
            Value a = always.read(alu.operand(0));
            Value b = always.read(alu.operand(1));
            boolean isLegacy = alu.op() == AluOp.FMAD_LEGACY;
            Value product = code.alu(isLegacy ? AluOp.FMUL_LEGACY : AluOp.FMUL, ScalarType.F32, a, b);
            Value isTiny = afterRounding || !isLegacy ? new Product(code).isTiny(a, b) : new Product(code).isTiny(a, b, Product.TOWARDS_ZERO);
            Value sign = Const.i32(Integer.MIN_VALUE);
            Value first = code.real(code.select(isTiny, code.and(code.bits(product), sign), code.bits(product)), ScalarType.F32);
            Value second = always.read(alu.operand(2));
            Value sum = code.alu(AluOp.FADD, ScalarType.F32, first, second);
            Value areZeros = code.equal(denormals.size(code.real(code.or(code.bits(first), code.bits(second)), ScalarType.F32)), Const.i32(0));
            Value bothSigns = !isLegacy && mode.round32() == DOWN ? code.or(code.bits(first), code.bits(second))
                    : code.and(code.bits(first), code.bits(second));
            Value kept = code.select(always.isTiny(sum), code.and(code.bits(sum), sign), code.bits(sum));
            code.replace(alu.result(), code.real(code.select(areZeros, bothSigns, kept), ScalarType.F32));
        }

        private Value isTiny(Flush flush, List<Value> operands, Value denormal) {
            if (!tininess) {
                return denormal;
            }
            if (flush == Flush.FUSED && operands.get(2) instanceof Const addend && (addend.bits() & Integer.MAX_VALUE) != 0) {
                return denormal;
            }
            Value product = mode.round32() == 0 ? new Product(code).isTiny(operands.get(0), operands.get(1))
                    : new Product(code).isTiny(operands.get(0), operands.get(1), mode.round32());
            if (flush == Flush.PRODUCT) {
                Value tiny = operands.size() == 2 ? product : code.and(product, isProduct(operands));
                // Rule A-039: what passes the check of two factors that are no denormals is no denormal itself.
                return eliminates ? tiny : code.or(tiny, denormal);
            }
            return code.or(denormal, code.and(product, truth(AluOp.FOEQ, operands.get(2), Const.f32(0))));
        }

        /** Where {@code v_mullit_f32} does not multiply it gives the lowest number. */
        private Value isProduct(List<Value> operands) {
            Value raw = code.alu(AluOp.FMULLIT, ScalarType.F32, operands.toArray(Value[]::new));
            return code.alu(AluOp.INE, ScalarType.B1, code.bits(raw), Const.i32(0xff7fffff));
        }

        /** A number that is flushed is above zero where it is at least the smallest normal number. False for what is no comparison with zero. */
        private boolean compareWithZero(Alu alu) {
            boolean isSwapped = isZero(alu.operand(0));
            Value number = alu.operand(isSwapped ? 1 : 0);
            if (!isSwapped && !isZero(alu.operand(1)) || denormals.isClean(number)) {
                return false;
            }
            Const above = Const.f32(Float.MIN_NORMAL);
            Const below = Const.f32(-Float.MIN_NORMAL);
            Value size = code.alu(AluOp.FABS, ScalarType.F32, number);
            Value holds = switch (isSwapped ? swapped(alu.op()) : alu.op()) {
                case FOGT -> truth(AluOp.FOGE, number, above);
                case FUGT -> truth(AluOp.FUGE, number, above);
                case FOGE -> truth(AluOp.FOGT, number, below);
                case FUGE -> truth(AluOp.FUGT, number, below);
                case FOLT -> truth(AluOp.FOLE, number, below);
                case FULT -> truth(AluOp.FULE, number, below);
                case FOLE -> truth(AluOp.FOLT, number, above);
                case FULE -> truth(AluOp.FULT, number, above);
                case FOEQ -> truth(AluOp.FOLT, size, above);
                case FUEQ -> truth(AluOp.FULT, size, above);
                case FONE -> truth(AluOp.FOGE, size, above);
                case FUNE -> truth(AluOp.FUGE, size, above);
                default -> throw new IllegalStateException(alu + " is no comparison");
            };
            code.replace(alu.result(), holds);
            return true;
        }

        private static boolean isZero(Value value) {
            return value instanceof Const constant && (constant.bits() & Integer.MAX_VALUE) == 0;
        }

        private static AluOp swapped(AluOp op) {
            return switch (op) {
                case FOLT -> AluOp.FOGT;
                case FOLE -> AluOp.FOGE;
                case FOGT -> AluOp.FOLT;
                case FOGE -> AluOp.FOLE;
                case FULT -> AluOp.FUGT;
                case FULE -> AluOp.FUGE;
                case FUGT -> AluOp.FULT;
                case FUGE -> AluOp.FULE;
                default -> op;
            };
        }

        private Value truth(AluOp op, Value a, Value b) {
            return code.alu(op, ScalarType.B1, a, b);
        }

        /** Kept denormals are compared as integers, so that no host reads them as zeros. */
        private void compare(Alu alu) {
            Value a = ordered(alu.operand(0));
            Value b = ordered(alu.operand(1));
            Value holds = switch (alu.op()) {
                case FOEQ, FUEQ -> code.equal(a, b);
                case FONE, FUNE -> code.alu(AluOp.INE, ScalarType.B1, a, b);
                case FOLT, FULT -> code.alu(AluOp.SLT, ScalarType.B1, a, b);
                case FOLE, FULE -> code.alu(AluOp.SLE, ScalarType.B1, a, b);
                case FOGT, FUGT -> code.alu(AluOp.SLT, ScalarType.B1, b, a);
                case FOGE, FUGE -> code.alu(AluOp.SLE, ScalarType.B1, b, a);
                default -> throw new IllegalStateException(alu + " is no comparison");
            };
            Value unordered = code.or(isNan(alu.operand(0)), isNan(alu.operand(1)));
            boolean whenUnordered = switch (alu.op()) {
                case FUEQ, FUNE, FULT, FULE, FUGT, FUGE -> true;
                default -> false;
            };
            code.replace(alu.result(), whenUnordered ? code.or(holds, unordered)
                    : code.and(holds, code.alu(AluOp.NOT, ScalarType.B1, unordered)));
        }

        /** An integer that orders as the numbers do, the same one for both zeros. */
        private Value ordered(Value value) {
            Value size = denormals.size(value);
            Value negative = code.alu(AluOp.SLT, ScalarType.B1, code.bits(value), Const.i32(0));
            return code.select(negative, code.alu(AluOp.ISUB, ScalarType.I32, Const.i32(0), size), size);
        }

        private Value isNan(Value value) {
            return code.below(Const.i32(0x7f800000), denormals.size(value));
        }
    }
}
