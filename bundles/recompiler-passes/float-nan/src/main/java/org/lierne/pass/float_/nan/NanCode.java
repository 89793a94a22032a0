package org.lierne.pass.float_.nan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.FloatBits;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.program.FloatMode;

/**
 * Results of single operations, NaNs and zeros chosen on the bits. The operation itself stays for all that is a number; that a host's
 * minimum and maximum take the number of a number and a NaN is relied on. From sum to sum and product to product the host's own result
 * goes on, with the NaN that it stands for beside it, so that what waits for a result does not wait for the choice.
 */
final class NanCode {
    private static final Const ALL_EXPONENT = Const.i32(0x7f800000);
    private static final int QUIET = 0x00400000;

    private final Expansion code;
    private final boolean quiets;
    private final FloatMode mode;
    private final Set<ScalarType> keepsNans;

    /**
     * An operation whose NaN was chosen.
     *
     * @param raw   the host's result
     * @param nan   bits of the NaN that is meant where the result is one
     * @param isNan whether it is
     */
    private record Chosen(Value raw, Value nan, Value isNan) {}

    private final Map<Value, Chosen> chosen = new HashMap<>();
    private final Numbers numbers;
    private final boolean separates;

    /**
     * @param separates whether separately rounded sums of products are exact; else their NaNs are the driver's (B-025)
     * @param keepsNans the widths whose NaNs the host promises to know as such
     */
    NanCode(Expansion code, FloatMode mode, boolean separates, Set<ScalarType> keepsNans) {
        this.separates = separates;
        this.code = code;
        this.keepsNans = keepsNans;
        this.mode = mode;
        this.quiets = mode.ieee();
        this.numbers = new Numbers(code, mode);
    }

    /** What stands for the operation's result, null when the operation is left as it is. */
    @Nullable Value result(Alu alu) {
        return switch (alu.op()) {
            case FADD, FSUB, FMUL, FMUL_LEGACY, FMA, FMAD_LEGACY, DIV_FMAS -> first(alu);
            case FMAD -> separates ? first(alu) : direct(alu);
            case FSQRT, FRSQ, FLOG2 -> only(alu, true);
            case FSIN, FCOS, FFRACT -> only(alu, !numbers.isFinite(raw(alu.operand(0))));
            case FRCP, FEXP2, FFLOOR, FCEIL, FTRUNC, FRNDNE, FREXP_MANT, FLDEXP -> only(alu, false);
            case FMIN, FMAX -> extremeOf2(alu);
            case FMIN3 -> real(alu, extremeOf3(AluOp.FMIN, alu));
            case FMAX3 -> real(alu, extremeOf3(AluOp.FMAX, alu));
            case FMED3 -> real(alu, middle(alu));
            case F_TO_F -> converted(alu);
            case FMIX_TO_HALF -> mixed(alu);
            case FCANONICAL, CUBE_SC, CUBE_TC -> quiets ? quietedResult(alu) : null;
            case FOMOD -> unchanged(alu);
            case FMULLIT -> lit(alu);
            default -> null;
        };
    }

    /**
     * Whether it is the choice that makes the result a NaN, which clamps, comparisons and conversions tell too: in IEEE mode a signalling NaN
     * wins against a number, and it shows where the product of {@code v_mullit_f32} is zero.
     */
    boolean decides(Alu alu) {
        return switch (alu.op()) {
            case FMIN, FMAX, FMIN3, FMAX3, FMED3 -> quiets;
            case FMULLIT -> true;
            default -> false;
        };
    }

    // Classes of bits.

    private static ScalarType integer(Value value) {
        return Expansion.integer(value.type().component());
    }

    private static int significandBits(Value value) {
        return FloatBits.significandBits(value.type().component());
    }

    private static Const constant(Value like, long bits) {
        return new Const(integer(like), bits);
    }

    private static long sign(Value like) {
        return FloatBits.sign(like.type().component());
    }

    private static long infinity(Value like) {
        return FloatBits.infinity(like.type().component());
    }

    private static long quietBit(Value like) {
        return FloatBits.quiet(like.type().component());
    }

    private static Const defaultNan(Value like) {
        return constant(like, FloatBits.defaultNan(like.type().component()));
    }

    private Value size(Value value) {
        return code.and(code.bits(value), constant(value, sign(value) - 1));
    }

    private Value isNan(Value value) {
        Chosen known = chosen.get(value);
        if (known != null) {
            return known.isNan;
        }
        if (numbers.isNumber(value)) {
            return Const.FALSE;
        }
        return keepsNans.contains(value.type().component()) && !(value instanceof Const) ? code.alu(AluOp.FUNO, ScalarType.B1, value, value)
                : hasNanBits(value);
    }

    private Value hasNanBits(Value value) {
        return code.below(constant(value, infinity(value)), size(value));
    }

    private Value isSignaling(Value value) {
        Value beyond = code.alu(AluOp.ISUB, integer(value), size(value), constant(value, infinity(value) + 1));
        return code.below(beyond, constant(value, quietBit(value) - 1));
    }

    private boolean flushesInputs(Value value) {
        return ((value.type() == ScalarType.F32 ? mode.denormals32() : mode.denormals16()) & 1) == 0;
    }

    /** Separately rounded sums flush in every mode, the division's helper in none. */
    private boolean flushesInputs(Alu alu) {
        return switch (alu.op()) {
            case FMAD, FMAD_LEGACY -> true;
            case DIV_FMAS -> false;
            default -> flushesInputs(alu.operand(0));
        };
    }

    /** Zero as an operand: a denormal too, where it is flushed. */
    private Value isZero(Value value, boolean flushes) {
        return code.below(size(value), constant(value, flushes ? 1L << significandBits(value) : 1));
    }

    /** An operand's NaN as a result has it. */
    private Value propagated(Value operand) {
        Chosen known = chosen.get(operand);
        return known != null ? known.nan : quiets ? quieted(operand) : code.bits(operand);
    }

    /** An operand's own NaN. */
    private Value nanBits(Value operand) {
        Chosen known = chosen.get(operand);
        return known != null ? known.nan : code.bits(operand);
    }

    private Value quieted(Value nan) {
        return code.or(code.bits(nan), constant(nan, quietBit(nan)));
    }

    private Value real(Alu alu, Value bits) {
        return code.real(bits, alu.result().type().component());
    }

    /** The operation itself, of the host's own operands. */
    private Value raw(Alu alu) {
        return code.alu(alu.op(), alu.result().type(), alu.operands().stream().map(this::raw).toArray(Value[]::new));
    }

    /** The operation of the host's own operands, null where it is that already. */
    @Nullable Value direct(Alu alu) {
        return alu.operands().stream().anyMatch(chosen::containsKey) ? raw(alu) : null;
    }

    private Value raw(Value operand) {
        Chosen known = chosen.get(operand);
        return known == null ? operand : known.raw;
    }

    /** What stands for a result that is {@code nan} where {@code isNan} holds. */
    private Value choose(Alu alu, Value raw, Value nan, Value isNan) {
        chosen.put(alu.result(), new Chosen(raw, nan, isNan));
        return real(alu, code.select(isNan, nan, code.bits(raw)));
    }

    // Sums and products.

    /** The first NaN among the operands, else the default one; null where none can be. */
    private @Nullable Value first(Alu alu) {
        boolean legacy = alu.op() == AluOp.FMUL_LEGACY || alu.op() == AluOp.FMAD_LEGACY;
        boolean sum = alu.op() == AluOp.FMA || alu.op() == AluOp.FMAD || alu.op() == AluOp.FMAD_LEGACY || alu.op() == AluOp.DIV_FMAS;
        Value nan = canBeInvalid(alu) ? defaultNan(alu.result()) : null;
        Value only = nan == null ? Const.FALSE : null;
        Value any = Const.FALSE;
        for (int i = sum ? 2 : 1; i >= 0; i--) {
            Value operand = alu.operand(i);
            if (i == 1 && operand.equals(alu.operand(0))) {
                continue; // the first of two that are one
            }
            Value isNan = isNan(operand);
            if (legacy && i < 2 && !isNan.equals(Const.FALSE)) {
                isNan = code.and(isNan, not(isZero(raw(alu.operand(1 - i)), flushesInputs(alu))));
            }
            if (i == 2 && alu.op() != AluOp.FMAD_LEGACY && !isNan.equals(Const.FALSE) && canBeInvalidProduct(alu)) {
                isNan = code.and(isNan, not(infiniteTimesZero(raw(alu.operand(0)), raw(alu.operand(1)), flushesInputs(alu))));
            }
            if (!isNan.equals(Const.FALSE)) {
                Value own = nanOf(alu, i);
                only = nan == null ? isNan : null;
                nan = nan == null ? own : code.select(isNan, own, nan);
                any = code.or(any, isNan);
            }
        }
        if (nan == null) {
            return direct(alu);
        }
        Value raw = raw(alu);
        if (hasZero(alu)) {
            // Where a factor is a constant zero drivers take the product for zero, whatever the other is: a number would go on.
            return real(alu, code.select(only != null ? only : code.or(any, isNan(raw)), nan, code.bits(raw)));
        }
        Value isNan = only != null ? only : isNan(raw);
        return choose(alu, raw, nan, readsDenormals(alu) ? code.or(isNan, infiniteTimesZero(raw(alu.operand(0)), raw(alu.operand(1)), true)) : isNan);
    }

    /** Fused sums of doubles keep denormals (B-016), and infinity times one is no NaN of theirs though the mode takes it for zero. */
    private boolean readsDenormals(Alu alu) {
        return alu.op() == AluOp.FMA && alu.result().type() == ScalarType.F64 && flushesInputs(alu) && canBeInvalidProduct(alu);
    }

    private static boolean hasZero(Alu alu) {
        return alu.operands().stream().anyMatch(operand -> operand instanceof Const constant && (constant.bits() & sign(operand) - 1) == 0);
    }

    /** An operand's NaN as the result has it; the hardware adds the negated subtrahend. */
    private Value nanOf(Alu alu, int i) {
        Value operand = alu.operand(i);
        Value nan = propagated(operand);
        return alu.op() == AluOp.FSUB && i == 1 ? code.alu(AluOp.XOR, nan.type(), nan, constant(operand, sign(operand))) : nan;
    }

    /** Whether operands that are no NaNs can give one. */
    private boolean canBeInvalid(Alu alu) {
        return switch (alu.op()) {
            case FADD, FSUB -> alu.operands().stream().map(this::raw).noneMatch(numbers::isFinite);
            case FMUL -> canBeInvalidProduct(alu);
            case FMUL_LEGACY -> false;
            case FMA, FMAD -> canBeInvalidProduct(alu)
                    || !numbers.isFinite(raw(alu.operand(2))) && !numbers.isProductFinite(raw(alu.operand(0)), raw(alu.operand(1)));
            default -> true;
        };
    }

    /** Two finite numbers make no invalid product, and one that is not zero either makes none with any. */
    private boolean canBeInvalidProduct(Alu alu) {
        return !isFiniteAndNormal(alu.operand(0)) && !isFiniteAndNormal(alu.operand(1))
                && !(numbers.isFinite(raw(alu.operand(0))) && numbers.isFinite(raw(alu.operand(1))));
    }

    private static boolean isFiniteAndNormal(Value value) {
        if (!(value instanceof Const constant)) {
            return false;
        }
        long size = constant.bits() & sign(value) - 1;
        return size < infinity(value) && size >= 1L << significandBits(value);
    }

    private Value infiniteTimesZero(Value a, Value b, boolean flushes) {
        Value larger = code.alu(AluOp.UMAX, integer(a), size(a), size(b));
        Value smaller = code.alu(AluOp.UMIN, integer(a), size(a), size(b));
        Value zero = code.below(smaller, constant(a, flushes ? 1L << significandBits(a) : 1));
        return code.and(code.equal(larger, constant(a, infinity(a))), zero);
    }

    private Value not(Value truth) {
        return code.alu(AluOp.NOT, ScalarType.B1, truth);
    }

    // One operand.

    private @Nullable Value only(Alu alu, boolean canBeInvalid) {
        Value operand = alu.operand(0);
        Value isNan = isNan(operand);
        if (!canBeInvalid) {
            return isNan.equals(Const.FALSE) ? direct(alu) : choose(alu, raw(alu), propagated(operand), isNan);
        }
        Value raw = raw(alu);
        // No host is asked whether a half that it gives is a NaN: see quirk.driver.nvidia.nan.
        Value isResultNan = raw.type().component() == ScalarType.F16 ? hasNanBits(raw) : isNan(raw);
        return choose(alu, raw, code.select(isNan, propagated(operand), defaultNan(raw)), isResultNan);
    }

    /** Whatever NaN the operation itself gives, quieted. */
    private Value quietedResult(Alu alu) {
        Value raw = raw(alu);
        return real(alu, code.select(isNan(raw), quieted(raw), code.bits(raw)));
    }

    /** A NaN passes the output modifier as it is. */
    private Value unchanged(Alu alu) {
        Value operand = alu.operand(0);
        return real(alu, code.select(isNan(operand), nanBits(operand), code.bits(raw(alu))));
    }

    /** A signalling NaN comes out even where a zero factor would hide it, as long as the product is asked for (B-023). */
    private Value lit(Alu alu) {
        Value operand = alu.operand(0);
        Value raw = raw(alu);
        Value hidden = code.and(isSignaling(operand), code.equal(code.bits(raw), Const.i32(0)));
        return real(alu, code.select(code.or(isNan(raw), hidden), propagated(operand), code.bits(raw)));
    }

    // Minima and maxima.

    /** Bits of the smaller or larger of two: -0 below +0, of two NaNs the first; in IEEE mode a signalling NaN wins, quieted. */
    private Value extreme(AluOp op, Value a, Value b) {
        Value result = code.select(code.and(isNan(a), isNan(b)), code.bits(a), number(op, a, b));
        if (quiets) {
            result = code.select(isSignaling(b), quieted(b), result);
            result = code.select(isSignaling(a), quieted(a), result);
        }
        return result;
    }

    /** The same beside a chain: the host takes the number of its own operands as well, and a NaN is the first of two. */
    private Value extremeOf2(Alu alu) {
        Value first = alu.operand(0);
        Value second = alu.operand(1);
        if (quiets || alu.result().type() != ScalarType.F32) {
            return real(alu, extreme(alu.op(), first, second));
        }
        Value number = real(alu, number(alu.op(), raw(first), raw(second)));
        Value bothNan = code.and(isNan(first), isNan(second));
        return bothNan.equals(Const.FALSE) ? number : choose(alu, number, nanBits(first), bothNan);
    }

    /** Bits of the smaller or larger of two numbers; the number's where one is none. */
    private Value number(AluOp op, Value a, Value b) {
        Value raw = code.bits(code.alu(op, a.type(), a, b));
        if (isFiniteAndNormal(a) || isFiniteAndNormal(b)) {
            return raw;
        }
        if (isFlushed(a) && isFlushed(b)) {
            // Equal numbers are the same bits but for zeros.
            AluOp joins = op == AluOp.FMIN ? AluOp.OR : AluOp.AND;
            return code.select(code.alu(AluOp.FOEQ, ScalarType.B1, a, b), code.alu(joins, integer(a), code.bits(a), code.bits(b)), raw);
        }
        return code.select(bothZero(a, b), zero(op, a, b), raw);
    }

    /** Whether the mode flushes denormals and the value is no operand but what an operation leaves. */
    private boolean isFlushed(Value value) {
        return mode.denormals32() == 0 && value.type() == ScalarType.F32 && code.definition(value) instanceof Alu alu && switch (alu.op()) {
            case FADD, FSUB, FMUL, FMUL_LEGACY, FMA, S_TO_F, U_TO_F, FFLOOR, FCEIL, FTRUNC, FRNDNE, FFRACT -> true;
            default -> false;
        };
    }

    private Value bothZero(Value a, Value b) {
        Value either = code.or(code.bits(a), code.bits(b));
        return code.below(code.and(either, constant(a, sign(a) - 1)), constant(a, flushesInputs(a) ? 1L << significandBits(a) : 1));
    }

    /** The smaller or larger of two zeros. */
    private Value zero(AluOp op, Value a, Value b) {
        Value chosen = op == AluOp.FMIN ? code.or(code.bits(a), code.bits(b)) : code.and(code.bits(a), code.bits(b));
        return flushesInputs(a) ? code.and(chosen, constant(a, sign(a))) : chosen;
    }

    private Value extremeOf3(AluOp op, Alu alu) {
        Value two = real(alu, extreme(op, alu.operand(0), alu.operand(1)));
        return extreme(op, two, alu.operand(2));
    }

    /** The middle one in the order of the bits; with a NaN among them the smallest of the others. */
    private Value middle(Alu alu) {
        Value limited = quiets ? null : limited(alu);
        if (limited != null) {
            return limited;
        }
        List<Value> keys = alu.operands().stream().map(this::key).toList();
        ScalarType type = integer(alu.operand(0));
        Value low = code.alu(AluOp.SMIN, type, keys.get(0), keys.get(1));
        Value high = code.alu(AluOp.SMAX, type, keys.get(0), keys.get(1));
        Value middle = code.alu(AluOp.SMAX, type, low, code.alu(AluOp.SMIN, type, high, keys.get(2)));
        Value numbers = flipped(middle, alu.operand(0));
        Value anyNan = code.or(isNan(alu.operand(0)), code.or(isNan(alu.operand(1)), isNan(alu.operand(2))));
        return anyNan.equals(Const.FALSE) ? numbers : code.select(anyNan, extremeOf3(AluOp.FMIN, alu), numbers);
    }

    /** The middle one of a value and two constants, which is the value kept between them; null for other operands. */
    private @Nullable Value limited(Alu alu) {
        List<Const> limits = alu.operands().stream().filter(Const.class::isInstance).map(Const.class::cast).toList();
        Value value = alu.operands().stream().filter(operand -> !(operand instanceof Const)).findFirst().orElse(null);
        if (limits.size() != 2 || value == null || !limits.stream().allMatch(numbers::isFinite)) {
            return null;
        }
        boolean isOrdered = Double.compare(Numbers.real(limits.get(0)), Numbers.real(limits.get(1))) <= 0;
        Value raised = real(alu, extreme(AluOp.FMAX, value, limits.get(isOrdered ? 0 : 1)));
        return extreme(AluOp.FMIN, raised, limits.get(isOrdered ? 1 : 0));
    }

    /** An integer that orders as the numbers do, -0 below +0; its own inverse. */
    private Value key(Value value) {
        Value bits = code.bits(value);
        Value read = flushesInputs(value) ? code.select(isZero(value, true), code.and(bits, constant(value, sign(value))), bits) : bits;
        return flipped(read, value);
    }

    private Value flipped(Value bits, Value like) {
        ScalarType type = integer(like);
        Value negative = code.alu(AluOp.SHR_S, type, bits, Const.i32(like.type().component().bits() - 1));
        return code.alu(AluOp.XOR, type, bits, code.alu(AluOp.SHR_U, type, negative, Const.i32(1)));
    }

    // Conversions: the upper bits of the payload stay, narrowing quiets always.

    private @Nullable Value converted(Alu alu) {
        Value operand = alu.operand(0);
        ScalarType from = operand.type().component();
        ScalarType to = alu.result().type().component();
        if (from == to) {
            return null;
        }
        Value nan = switch (to) {
            case F16 -> from == ScalarType.F32 ? narrowed(nanBits(operand)) : null;
            case F64 -> from == ScalarType.F32 ? doubled(nanBits(operand)) : null;
            default -> from == ScalarType.F16 ? widened(nanBits(operand)) : halved(nanBits(operand));
        };
        return nan == null ? null : real(alu, code.select(isNan(operand), nan, code.bits(raw(alu))));
    }

    private Value word(AluOp op, Value a, int b) {
        return code.alu(op, ScalarType.I32, a, Const.i32(b));
    }

    private Value widened(Value half) {
        Value moved = word(AluOp.SHL, code.alu(AluOp.SIGN_EXTEND, ScalarType.I32, half), 13);
        return code.or(moved, quiets ? Const.i32(0x7f800000 | QUIET) : ALL_EXPONENT);
    }

    private Value narrowed(Value word) {
        Value payload = word(AluOp.AND, word(AluOp.SHR_U, word, 13), 0x3ff);
        Value sign = word(AluOp.AND, word(AluOp.SHR_U, word, 16), 0x8000);
        return code.alu(AluOp.TRUNCATE, ScalarType.I16, word(AluOp.OR, code.or(payload, sign), 0x7e00));
    }

    private Value doubled(Value word) {
        Value high = word(AluOp.OR, word(AluOp.SHR_S, word, 3), quiets ? 0x7ff80000 : 0x7ff00000);
        return code.alu(AluOp.PACK_64, ScalarType.I64, word(AluOp.SHL, word, 29), high);
    }

    private Value halved(Value wide) {
        Value high = code.alu(AluOp.HIGH_32, ScalarType.I32, wide);
        Value low = code.alu(AluOp.LOW_32, ScalarType.I32, wide);
        Value payload = code.or(word(AluOp.AND, word(AluOp.SHL, high, 3), 0x7fffff), word(AluOp.SHR_U, low, 29));
        return word(AluOp.OR, code.or(payload, word(AluOp.AND, high, 0x80000000)), 0x7f800000 | QUIET);
    }

    /** Three f32 rounded once to f16: the first NaN among them, or the default one, narrowed. */
    private Value mixed(Alu alu) {
        Value raw = raw(alu);
        Value a = alu.operand(0);
        Value b = alu.operand(1);
        Value c = alu.operand(2);
        Value third = code.and(isNan(c), not(infiniteTimesZero(a, b, flushesInputs(a))));
        Value nan = code.select(isNan(a), nanBits(a), code.select(isNan(b), nanBits(b),
                code.select(third, nanBits(c), defaultNan(a))));
        return real(alu, code.select(isNan(raw), narrowed(nan), code.bits(raw)));
    }
}
