package org.lierne.recompiler.ir;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes out that an operation reads denormals of one float type as zeros of their sign, and returns zeros for results that are tiny.
 * Flushes of values that are known to be no denormals are left out.
 */
public final class Denormals {
    private static final int DEPTH = 6;

    /** Decides whether an operation's result is tiny. */
    @FunctionalInterface
    public interface Tininess {
        /**
         * Whether the result counts as a denormal.
         *
         * @param operands the operands as the operation reads them
         * @param denormal whether the result's bits are those of a denormal or zero
         */
        Value of(List<Value> operands, Value denormal);
    }

    /** Tells operations that make no difference between a denormal operand and the zero of its sign. */
    @FunctionalInterface
    public interface Absorption {
        /** @param operand which of the operation's operands */
        boolean absorbs(Alu alu, int operand);
    }

    private final Expansion code;
    private final ScalarType type;
    private final boolean inputs;
    private final Absorption absorption;
    private final Set<Ssa> clean = new HashSet<>();

    /**
     * @param type   the float type
     * @param inputs whether operands are flushed
     */
    public Denormals(Expansion code, ScalarType type, boolean inputs) {
        this(code, type, inputs, (_, _) -> false);
    }

    /** @param absorption operands that are left as they are */
    public Denormals(Expansion code, ScalarType type, boolean inputs, Absorption absorption) {
        this.code = code;
        this.type = type;
        this.inputs = inputs;
        this.absorption = absorption;
    }

    private Const constant(long bits) {
        return new Const(Expansion.integer(type), bits);
    }

    /** Whether a value of the type is zero or denormal. Singles are compared as such: it is the same whether the host reads denormals as zeros. */
    public Value isTiny(Value value) {
        return type == ScalarType.F32
                ? code.alu(AluOp.FOLT, ScalarType.B1, code.alu(AluOp.FABS, ScalarType.F32, value), Const.f32(Float.MIN_NORMAL))
                : code.below(size(value), constant(FloatBits.smallestNormal(type)));
    }

    /** The bits without the sign. */
    public Value size(Value value) {
        return code.and(code.bits(value), constant(FloatBits.sign(type) - 1));
    }

    /** Says that an operation's result is no denormal without a flush. */
    public void isNoDenormal(Alu alu) {
        mark(alu.result());
    }

    /**
     * Says which results will be no denormals, and finds the phis to which none comes then.
     *
     * @param flushed results that are flushed sooner or later
     * @param phis    all phis of the module
     */
    public void expect(Collection<Ssa> flushed, Collection<Phi> phis) {
        clean.addAll(flushed);
        Set<Phi> open = new LinkedHashSet<>(phis);
        open.removeIf(phi -> phi.result().type().component().bits() != type.bits());
        open.forEach(phi -> mark(phi.result()));
        while (open.removeIf(phi -> !phi.operands().stream().allMatch(this::isClean) && clean.remove(phi.result()))) {
            // what relied on those that went is looked at again
        }
    }

    /** Whether a value, a float or its bits, is known to be no denormal. */
    public boolean isClean(Value value) {
        return isClean(value, 0);
    }

    /** The value as an operation reads it. */
    public Value read(Value value) {
        if (!inputs || !value.type().equals(type) || isClean(value, 0)) {
            return value;
        }
        return flushed(value, isTiny(value));
    }

    /** A zero of its sign where {@code tiny} holds. */
    private Value flushed(Value value, Value tiny) {
        Value bits = code.bits(value);
        Value result = code.real(code.select(tiny, code.and(bits, constant(FloatBits.sign(type))), bits), type);
        mark(result);
        return result;
    }

    private void mark(Value value) {
        if (value instanceof Ssa ssa) {
            clean.add(ssa);
        }
    }

    /**
     * Lets the operation visited last read flushed operands.
     *
     * @param untouched an operand that is read as it is, -1 for none
     * @return whether anything changed
     */
    public boolean flushOperands(Alu alu, int untouched) {
        Alu changed = alu.withOperands(operands(alu, untouched));
        if (alu.result().type().equals(type) && inputs && picksOperands(alu)) {
            mark(alu.result());
        }
        code.replace(changed);
        return !changed.equals(alu);
    }

    private List<Value> operands(Alu alu, int untouched) {
        List<Value> read = new ArrayList<>();
        for (int i = 0; i < alu.operands().size(); i++) {
            read.add(i == untouched || absorption.absorbs(alu, i) ? alu.operand(i) : read(alu.operand(i)));
        }
        return read;
    }

    /** Lets the operation visited last read flushed operands and return a flushed result. */
    public void flushBoth(Alu alu, Tininess tininess) {
        if (inputs && picksOperands(alu)) {
            flushOperands(alu, -1);
            return;
        }
        List<Value> operands = operands(alu, -1);
        Value raw = code.alu(alu.op(), alu.result().type(), operands.toArray(Value[]::new));
        code.replace(alu.result(), flushed(raw, tininess.of(operands, isTiny(raw))));
        mark(alu.result());
    }

    /** Results that are an operand, an integer, zero or at least a normal number when no operand is a denormal. */
    private static boolean picksOperands(Alu alu) {
        return switch (alu.op()) {
            case FMIN, FMAX, FMIN3, FMAX3, FMED3, FFLOOR, FCEIL, FREXP_MANT, FCANONICAL -> true;
            case FADD, FSUB -> alu.operands().stream().anyMatch(operand -> isZero(operand) || isSize(operand, coarse(operand)));
            case FMUL, FMUL_LEGACY -> alu.operands().stream().anyMatch(operand -> isSize(operand, FloatBits.one(operand.type().component())));
            default -> false;
        };
    }

    /**
     * The size from which on a constant's sums are zero or normal: such a sum is tiny only with an operand of nearly the constant's size, and
     * then a multiple of half the constant's last place.
     */
    private static long coarse(Value operand) {
        int significand = FloatBits.significandBits(operand.type().component());
        return (long) (significand + 2) << significand;
    }

    private static boolean isSize(Value value, long atLeast) {
        return value instanceof Const constant && (constant.bits() & FloatBits.sign(constant.type()) - 1) >= atLeast;
    }

    private static boolean isZero(Value value) {
        return value instanceof Const constant && (constant.bits() & FloatBits.sign(constant.type()) - 1) == 0;
    }

    private boolean isClean(Value value, int depth) {
        if (value instanceof Const constant) {
            long size = constant.bits() & FloatBits.sign(type) - 1;
            return size == 0 || size >= FloatBits.smallestNormal(type);
        }
        if (value instanceof Ssa ssa && clean.contains(ssa)) {
            return true;
        }
        if (depth > DEPTH || !(code.definition(value) instanceof Alu alu)) {
            return false;
        }
        return switch (alu.op()) {
            case BITCAST -> isSameWidth(alu.operand(0)) && isClean(alu.operand(0), depth + 1);
            case SELECT -> (isClean(alu.operand(1), depth + 1) || isNanChoice(alu)) && isClean(alu.operand(2), depth + 1);
            case S_TO_F, U_TO_F -> true;
            // Every f16 is a normal f32 or zero.
            case F_TO_F -> alu.operand(0).type() == ScalarType.F16;
            case FNEG, FABS, FSATURATE -> isClean(alu.operand(0), depth + 1);
            case XOR -> alu.operand(1).equals(constant(FloatBits.sign(type))) && isClean(alu.operand(0), depth + 1);
            case AND -> alu.operand(1).equals(constant(FloatBits.sign(type) - 1)) && isClean(alu.operand(0), depth + 1)
                    || alu.operand(1).equals(constant(FloatBits.sign(type)));
            case CUBE_ID, FTRUNC, FRNDNE -> true;
            default -> false;
        };
    }

    private boolean isSameWidth(Value value) {
        return value.type().component().bits() == type.bits();
    }

    /** Whether a choice takes its first value, quieted or negated or not, only where that is a NaN. */
    private boolean isNanChoice(Alu select) {
        Value tested = testedForNan(select.operand(0));
        Value nan = uncast(select.operand(1));
        while (tested != null && !nan.equals(uncast(tested))) {
            if (!(code.definition(nan) instanceof Alu alu) || alu.op() != AluOp.OR && alu.op() != AluOp.XOR) {
                return false;
            }
            nan = uncast(alu.operand(0));
        }
        return tested != null;
    }

    /** What a value's bits were made as. */
    private Value uncast(Value value) {
        Alu cast = code.definition(value, AluOp.BITCAST);
        return cast == null ? value : uncast(cast.operand(0));
    }

    /** What a condition holds to be a NaN, or its bits; null for another condition. */
    private @Nullable Value testedForNan(Value condition) {
        Alu unordered = code.definition(condition, AluOp.FUNO);
        if (unordered != null) {
            return unordered.operand(0).equals(unordered.operand(1)) ? unordered.operand(0) : null;
        }
        Alu test = code.definition(condition, AluOp.ULT);
        Alu size = test == null || !test.operand(0).equals(constant(FloatBits.infinity(type))) ? null
                : code.definition(test.operand(1), AluOp.AND);
        return size == null ? null : size.operand(0);
    }
}
