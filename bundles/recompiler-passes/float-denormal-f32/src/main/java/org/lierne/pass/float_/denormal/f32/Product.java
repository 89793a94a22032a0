package org.lierne.pass.float_.denormal.f32;

import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Value;

/** Whether the product of two f32 that are no denormals lies below the smallest normal number once it is rounded to 24 bits. */
final class Product {
    private static final Const SCALE = Const.f32(0x1p64f);
    private static final Const SCALED_SMALLEST = Const.f32(0x1p-62f);
    /** The exact product, as far as its size is asked for. */
    static final int TOWARDS_ZERO = 3;
    private static final int UP = 1;
    private static final int SIGN = 0x80000000;
    private static final int SIGNIFICAND = 0x7fffff;
    /** Sum of the exponent fields of factors whose product lies around the smallest normal number: below it, or not, by significands. */
    private static final int AT_THE_BORDER = 127;

    private final Expansion code;

    Product(Expansion code) {
        this.code = code;
    }

    /** In nearest-even rounding, which the host's product of a scaled factor tells. */
    Value isTiny(Value a, Value b) {
        boolean isFirstKnown = a instanceof Const;
        Value scaled = scaled(isFirstKnown ? a : b instanceof Const ? b : a);
        Value product = code.alu(AluOp.FMUL, ScalarType.F32, scaled, isFirstKnown || !(b instanceof Const) ? b : a);
        return code.alu(AluOp.FOLT, ScalarType.B1, code.alu(AluOp.FABS, ScalarType.F32, product), SCALED_SMALLEST);
    }

    private Value scaled(Value factor) {
        return factor instanceof Const known ? Const.f32(Float.intBitsToFloat((int) known.bits()) * 0x1p64f)
                : code.alu(AluOp.FMUL, ScalarType.F32, factor, SCALE);
    }

    /**
     * In a directed mode, from the significands: their product is 46 to 48 bits long, and the number is 2 to the -126 where it is 2 to the 47.
     * Rounded away from zero the number still is tiny when it is the largest one of 24 bits below that, or less.
     */
    Value isTiny(Value a, Value b, int rounding) {
        Value sum = word(AluOp.IADD, exponent(a), exponent(b));
        Value low = word(AluOp.IMUL, significand(a), significand(b));
        Value high = word(AluOp.UMUL_HI, significand(a), significand(b));
        Value isShort = code.below(high, Const.i32(1 << 15));
        Value border = isShort;
        if (rounding != TOWARDS_ZERO) {
            Value sign = word(AluOp.AND, word(AluOp.XOR, code.bits(a), code.bits(b)), Const.i32(SIGN));
            Value away = rounding == UP ? code.equal(sign, Const.i32(0)) : code.alu(AluOp.INE, ScalarType.B1, sign, Const.i32(0));
            Value roundsUp = code.and(code.equal(high, Const.i32((1 << 15) - 1)), code.below(Const.i32(-1 << 23), low));
            border = code.and(isShort, code.alu(AluOp.NOT, ScalarType.B1, code.and(away, roundsUp)));
        }
        return code.or(code.below(sum, Const.i32(AT_THE_BORDER)), code.and(code.equal(sum, Const.i32(AT_THE_BORDER)), border));
    }

    private Value exponent(Value value) {
        return code.alu(AluOp.UBFE, ScalarType.I32, code.bits(value), Const.i32(23), Const.i32(8));
    }

    private Value significand(Value value) {
        return word(AluOp.OR, word(AluOp.AND, code.bits(value), Const.i32(SIGNIFICAND)), Const.i32(SIGNIFICAND + 1));
    }

    private Value word(AluOp op, Value a, Value b) {
        return code.alu(op, ScalarType.I32, a, b);
    }
}
