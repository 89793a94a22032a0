package org.lierne.recompiler.ir;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What an instruction comes to when its operands are known well enough. Integers, booleans, bit patterns and moves only: float
 * operations keep their guest meaning for the float passes.
 */
public final class Folding {
    /** Steps that are followed from a word to what it is made of, to know how large it can be. */
    private static final int BOUND_STEPS = 5;

    private final int waveSize;
    private final boolean isOneLane;
    private final Function<Ssa, @Nullable Inst> definitions;

    /**
     * @param module      whose instructions they are
     * @param definitions the instruction that defines a value, null when unknown
     */
    public Folding(IrModule module, Function<Ssa, @Nullable Inst> definitions) {
        this.waveSize = module.waveSize();
        this.isOneLane = module.isOneLane();
        this.definitions = definitions;
    }

    /** The value an instruction is equal to, or null when it has to stay. */
    public @Nullable Value fold(Inst inst) {
        return switch (inst) {
            case Alu alu -> alu(alu.op(), alu.result().type(), alu.operands());
            case Extract extract -> extract(extract.vector(), extract.index());
            case Wave wave -> wave(wave.op(), wave.operands(), wave.immediate());
            case Phi phi -> phi(phi);
            case Construct _, Input _, UserData _, HostWord _, ScalarLoad _, BufferAccess _, GlobalAccess _, LdsAccess _, ImageAccess _,
                    Interp _, AttributeLoad _, PatchAccess _, Export _, Barrier _, Clock _ -> null;
        };
    }

    private @Nullable Value phi(Phi phi) {
        Value only = null;
        for (Phi.Incoming edge : phi.incoming()) {
            Value value = edge.value();
            if (value.equals(phi.result()) || value.equals(only)) {
                continue;
            }
            if (only != null) {
                return null;
            }
            only = value;
        }
        return only == null ? new Undef(phi.result().type()) : only;
    }

    private @Nullable Value extract(Value vector, int index) {
        if (vector instanceof Undef undef) {
            return new Undef(undef.type().component());
        }
        return definition(vector) instanceof Construct construct ? construct.operands().get(index) : null;
    }

    private @Nullable Inst definition(Value value) {
        return value instanceof Ssa ssa ? definitions.apply(ssa) : null;
    }

    private @Nullable Alu alu(Value value, AluOp op) {
        return definition(value) instanceof Alu alu && alu.op() == op ? alu : null;
    }

    /** The value a cross-lane operation is equal to, or null. */
    public @Nullable Value wave(WaveOp op, List<Value> operands, int immediate) {
        return switch (op) {
            case ANY, GROUP_ANY, QUAD_ANY -> operands.getFirst() instanceof Const constant ? constant : null;
            case INVERSE_BALLOT -> inverseBallot(operands.get(0), operands.get(1));
            case BALLOT_WORD -> operands.getFirst().equals(Const.FALSE) ? Const.i32(0) : ballotWord(operands.getFirst(), immediate);
            case READ_FIRST_LANE, DS_BPERMUTE, DS_SWIZZLE -> operands.getFirst() instanceof Const constant ? constant : null;
            case READ_LANE -> operands.getFirst() instanceof Const constant ? constant : written(operands.get(0), operands.get(1));
            case COUNT_BELOW -> operands.getFirst().equals(Const.FALSE) ? Const.i32(0) : null;
            case LANE_ID -> isOneLane ? Const.i32(0) : null;
            case WRITE_LANE, DPP16, DPP8, PERMLANE16, PERMLANEX16, DS_PERMUTE -> null;
        };
    }

    /** What was last written to a lane, as compilers keep scalar registers in lanes of a vector register; null where that is not known. */
    private @Nullable Value written(Value vector, Value lane) {
        Value at = vector;
        while (lane instanceof Const read && definition(at) instanceof Wave write && write.op() == WaveOp.WRITE_LANE
                && write.operands().get(2) instanceof Const to) {
            if (((to.bits() ^ read.bits()) & waveSize - 1) == 0) {
                return write.operands().get(1);
            }
            at = write.operands().getFirst();
        }
        return null;
    }

    private @Nullable Value ballotWord(Value mask, int word) {
        return definition(mask) instanceof Wave wave && wave.op() == WaveOp.INVERSE_BALLOT
                ? wave.operands().get(word) : null;
    }

    private @Nullable Value inverseBallot(Value low, Value high) {
        if (isOneLane && low instanceof Const only) {
            return (only.bits() & 1) != 0 ? Const.TRUE : Const.FALSE;
        }
        boolean wide = waveSize == 64;
        if (low instanceof Const a && (!wide || high instanceof Const)) {
            long bits = a.bits() | (wide && high instanceof Const b ? b.bits() << 32 : 0);
            if (bits == 0) {
                return Const.FALSE;
            }
            return bits == (wide ? -1L : 0xffffffffL) ? Const.TRUE : null;
        }
        if (definition(low) instanceof Wave first && first.op() == WaveOp.BALLOT_WORD && first.immediate() == 0) {
            Value mask = first.operands().getFirst();
            if (!wide || definition(high) instanceof Wave second && second.op() == WaveOp.BALLOT_WORD
                    && second.immediate() == 1 && second.operands().getFirst().equals(mask)) {
                return mask;
            }
        }
        Alu select = alu(low, AluOp.SELECT);
        Alu selectHigh = wide ? alu(high, AluOp.SELECT) : select;
        if (select != null && selectHigh != null && select.operand(0).equals(selectHigh.operand(0))) {
            Value whenTrue = inverseBallot(select.operand(1), selectHigh.operand(1));
            Value whenFalse = inverseBallot(select.operand(2), selectHigh.operand(2));
            if (whenTrue instanceof Const a && whenFalse instanceof Const b) {
                if (a.equals(b)) {
                    return a;
                }
                return a.equals(Const.TRUE) ? select.operand(0) : null;
            }
        }
        return null;
    }

    /** The value an operation on {@code operands} with a result of {@code type} is equal to, or null. */
    public @Nullable Value alu(AluOp op, Type type, List<Value> operands) {
        if (!(type instanceof ScalarType of)) {
            return null;
        }
        if (operands.stream().allMatch(each -> each instanceof Const)) {
            Const[] constants = operands.stream().map(Const.class::cast).toArray(Const[]::new);
            Const result = evaluate(op, of, constants);
            if (result != null) {
                return result;
            }
        }
        return simplify(op, of, operands);
    }

    private static @Nullable Const evaluate(AluOp op, ScalarType type, Const[] c) {
        long a = c[0].bits();
        long sa = c[0].signed();
        long b = c.length > 1 ? c[1].bits() : 0;
        long sb = c.length > 1 ? c[1].signed() : 0;
        int width = c[0].type().bits();
        int count = (int) b & width - 1;
        return switch (op) {
            case IADD -> new Const(type, a + b);
            case ISUB -> new Const(type, a - b);
            case IMUL -> new Const(type, a * b);
            case UMUL_HI -> width == 32 ? new Const(type, a * b >>> 32) : null;
            case SMUL_HI -> width == 32 ? new Const(type, sa * sb >> 32) : null;
            case UDIV -> b == 0 ? null : new Const(type, Long.divideUnsigned(a, b));
            case UMOD -> b == 0 ? null : new Const(type, Long.remainderUnsigned(a, b));
            case INEG -> new Const(type, -a);
            case IABS -> new Const(type, Math.abs(sa));
            case AND -> new Const(type, a & b);
            case OR -> new Const(type, a | b);
            case XOR -> new Const(type, a ^ b);
            case NOT -> new Const(type, ~a);
            case SHL -> new Const(type, a << count);
            case SHR_U -> new Const(type, a >>> count);
            case SHR_S -> new Const(type, sa >> count);
            case UMIN -> new Const(type, Long.compareUnsigned(a, b) < 0 ? a : b);
            case UMAX -> new Const(type, Long.compareUnsigned(a, b) > 0 ? a : b);
            case SMIN -> new Const(type, Math.min(sa, sb));
            case SMAX -> new Const(type, Math.max(sa, sb));
            case UBFE -> field(type, a, (int) b, (int) c[2].bits(), false);
            case SBFE -> field(type, a, (int) b, (int) c[2].bits(), true);
            case BIT_REVERSE -> new Const(type, Long.reverse(a) >>> 64 - width);
            case BIT_COUNT -> Const.i32(Long.bitCount(a));
            case FIND_LSB -> Const.i32(a == 0 ? -1 : Long.numberOfTrailingZeros(a));
            case FIND_MSB -> Const.i32(63 - Long.numberOfLeadingZeros(a));
            case UADD_CARRY -> width == 32 ? Const.b1(a + b >>> 32 != 0) : Const.b1(Long.compareUnsigned(a + b, a) < 0);
            case USUB_BORROW, ULT -> Const.b1(Long.compareUnsigned(a, b) < 0);
            case IEQ -> Const.b1(a == b);
            case INE -> Const.b1(a != b);
            case ULE -> Const.b1(Long.compareUnsigned(a, b) <= 0);
            case SLT -> Const.b1(sa < sb);
            case SLE -> Const.b1(sa <= sb);
            case TRUNCATE, ZERO_EXTEND, BITCAST -> new Const(type, a);
            case SIGN_EXTEND -> new Const(type, sa);
            case PACK_64 -> Const.i64(a | b << 32);
            case LOW_32 -> Const.i32((int) a);
            case HIGH_32 -> Const.i32((int) (a >>> 32));
            case SELECT -> c[0].bits() != 0 ? c[1] : c[2];
            case FNEG -> new Const(type, a ^ 1L << width - 1);
            case FABS -> new Const(type, a & ~(1L << width - 1));
            case FADD, FSUB, FMUL, FMA, FMAD, FMUL_LEGACY, FMAD_LEGACY, FMULLIT, FMIN, FMAX, FMIN3, FMAX3, FMED3, FSATURATE,
                    FOMOD, FFLOOR, FCEIL, FTRUNC, FRNDNE, FFRACT, FRCP, FRSQ, FSQRT, FLOG2, FEXP2, FSIN, FCOS, FLDEXP,
                    FREXP_MANT, FREXP_EXP, FOEQ, FONE, FOLT, FOLE, FOGT, FOGE, FUEQ, FUNE, FULT, FULE, FUGT, FUGE, FORD, FUNO,
                    FTRIG_PREOP, FCANONICAL, FMIX_TO_HALF, CUBE_ID, CUBE_SC, CUBE_TC, CUBE_MA, DIV_SCALE, DIV_SCALE_FLAG, DIV_FMAS, DIV_FIXUP,
                    F_TO_S, F_TO_U, S_TO_F, U_TO_F, F_TO_F, F_TO_S_ROUND_UP, F_TO_S_FLOOR, F_TO_SNORM16, F_TO_UNORM16,
                    F_TO_BYTE, F_TO_F_RTZ -> null;
        };
    }

    private static @Nullable Const field(ScalarType type, long bits, int start, int width, boolean signed) {
        if (start < 0 || width < 0 || start + width > type.bits()) {
            return null;
        }
        if (width == 0) {
            return new Const(type, 0);
        }
        long top = bits << 64 - start - width;
        return new Const(type, signed ? top >> 64 - width : top >>> 64 - width);
    }

    private @Nullable Value simplify(AluOp op, ScalarType type, List<Value> operands) {
        Value a = operands.getFirst();
        Value b = operands.size() > 1 ? operands.get(1) : a;
        return switch (op) {
            case IADD -> isZero(b) ? a : isZero(a) ? b : null;
            case ISUB -> isZero(b) ? a : a.equals(b) ? new Const(type, 0) : null;
            case IMUL -> isOne(b) ? a : isOne(a) ? b : isZero(a) || isZero(b) ? new Const(type, 0) : null;
            case AND -> isZero(a) || isZero(b) || opposite(a, b) ? new Const(type, 0)
                    : isOnes(b) || a.equals(b) ? a : isOnes(a) ? b : absorbed(AluOp.AND, AluOp.OR, a, b);
            case OR -> isOnes(a) || isOnes(b) || opposite(a, b) ? new Const(type, -1)
                    : isZero(b) || a.equals(b) ? a : isZero(a) ? b : absorbed(AluOp.OR, AluOp.AND, a, b);
            case XOR -> isZero(b) ? a : isZero(a) ? b : a.equals(b) ? new Const(type, 0)
                    : opposite(a, b) ? new Const(type, -1) : null;
            case NOT -> {
                Alu inner = alu(a, AluOp.NOT);
                Alu equal = alu(a, AluOp.IEQ);
                Alu different = alu(a, AluOp.INE);
                yield inner != null ? inner.operand(0) : equal != null ? compareSelect(equal.operand(0), equal.operand(1), true)
                        : different != null ? compareSelect(different.operand(0), different.operand(1), false) : null;
            }
            case SHL, SHR_U, SHR_S -> isZero(b) || isZero(a) ? a : null;
            case UMIN, UMAX, SMIN, SMAX -> a.equals(b) ? a : null;
            case IEQ -> a.equals(b) ? Const.TRUE : isBelow(a, b, 0) ? Const.FALSE : a.type() == ScalarType.B1 && isOnes(b) ? a
                    : compareSelect(a, b, false);
            case INE -> a.equals(b) ? Const.FALSE : isBelow(a, b, 0) ? Const.TRUE : isZero(b) && a.type() == ScalarType.B1 ? a
                    : compareSelect(a, b, true);
            case ULT -> isZero(b) || a.equals(b) ? Const.FALSE : isBelow(a, b, 0) ? Const.TRUE : null;
            case ULE -> isZero(a) || a.equals(b) || isBelow(a, b, 1) ? Const.TRUE : null;
            case SLT -> a.equals(b) ? Const.FALSE : null;
            case SLE -> a.equals(b) ? Const.TRUE : null;
            case UADD_CARRY -> isZero(a) || isZero(b) ? Const.FALSE : null;
            case USUB_BORROW -> isZero(b) ? Const.FALSE : null;
            case SELECT -> select(type, a, b, operands.get(2));
            case BITCAST -> {
                if (a.type().equals(type)) {
                    yield a;
                }
                Alu inner = alu(a, AluOp.BITCAST);
                yield inner != null && inner.operand(0).type().equals(type) ? inner.operand(0)
                        : a instanceof Undef ? new Undef(type) : null;
            }
            case TRUNCATE -> {
                Alu inner = alu(a, AluOp.ZERO_EXTEND);
                inner = inner == null ? alu(a, AluOp.SIGN_EXTEND) : inner;
                yield inner != null && inner.operand(0).type().equals(type) ? inner.operand(0) : null;
            }
            case LOW_32 -> half(a, 0);
            case HIGH_32 -> half(a, 1);
            case PACK_64 -> {
                Alu low = alu(a, AluOp.LOW_32);
                Alu high = alu(b, AluOp.HIGH_32);
                yield low != null && high != null && low.operand(0).equals(high.operand(0))
                        && low.operand(0).type() == ScalarType.I64 ? low.operand(0) : null;
            }
            case UBFE, SBFE -> isZero(operands.get(2)) ? new Const(type, 0) : null;
            case FNEG -> {
                Alu inner = alu(a, AluOp.FNEG);
                yield inner == null ? null : inner.operand(0);
            }
            case FABS -> alu(a, AluOp.FABS) != null ? a : null;
            case UMUL_HI, SMUL_HI, UDIV, UMOD, INEG, IABS, BIT_REVERSE, BIT_COUNT, FIND_LSB, FIND_MSB, ZERO_EXTEND, SIGN_EXTEND,
                    FADD, FSUB, FMUL, FMA, FMAD, FMUL_LEGACY, FMAD_LEGACY, FMULLIT, FMIN, FMAX, FMIN3, FMAX3, FMED3, FSATURATE,
                    FOMOD, FFLOOR, FCEIL, FTRUNC, FRNDNE, FFRACT, FRCP, FRSQ, FSQRT, FLOG2, FEXP2, FSIN, FCOS, FLDEXP,
                    FREXP_MANT, FREXP_EXP, FOEQ, FONE, FOLT, FOLE, FOGT, FOGE, FUEQ, FUNE, FULT, FULE, FUGT, FUGE, FORD, FUNO,
                    FTRIG_PREOP, FCANONICAL, FMIX_TO_HALF, CUBE_ID, CUBE_SC, CUBE_TC, CUBE_MA, DIV_SCALE, DIV_SCALE_FLAG, DIV_FMAS, DIV_FIXUP,
                    F_TO_S, F_TO_U, S_TO_F, U_TO_F, F_TO_F, F_TO_S_ROUND_UP, F_TO_S_FLOOR, F_TO_SNORM16, F_TO_UNORM16,
                    F_TO_BYTE, F_TO_F_RTZ -> null;
        };
    }

    /** a AND (a OR x) is a, and the other way round. */
    private @Nullable Value absorbed(AluOp outer, AluOp inner, Value a, Value b) {
        Alu right = alu(b, inner);
        if (right != null && (right.operand(0).equals(a) || right.operand(1).equals(a))) {
            return a;
        }
        Alu left = alu(a, inner);
        if (left != null && (left.operand(0).equals(b) || left.operand(1).equals(b))) {
            return b;
        }
        Alu same = alu(b, outer);
        if (same != null && (same.operand(0).equals(a) || same.operand(1).equals(a))) {
            return b;
        }
        same = alu(a, outer);
        return same != null && (same.operand(0).equals(b) || same.operand(1).equals(b)) ? a : null;
    }

    private @Nullable Value half(Value a, int which) {
        Alu pack = alu(a, AluOp.PACK_64);
        if (pack != null) {
            return pack.operand(which);
        }
        Alu wide = alu(a, AluOp.ZERO_EXTEND);
        if (wide != null && wide.operand(0).type() == ScalarType.I32) {
            return which == 0 ? wide.operand(0) : Const.i32(0);
        }
        return a instanceof Undef ? new Undef(ScalarType.I32) : null;
    }

    private @Nullable Value select(ScalarType type, Value condition, Value whenTrue, Value whenFalse) {
        if (condition instanceof Const known) {
            return known.bits() != 0 ? whenTrue : whenFalse;
        }
        if (whenTrue.equals(whenFalse) || whenFalse instanceof Undef) {
            return whenTrue;
        }
        if (whenTrue instanceof Undef) {
            return whenFalse;
        }
        if (type == ScalarType.B1 && whenTrue.equals(Const.TRUE) && whenFalse.equals(Const.FALSE)) {
            return condition;
        }
        return null;
    }

    /** select(c, k1, k2) compared with a constant is c, not c (which is left alone here), or known. */
    private @Nullable Value compareSelect(Value a, Value b, boolean different) {
        Alu select = alu(a, AluOp.SELECT);
        if (select == null || !(b instanceof Const with) || !(select.operand(1) instanceof Const whenTrue)
                || !(select.operand(2) instanceof Const whenFalse)) {
            return null;
        }
        boolean first = whenTrue.equals(with) != different;
        boolean second = whenFalse.equals(with) != different;
        return first == second ? Const.b1(first) : first ? select.operand(0) : null;
    }

    /** Whether a word is known to be less than a constant and some more. */
    private boolean isBelow(Value word, Value than, int more) {
        return than instanceof Const constant && word.type() == ScalarType.I32 && most(word) < constant.bits() + more;
    }

    /** The most that a word is, as an unsigned number, as far as few steps tell. */
    public long most(Value word) {
        return most(word, BOUND_STEPS);
    }

    private long most(Value word, int steps) {
        if (word instanceof Const constant) {
            return UpperBounds.of(constant);
        }
        if (steps == 0 || !(word.type() instanceof ScalarType type) || type.bits() > 32) {
            return UpperBounds.UNBOUNDED;
        }
        return switch (definition(word)) {
            case Alu alu -> UpperBounds.of(alu, operand -> most(operand, steps - 1));
            case Wave wave when wave.op() == WaveOp.READ_FIRST_LANE || wave.op() == WaveOp.READ_LANE -> most(wave.operands().getFirst(), steps - 1);
            case null, default -> UpperBounds.UNBOUNDED;
        };
    }

    private boolean opposite(Value a, Value b) {
        Alu left = alu(a, AluOp.NOT);
        Alu right = alu(b, AluOp.NOT);
        return left != null && left.operand(0).equals(b) || right != null && right.operand(0).equals(a);
    }

    private static boolean isZero(Value value) {
        return value instanceof Const constant && constant.bits() == 0;
    }

    private static boolean isOne(Value value) {
        return value instanceof Const constant && constant.bits() == 1;
    }

    private static boolean isOnes(Value value) {
        return value instanceof Const constant && constant.signed() == -1;
    }
}
