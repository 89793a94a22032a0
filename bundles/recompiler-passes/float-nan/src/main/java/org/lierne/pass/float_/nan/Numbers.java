package org.lierne.pass.float_.nan;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.program.FloatMode;

/**
 * Which floats are known to be no NaNs, and which to be finite: those whose size has a bound, a power of two. Bounds come from constants,
 * integers and functions that stay in a range, and go through sums, products and choices.
 */
final class Numbers {
    /** No bound, or one that is of no use. */
    private static final int UNBOUNDED = 1 << 16;
    private static final int DEPTH = 24;

    private final Expansion code;
    private final FloatMode mode;
    private final Map<Ssa, Integer> bounds = new HashMap<>();

    Numbers(Expansion code, FloatMode mode) {
        this.code = code;
        this.mode = mode;
    }

    boolean isFinite(Value value) {
        return bound(value, 0) != UNBOUNDED;
    }

    /** Finite or infinite. */
    boolean isNumber(Value value) {
        return isNumber(value, 0);
    }

    /** Whether a product of these two is finite. */
    boolean isProductFinite(Value a, Value b) {
        return product(a, b, 0) != UNBOUNDED;
    }

    private boolean isNumber(Value value, int depth) {
        if (bound(value, depth) != UNBOUNDED) {
            return true;
        }
        if (value instanceof Const constant) {
            return !Double.isNaN(real(constant));
        }
        if (depth > DEPTH || !(code.definition(value) instanceof Alu alu)) {
            return false;
        }
        return switch (alu.op()) {
            case S_TO_F, U_TO_F -> true;
            case FSATURATE -> mode.dx10Clamp();
            // Of two finite ones none is invalid; too large a result is infinite.
            case FADD, FSUB, FMUL, FMUL_LEGACY -> bound(alu.operand(0), depth + 1) != UNBOUNDED && bound(alu.operand(1), depth + 1) != UNBOUNDED;
            case FMIN, FMAX -> !mode.ieee() && (isNumber(alu.operand(0), depth + 1) || isNumber(alu.operand(1), depth + 1));
            case FNEG, FABS, FFLOOR, FCEIL, FTRUNC, FRNDNE, FRCP, FEXP2 -> isNumber(alu.operand(0), depth + 1);
            case F_TO_F -> isNumber(alu.operand(0), depth + 1);
            case BITCAST -> copied(alu) instanceof Value number ? isNumber(number, depth + 1) : choice(alu) instanceof Alu select
                    && isNumber(real(select.operand(1), alu), depth + 1) && isNumber(real(select.operand(2), alu), depth + 1);
            default -> false;
        };
    }

    /** The float of its type that a bit cast copies, directly or by way of its bits, null where it copies none. */
    private @Nullable Value copied(Alu bitcast) {
        Value source = bitcast.operand(0).type().component().isFloat() ? bitcast.operand(0) : real(bitcast.operand(0), bitcast);
        return source.type().equals(bitcast.result().type()) ? source : null;
    }

    /** The choice whose bits an operation takes for a float's, null for another. */
    private @Nullable Alu choice(Alu bitcast) {
        return code.definition(bitcast.operand(0), AluOp.SELECT);
    }

    /** The float whose bits these are; themselves where they are none's. */
    private Value real(Value bits, Alu as) {
        if (bits instanceof Const constant) {
            return new Const(as.result().type().component(), constant.bits());
        }
        Alu from = code.definition(bits, AluOp.BITCAST);
        return from == null ? bits : from.operand(0);
    }

    /** The exponent of a power of two that the size does not exceed; {@link #UNBOUNDED} for what may be infinite or a NaN. */
    private int bound(Value value, int depth) {
        if (value instanceof Const constant) {
            double real = real(constant);
            return Double.isFinite(real) ? Math.max(Math.getExponent(real) + 1, least(constant.type())) : UNBOUNDED;
        }
        if (!(value instanceof Ssa ssa) || depth > DEPTH || !(code.definition(value) instanceof Alu alu)
                || !value.type().component().isFloat()) {
            return UNBOUNDED;
        }
        Integer known = bounds.get(ssa);
        if (known == null) {
            int found = bound(alu, depth + 1);
            known = found > greatest(value.type().component()) ? UNBOUNDED : Math.max(found, least(value.type().component()));
            bounds.put(ssa, known);
        }
        return known;
    }

    private int bound(Alu alu, int depth) {
        return switch (alu.op()) {
            case S_TO_F, U_TO_F -> alu.operand(0).type().component().bits();
            case FSATURATE -> mode.dx10Clamp() ? 0 : UNBOUNDED;
            case FFRACT, FSIN, FCOS -> bound(alu.operand(0), depth) == UNBOUNDED ? UNBOUNDED : 0;
            case FNEG, FABS, FTRUNC, F_TO_F -> bound(alu.operand(0), depth);
            case FFLOOR, FCEIL, FRNDNE -> plus(Math.max(bound(alu.operand(0), depth), 0), 1);
            case FADD, FSUB -> plus(larger(alu.operand(0), alu.operand(1), depth), 1);
            case FMUL, FMUL_LEGACY -> product(alu.operand(0), alu.operand(1), depth);
            case FMA, FMAD, FMAD_LEGACY -> plus(Math.max(product(alu.operand(0), alu.operand(1), depth), bound(alu.operand(2), depth)), 1);
            case FMIN, FMAX -> larger(alu.operand(0), alu.operand(1), depth);
            case BITCAST -> copied(alu) instanceof Value number ? bound(number, depth) : choice(alu) instanceof Alu select ? larger(real(select.operand(1), alu), real(select.operand(2), alu), depth) : UNBOUNDED;
            default -> UNBOUNDED;
        };
    }

    private int larger(Value a, Value b, int depth) {
        return Math.max(bound(a, depth), bound(b, depth));
    }

    private int product(Value a, Value b, int depth) {
        int first = bound(a, depth);
        int second = first == UNBOUNDED ? UNBOUNDED : bound(b, depth);
        return second == UNBOUNDED || first + second > greatest(a.type().component()) ? UNBOUNDED : first + second;
    }

    private static int plus(int bound, int more) {
        return bound == UNBOUNDED ? UNBOUNDED : bound + more;
    }

    /** Exponent of the largest power of two that is a finite number. */
    private static int greatest(ScalarType type) {
        return switch (type) {
            case F16 -> 15;
            case F64 -> 1023;
            default -> 127;
        };
    }

    /** Bounds do not sink below this, so that rounding up from tiny results keeps within them. */
    private static int least(ScalarType type) {
        return 1 - greatest(type);
    }

    static double real(Const constant) {
        return switch (constant.type()) {
            case F16 -> Float.float16ToFloat((short) constant.bits());
            case F64 -> Double.longBitsToDouble(constant.bits());
            default -> Float.intBitsToFloat((int) constant.bits());
        };
    }
}
