package org.lierne.quirk.drivers;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.FloatBits;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.osgi.service.component.annotations.Component;

/**
 * Differences and sums with a constant zero, and products with one, without a constant that the driver takes for zero. What is added is
 * +0 where the other operand is a zero and -0, which changes no number, elsewhere; a product with zero is its sign, and for infinities
 * and NaNs a product with a zero that is none for numbers. The result is IEEE 754's for every input.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = ZeroOperands.ID, needs = {Invariant.SSA, Invariant.MASKS_LOWERED},
        after = {"pass.opt.implied-conditions", "pass.float.denormal.f16", "pass.float.denormal.f32", "pass.float.denormal.f64",
            "pass.float.nan"}, before = "pass.cf.structurizer")
public final class ZeroOperands implements TranslationPass {
    static final String ID = "quirk.driver.llvmpipe.zero-operand";

    @Override
    public boolean run(IrModule module, PassContext context) {
        if (!DriverFaults.ZERO_OPERANDS.acts(context.host().driver(), context.switches())) {
            return false;
        }
        boolean sums = DriverFaults.ZERO_SUMS.acts(context.host().driver(), context.switches());
        Set<Ssa> signed = sums ? Set.of() : readAsSigned(module);
        boolean changed = false;
        Expansion code = new Expansion(module);
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = code.enter(block); at.hasNext(); ) {
                if (at.next() instanceof Alu alu && alu.result().type() instanceof ScalarType) {
                    code.before(alu);
                    Value result = alu.op() == AluOp.FSUB ? difference(code, alu.operand(0), alu.operand(1))
                            : sums || signed.contains(alu.result()) ? rewritten(code, alu) : null;
                    if (result != null) {
                        code.replace(alu.result(), result);
                        context.acted(alu.pc(), "a zero operand is hidden from the driver");
                        changed = true;
                    }
                }
            }
        }
        return changed;
    }

    /**
     * Sums with +0 that integer minima and maxima look at, perhaps through selections and masks: compilers take the sign of a number
     * so, and add the zero to be rid of -0.
     */
    private static Set<Ssa> readAsSigned(IrModule module) {
        Map<Ssa, Inst> definitions = Cleanup.definitions(module);
        Set<Ssa> seen = new HashSet<>();
        Deque<Value> open = new ArrayDeque<>();
        for (Inst inst : definitions.values()) {
            if (inst instanceof Alu alu && (alu.op() == AluOp.SMIN || alu.op() == AluOp.SMAX)) {
                open.addAll(alu.operands());
            }
        }
        while (!open.isEmpty()) {
            if (open.remove() instanceof Ssa ssa && seen.add(ssa) && definitions.get(ssa) instanceof Alu alu && keepsTheSign(alu.op())) {
                open.addAll(alu.operands());
            }
        }
        seen.removeIf(value -> !(definitions.get(value) instanceof Alu alu) || !addsZero(alu));
        return seen;
    }

    private static boolean keepsTheSign(AluOp op) {
        return op == AluOp.BITCAST || op == AluOp.SELECT || op == AluOp.AND || op == AluOp.OR || op == AluOp.SMIN || op == AluOp.SMAX;
    }

    private static boolean addsZero(Alu alu) {
        return switch (alu.op()) {
            case FADD -> isZero(alu.operand(0), false) || isZero(alu.operand(1), false);
            case FMAD, FMA -> isZero(alu.operand(2), false);
            default -> false;
        };
    }

    private static @Nullable Value rewritten(Expansion code, Alu alu) {
        return switch (alu.op()) {
            case FADD -> sum(code, alu.operand(0), alu.operand(1));
            case FMUL -> product(code, alu.operand(0), alu.operand(1));
            case FMAD -> productAndSum(code, alu.operand(0), alu.operand(1), alu.operand(2));
            case FMA -> isZero(alu.operand(2), false) ? fused(code, alu) : null;
            default -> null;
        };
    }

    private static @Nullable Value sum(Expansion code, Value a, Value b) {
        return isZero(a, false) ? plusZero(code, b) : isZero(b, false) ? plusZero(code, a) : null;
    }

    private static @Nullable Value difference(Expansion code, Value a, Value b) {
        if (isZero(a, false)) {
            return plusZero(code, negated(code, b));
        }
        return isZero(b, true) ? plusZero(code, a) : null;
    }

    private static Value negated(Expansion code, Value number) {
        ScalarType type = number.type().component();
        ScalarType bits = Expansion.integer(type);
        return code.real(code.alu(AluOp.XOR, bits, code.bits(number), new Const(bits, FloatBits.sign(type))), type);
    }

    private static @Nullable Value product(Expansion code, Value a, Value b) {
        return isZero(a) ? timesZero(code, b, a) : isZero(b) ? timesZero(code, a, b) : null;
    }

    private static @Nullable Value productAndSum(Expansion code, Value a, Value b, Value c) {
        Value product = product(code, a, b);
        if (product == null && !isZero(c, false)) {
            return null;
        }
        Value rounded = product == null ? code.alu(AluOp.FMUL, a.type(), a, b) : product;
        return isZero(c, false) ? plusZero(code, rounded) : code.alu(AluOp.FADD, c.type(), rounded, c);
    }

    private static Value fused(Expansion code, Alu alu) {
        Value eitherIsZero = code.or(hasNoBits(code, alu.operand(0)), hasNoBits(code, alu.operand(1)));
        return code.alu(AluOp.FMA, alu.result().type(), alu.operand(0), alu.operand(1), zeroWhere(code, eitherIsZero, alu.operand(2)));
    }

    private static Value plusZero(Expansion code, Value number) {
        return code.alu(AluOp.FADD, number.type(), number, zeroWhere(code, hasNoBits(code, number), number));
    }

    /** +0 where the condition holds, else -0. */
    private static Value zeroWhere(Expansion code, Value condition, Value like) {
        ScalarType type = like.type().component();
        return code.select(condition, new Const(type, 0), new Const(type, FloatBits.sign(type)));
    }

    private static Value timesZero(Expansion code, Value number, Value zero) {
        ScalarType type = number.type().component();
        ScalarType bits = Expansion.integer(type);
        Value size = code.and(code.bits(number), new Const(bits, FloatBits.sign(type) - 1));
        Value isFinite = code.below(size, new Const(bits, FloatBits.infinity(type)));
        Value sign = code.alu(AluOp.XOR, bits, code.and(code.bits(number), new Const(bits, FloatBits.sign(type))), code.bits(zero));
        Value factor = code.select(isFinite, new Const(type, FloatBits.smallestNormal(type)), zero);
        return code.select(isFinite, code.real(sign, type), code.alu(AluOp.FMUL, type, number, factor));
    }

    private static Value hasNoBits(Expansion code, Value number) {
        ScalarType bits = Expansion.integer(number.type().component());
        return code.equal(code.alu(AluOp.SHL, bits, code.bits(number), Const.i32(1)), new Const(bits, 0));
    }

    private static boolean isZero(Value value) {
        return isZero(value, false) || isZero(value, true);
    }

    private static boolean isZero(Value value, boolean negative) {
        return value instanceof Const constant && constant.bits() == (negative ? FloatBits.sign(constant.type()) : 0);
    }
}
