package org.lierne.recompiler.ir;

import java.util.Locale;

/**
 * Side-effect-free operations on values. Float operations have the guest's meaning (the module's float mode, the guest's NaN and
 * denormal rules) until {@link Invariant#F32_DENORMALS_EXPLICIT} and {@link Invariant#NANS_EXPLICIT} hold, then the host's.
 * Products and sums are never contracted.
 */
public enum AluOp {
    // Integers of any width; AND, OR, XOR, NOT on b1 too. Shift counts are taken modulo the width.
    IADD(2, Shape.SAME_INT), ISUB(2, Shape.SAME_INT), IMUL(2, Shape.SAME_INT),
    UMUL_HI(2, Shape.SAME_INT), SMUL_HI(2, Shape.SAME_INT), UDIV(2, Shape.SAME_INT), UMOD(2, Shape.SAME_INT),
    INEG(1, Shape.SAME_INT), IABS(1, Shape.SAME_INT),
    AND(2, Shape.SAME_BITS), OR(2, Shape.SAME_BITS), XOR(2, Shape.SAME_BITS), NOT(1, Shape.SAME_BITS),
    SHL(2, Shape.SHIFT), SHR_U(2, Shape.SHIFT), SHR_S(2, Shape.SHIFT),
    UMIN(2, Shape.SAME_INT), UMAX(2, Shape.SAME_INT), SMIN(2, Shape.SAME_INT), SMAX(2, Shape.SAME_INT),
    /** Bits [b + c - 1 : b] of a, zero-extended; b and c are {@code i32} and b + c is at most the width. */
    UBFE(3, Shape.FIELD),
    /** As {@link #UBFE}, sign-extended. */
    SBFE(3, Shape.FIELD),
    BIT_REVERSE(1, Shape.SAME_INT),
    /** Number of set bits, an {@code i32}. */
    BIT_COUNT(1, Shape.TO_I32),
    /** Index of the lowest set bit, -1 for none, an {@code i32}. */
    FIND_LSB(1, Shape.TO_I32),
    /** Index of the highest set bit, -1 for none, an {@code i32}. */
    FIND_MSB(1, Shape.TO_I32),
    /** Carry out of the unsigned sum. */
    UADD_CARRY(2, Shape.COMPARE_INT),
    /** Borrow of the unsigned difference. */
    USUB_BORROW(2, Shape.COMPARE_INT),
    IEQ(2, Shape.COMPARE_BITS), INE(2, Shape.COMPARE_BITS),
    ULT(2, Shape.COMPARE_INT), ULE(2, Shape.COMPARE_INT), SLT(2, Shape.COMPARE_INT), SLE(2, Shape.COMPARE_INT),

    // Floats.
    FADD(2, Shape.SAME_FLOAT), FSUB(2, Shape.SAME_FLOAT), FMUL(2, Shape.SAME_FLOAT),
    /** Fused multiply-add: rounded once. */
    FMA(3, Shape.SAME_FLOAT),
    /** Multiply, then add, each rounded ({@code v_mad_f32}, {@code v_mac_f32}). */
    FMAD(3, Shape.SAME_FLOAT),
    /** Product in which zero times anything is zero. */
    FMUL_LEGACY(2, Shape.SAME_FLOAT),
    /** {@link #FMUL_LEGACY}, then add, each rounded. */
    FMAD_LEGACY(3, Shape.SAME_FLOAT),
    /** {@code v_mullit_f32}. */
    FMULLIT(3, Shape.SAME_FLOAT),
    FMIN(2, Shape.SAME_FLOAT), FMAX(2, Shape.SAME_FLOAT),
    FMIN3(3, Shape.SAME_FLOAT), FMAX3(3, Shape.SAME_FLOAT), FMED3(3, Shape.SAME_FLOAT),
    /** The value passed through a float unit: flushed and quieted as the mode says. */
    FCANONICAL(1, Shape.SAME_FLOAT),
    /** Fused multiply-add of three f32, rounded once to f16. */
    FMIX_TO_HALF(3, Shape.CONVERT),
    FNEG(1, Shape.SAME_FLOAT), FABS(1, Shape.SAME_FLOAT),
    /** The clamp modifier: to [0, 1], NaN to 0 where the module's DX10_CLAMP is set. */
    FSATURATE(1, Shape.SAME_FLOAT),
    /** The output modifier: a times the constant b (0.5, 2 or 4), where the float mode lets it act. */
    FOMOD(2, Shape.SAME_FLOAT),
    FFLOOR(1, Shape.SAME_FLOAT), FCEIL(1, Shape.SAME_FLOAT), FTRUNC(1, Shape.SAME_FLOAT), FRNDNE(1, Shape.SAME_FLOAT),
    FFRACT(1, Shape.SAME_FLOAT),
    FRCP(1, Shape.SAME_FLOAT), FRSQ(1, Shape.SAME_FLOAT), FSQRT(1, Shape.SAME_FLOAT),
    FLOG2(1, Shape.SAME_FLOAT), FEXP2(1, Shape.SAME_FLOAT),
    /** Sine of a turns (the guest divides by 2 pi). */
    FSIN(1, Shape.SAME_FLOAT),
    FCOS(1, Shape.SAME_FLOAT),
    /** a times 2 to the b, b an {@code i32}. */
    FLDEXP(2, Shape.LDEXP),
    FREXP_MANT(1, Shape.SAME_FLOAT), FREXP_EXP(1, Shape.TO_I32),
    /** Ordered comparisons are false, unordered ones (FU…) true, when an operand is NaN. */
    FOEQ(2, Shape.COMPARE_FLOAT), FONE(2, Shape.COMPARE_FLOAT), FOLT(2, Shape.COMPARE_FLOAT), FOLE(2, Shape.COMPARE_FLOAT),
    FOGT(2, Shape.COMPARE_FLOAT), FOGE(2, Shape.COMPARE_FLOAT),
    FUEQ(2, Shape.COMPARE_FLOAT), FUNE(2, Shape.COMPARE_FLOAT), FULT(2, Shape.COMPARE_FLOAT), FULE(2, Shape.COMPARE_FLOAT),
    FUGT(2, Shape.COMPARE_FLOAT), FUGE(2, Shape.COMPARE_FLOAT),
    /** True when neither, or when one, operand is NaN. */
    FORD(2, Shape.COMPARE_FLOAT), FUNO(2, Shape.COMPARE_FLOAT),
    /** A segment of 2/pi (f64 value, {@code i32} segment). */
    FTRIG_PREOP(2, Shape.LDEXP),
    /** The cube helpers on (x, y, z): face 0 to 5, the two face coordinates, twice the major axis. */
    CUBE_ID(3, Shape.SAME_FLOAT), CUBE_SC(3, Shape.SAME_FLOAT), CUBE_TC(3, Shape.SAME_FLOAT), CUBE_MA(3, Shape.SAME_FLOAT),
    /** {@code v_div_scale}'s value and flag (denominator, numerator, scaled operand), {@code v_div_fmas} (flag last), fix-up. */
    DIV_SCALE(3, Shape.SAME_FLOAT), DIV_SCALE_FLAG(3, Shape.DIV_FLAG), DIV_FMAS(4, Shape.DIV_FMAS),
    DIV_FIXUP(3, Shape.SAME_FLOAT),

    // Conversions. Float to integer saturates and turns NaN into 0.
    F_TO_S(1, Shape.CONVERT), F_TO_U(1, Shape.CONVERT), S_TO_F(1, Shape.CONVERT), U_TO_F(1, Shape.CONVERT),
    /** Between float types, rounded by the float mode when narrowing. */
    F_TO_F(1, Shape.CONVERT),
    /** f32 to the nearest {@code i32} after adding one half; to the {@code i32} below. */
    F_TO_S_ROUND_UP(1, Shape.CONVERT), F_TO_S_FLOOR(1, Shape.CONVERT),
    /** Normalised conversions to {@code i16}: -1 to 1, and 0 to 1. */
    F_TO_SNORM16(1, Shape.CONVERT), F_TO_UNORM16(1, Shape.CONVERT),
    /** f32 to an unsigned byte in an {@code i32}, rounded by the float mode, saturating. */
    F_TO_BYTE(1, Shape.CONVERT),
    /** f32 to f16, rounded toward zero. */
    F_TO_F_RTZ(1, Shape.CONVERT),
    TRUNCATE(1, Shape.CONVERT), ZERO_EXTEND(1, Shape.CONVERT), SIGN_EXTEND(1, Shape.CONVERT),
    /** The same bits under another type of the same width. */
    BITCAST(1, Shape.CONVERT),
    /** Low word, high word: one {@code i64}. */
    PACK_64(2, Shape.PACK),
    LOW_32(1, Shape.TO_I32), HIGH_32(1, Shape.TO_I32),
    /** Condition, value when true, value when false. */
    SELECT(3, Shape.SELECT);

    /** How operand and result types belong together. */
    public enum Shape {
        /** Result and operands are one integer type. */
        SAME_INT,
        /** Result and operands are one integer type or {@code b1}. */
        SAME_BITS,
        /** Result and operands are one float type. */
        SAME_FLOAT,
        /** Integer value, {@code i32} count, result like the value. */
        SHIFT,
        /** Integer value, {@code i32} start, {@code i32} width, result like the value. */
        FIELD,
        /** Two operands of one integer type, result {@code b1}. */
        COMPARE_INT,
        /** Two operands of one integer type or {@code b1}, result {@code b1}. */
        COMPARE_BITS,
        /** Two operands of one float type, result {@code b1}. */
        COMPARE_FLOAT,
        /** One scalar, result {@code i32}. */
        TO_I32,
        /** One scalar, any result type; what fits depends on the operation. */
        CONVERT,
        /** Two {@code i32}, result {@code i64}. */
        PACK,
        /** Float value, {@code i32} exponent. */
        LDEXP,
        /** Three of one float type, result {@code b1}. */
        DIV_FLAG,
        /** Three of one float type and {@code b1}. */
        DIV_FMAS,
        /** {@code b1} and two of the result's type. */
        SELECT
    }

    private final int arity;
    private final Shape shape;

    AluOp(int arity, Shape shape) {
        this.arity = arity;
        this.shape = shape;
    }

    /** Number of operands. */
    public int arity() {
        return arity;
    }

    public Shape shape() {
        return shape;
    }

    /** The lower-case name in the text form. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
