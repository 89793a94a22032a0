package org.lierne.pass.float_.round.f16;

import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Value;

/** An f32 rounded to f16. */
final class Narrowed {
    private static final int UP = 1;
    private static final int DOWN = 2;
    private static final int SIGN = 0x80000000;
    private static final int IMPLICIT = 0x800000;
    /** Significand bits that a normal half drops, and what the exponent fields differ by. */
    private static final int DROPPED = 13;
    private static final int BIAS = 112;
    private static final int INFINITY = 0x7c00;
    private static final Const ZERO = Const.i32(0);
    private static final Const ONE = Const.i32(1);

    private final Expansion code;
    private final int rounding;
    private final boolean flushes;
    private final Value bits;
    private final Value size;
    private final Value isNegative;

    Narrowed(Expansion code, Value single, int rounding, boolean flushes) {
        this.code = code;
        this.rounding = rounding;
        this.flushes = flushes;
        bits = code.bits(single);
        size = code.and(bits, Const.i32(~SIGN));
        isNegative = code.alu(AluOp.SLT, ScalarType.B1, bits, ZERO);
    }

    private Value word(AluOp op, Value a, Value b) {
        return code.alu(op, ScalarType.I32, a, b);
    }

    Value half() {
        Value exponent = word(AluOp.ISUB, word(AluOp.SHR_U, size, Const.i32(23)), Const.i32(BIAS));
        Value significand = code.or(code.and(size, Const.i32(IMPLICIT - 1)), Const.i32(IMPLICIT));
        // Zero has no leading one.
        significand = code.select(code.equal(size, ZERO), ZERO, significand);
        Value field = word(AluOp.SMAX, exponent, ONE);
        Value count = word(AluOp.UMIN, word(AluOp.IADD, word(AluOp.ISUB, field, exponent), Const.i32(DROPPED)), Const.i32(31));
        Value packed = word(AluOp.IADD, word(AluOp.SHL, word(AluOp.ISUB, field, ONE), Const.i32(10)), rounded(significand, count));
        Value isLarge = code.alu(AluOp.SLE, ScalarType.B1, Const.i32(INFINITY), packed);
        Value result = code.select(isLarge, overflow(), packed);
        if (flushes) {
            result = code.select(isTiny(exponent, significand), ZERO, result);
        }
        Value isSpecial = code.alu(AluOp.ULE, ScalarType.B1, Const.i32(0x7f800000), size);
        result = code.select(isSpecial, special(), result);
        result = code.or(result, code.and(word(AluOp.SHR_U, bits, Const.i32(16)), Const.i32(0x8000)));
        return code.real(code.alu(AluOp.TRUNCATE, ScalarType.I16, result), ScalarType.F16);
    }

    /** The significand without its lowest bits, rounded. */
    private Value rounded(Value significand, Value count) {
        Value kept = word(AluOp.SHR_U, significand, count);
        Value lost = word(AluOp.ISUB, significand, word(AluOp.SHL, kept, count));
        Value isInexact = code.alu(AluOp.INE, ScalarType.B1, lost, ZERO);
        Value up = switch (rounding) {
            // More than a half, or a half under an odd number.
            case 0 -> code.below(word(AluOp.SHL, ONE, word(AluOp.ISUB, count, ONE)), word(AluOp.IADD, lost, code.and(kept, ONE)));
            case UP -> code.and(isInexact, code.alu(AluOp.NOT, ScalarType.B1, isNegative));
            case DOWN -> code.and(isInexact, isNegative);
            default -> Const.FALSE;
        };
        return word(AluOp.IADD, kept, code.select(up, ONE, ZERO));
    }

    /** Below the smallest normal half unless rounding to 11 bits reaches it. */
    private Value isTiny(Value exponent, Value significand) {
        Value reaches = code.equal(rounded(significand, Const.i32(DROPPED)), Const.i32(0x800));
        Value isJustBelow = code.and(code.equal(exponent, ZERO), code.alu(AluOp.NOT, ScalarType.B1, reaches));
        return code.or(code.alu(AluOp.SLT, ScalarType.B1, exponent, ZERO), isJustBelow);
    }

    private Value overflow() {
        Const infinite = Const.i32(INFINITY);
        Const largest = Const.i32(INFINITY - 1);
        return switch (rounding) {
            case 0 -> infinite;
            case UP -> code.select(isNegative, largest, infinite);
            case DOWN -> code.select(isNegative, infinite, largest);
            default -> largest;
        };
    }

    /** Infinity, or the NaN with the upper bits of its payload, quieted. */
    private Value special() {
        Value payload = code.alu(AluOp.UBFE, ScalarType.I32, bits, Const.i32(DROPPED), Const.i32(10));
        Value isInfinite = code.equal(size, Const.i32(0x7f800000));
        return code.select(isInfinite, Const.i32(INFINITY), code.or(payload, Const.i32(0x7e00)));
    }
}
