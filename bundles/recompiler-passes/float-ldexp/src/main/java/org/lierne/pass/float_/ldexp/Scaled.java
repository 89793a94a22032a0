package org.lierne.pass.float_.ldexp;

import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.FloatBits;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.program.FloatMode;

/** One number, f32 or f16, about to be scaled. Its bits are looked at as a word. */
final class Scaled {
    private static final int UP = 1;
    private static final int DOWN = 2;
    /** More than the distance between any two exponents, so that sums do not wrap. */
    private static final Const LARGEST_EXPONENT = Const.i32(1000);
    private static final Const SMALLEST_EXPONENT = Const.i32(-1000);
    private static final Const ZERO = Const.i32(0);
    private static final Const ONE = Const.i32(1);

    private final Expansion code;
    private final ScalarType type;
    private final Value number;
    private final int significandBits;
    private final int infinity;
    private final boolean keepsOperands;
    private final boolean keepsResults;
    private final int rounding;
    private final boolean saturates;
    private final Value word;
    private final Value size;
    private final Value sign;

    Scaled(Expansion code, FloatMode mode, Value number) {
        this.code = code;
        this.number = number;
        type = number.type().component();
        significandBits = FloatBits.significandBits(type);
        infinity = (int) FloatBits.infinity(type);
        int denormals = type == ScalarType.F32 ? mode.denormals32() : mode.denormals16();
        keepsOperands = (denormals & 1) != 0;
        keepsResults = (denormals & 2) != 0;
        rounding = type == ScalarType.F32 ? mode.round32() : mode.round16();
        saturates = type == ScalarType.F16 && mode.fp16Overflow();
        word = type == ScalarType.F32 ? code.bits(number) : code.alu(AluOp.ZERO_EXTEND, ScalarType.I32, code.bits(number));
        size = code.and(word, Const.i32((int) FloatBits.sign(type) - 1));
        sign = code.and(word, Const.i32((int) FloatBits.sign(type)));
    }

    private Value word(AluOp op, Value a, Value b) {
        return code.alu(op, ScalarType.I32, a, b);
    }

    private Value isNegative() {
        return code.alu(AluOp.INE, ScalarType.B1, sign, ZERO);
    }

    Value by(Value power) {
        int implicit = 1 << significandBits;
        Value isDenormal = code.below(size, Const.i32(implicit));
        Value exponent = word(AluOp.SHR_U, size, Const.i32(significandBits));
        Value significand = code.or(code.and(size, Const.i32(implicit - 1)), Const.i32(implicit));
        if (keepsOperands) {
            Value shift = word(AluOp.ISUB, Const.i32(significandBits), code.alu(AluOp.FIND_MSB, ScalarType.I32, size));
            exponent = code.select(isDenormal, word(AluOp.ISUB, ONE, shift), exponent);
            significand = code.select(isDenormal, word(AluOp.SHL, size, shift), significand);
        }
        Value limited = word(AluOp.SMAX, word(AluOp.SMIN, power, LARGEST_EXPONENT), SMALLEST_EXPONENT);
        Value scaled = word(AluOp.IADD, exponent, limited);
        Value normal = code.or(word(AluOp.SHL, scaled, Const.i32(significandBits)), code.and(significand, Const.i32(implicit - 1)));
        Value isLarge = code.alu(AluOp.SLE, ScalarType.B1, Const.i32(infinity >>> significandBits), scaled);
        Value isSmall = code.alu(AluOp.SLE, ScalarType.B1, scaled, ZERO);
        Value result = code.select(isLarge, overflow(), code.select(isSmall, tiny(significand, scaled), normal));
        Value isZero = keepsOperands ? code.equal(size, ZERO) : isDenormal;
        result = code.select(isZero, ZERO, result);
        result = code.or(code.select(code.alu(AluOp.ULE, ScalarType.B1, Const.i32(infinity), size), size, result), sign);
        return type == ScalarType.F32 ? code.real(result, type)
                : code.real(code.alu(AluOp.TRUNCATE, ScalarType.I16, result), type);
    }

    /** Infinity or the largest number. */
    private Value overflow() {
        Const largest = Const.i32(infinity - 1);
        Const infinite = Const.i32(saturates ? infinity - 1 : infinity);
        return switch (rounding) {
            case 0 -> infinite;
            case UP -> code.select(isNegative(), largest, infinite);
            case DOWN -> code.select(isNegative(), infinite, largest);
            default -> largest;
        };
    }

    /** The denormal, rounded; zero where results are flushed. */
    private Value tiny(Value significand, Value scaled) {
        if (!keepsResults) {
            return ZERO;
        }
        Value count = word(AluOp.UMIN, word(AluOp.ISUB, ONE, scaled), Const.i32(31));
        Value kept = word(AluOp.SHR_U, significand, count);
        Value lost = word(AluOp.ISUB, significand, word(AluOp.SHL, kept, count));
        Value up = switch (rounding) {
            // More than a half, or a half under an odd number.
            case 0 -> code.below(word(AluOp.SHL, ONE, word(AluOp.ISUB, count, ONE)), word(AluOp.IADD, lost, code.and(kept, ONE)));
            case UP -> code.and(code.alu(AluOp.INE, ScalarType.B1, lost, ZERO), code.equal(sign, ZERO));
            case DOWN -> code.and(code.alu(AluOp.INE, ScalarType.B1, lost, ZERO), isNegative());
            default -> Const.FALSE;
        };
        return word(AluOp.IADD, kept, code.select(up, ONE, ZERO));
    }
}
