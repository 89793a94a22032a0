package org.lierne.recompiler.ir;

import java.util.function.ToLongFunction;

/** The most that words can be, taken as unsigned numbers, by the operations that make them. */
public final class UpperBounds {
    /** The most of what nothing is known of. */
    public static final long UNBOUNDED = 0xffff_ffffL;

    private UpperBounds() {}

    /**
     * The most that an operation gives.
     *
     * @param operands the most that each of its operands is
     */
    public static long of(Alu alu, ToLongFunction<Value> operands) {
        long widest = UNBOUNDED >>> 32 - Math.min(32, alu.result().type().component().bits());
        long most = switch (alu.op()) {
            case AND, UMIN -> Math.min(operands.applyAsLong(alu.operand(0)), operands.applyAsLong(alu.operand(1)));
            case OR, XOR -> ones(operands.applyAsLong(alu.operand(0)) | operands.applyAsLong(alu.operand(1)));
            case UMAX -> Math.max(operands.applyAsLong(alu.operand(0)), operands.applyAsLong(alu.operand(1)));
            case IADD -> operands.applyAsLong(alu.operand(0)) + operands.applyAsLong(alu.operand(1));
            case IMUL -> product(operands.applyAsLong(alu.operand(0)), operands.applyAsLong(alu.operand(1)));
            case SHL, SHR_U, UMOD, UDIV -> byConstant(alu, operands.applyAsLong(alu.operand(0)));
            case ZERO_EXTEND -> operands.applyAsLong(alu.operand(0));
            case UBFE -> field(alu, operands.applyAsLong(alu.operand(0)));
            case SELECT -> Math.max(operands.applyAsLong(alu.operand(1)), operands.applyAsLong(alu.operand(2)));
            default -> UNBOUNDED;
        };
        // What exceeds a word has wrapped and may be any.
        return most > UNBOUNDED ? widest : Math.min(widest, most);
    }

    /** The most that a constant is. */
    public static long of(Const constant) {
        return constant.bits() & UNBOUNDED >>> 32 - Math.min(32, constant.type().bits());
    }

    private static long ones(long bits) {
        return bits == 0 ? 0 : (Long.highestOneBit(bits) << 1) - 1;
    }

    private static long product(long a, long b) {
        return a != 0 && b > UNBOUNDED / a ? UNBOUNDED : a * b;
    }

    private static long byConstant(Alu alu, long a) {
        boolean shiftsDown = alu.op() == AluOp.SHR_U;
        if (!(alu.operand(1) instanceof Const constant)) {
            return shiftsDown ? a : UNBOUNDED;
        }
        long b = constant.bits();
        int shift = (int) b & alu.result().type().component().bits() - 1;
        return switch (alu.op()) {
            case SHL -> a << shift;
            case SHR_U -> a >>> shift;
            case UMOD -> b > 0 ? Math.min(a, b - 1) : UNBOUNDED;
            default -> b > 0 ? a / b : UNBOUNDED;
        };
    }

    private static long field(Alu alu, long a) {
        return alu.operand(2) instanceof Const bits && bits.bits() < 32 ? Math.min(a, (1L << bits.bits()) - 1) : a;
    }
}
