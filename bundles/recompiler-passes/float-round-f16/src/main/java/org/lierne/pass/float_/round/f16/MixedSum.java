package org.lierne.pass.float_.round.f16;

import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.FloatBits;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Value;

/**
 * A product of two f32 with a third added, as an f32 that rounds to f16 as the exact sum does (rule B-026): rounded to odd, which keeps whether
 * something was lost, and within the numbers of f32, beyond which halves are alike. Computed in f64, where the product is exact.
 */
final class MixedSum {
    private static final int DOWN = 2;
    private static final Const SIGN = Const.i64(Long.MIN_VALUE);
    private static final Const SIZE = Const.i64(Long.MAX_VALUE);
    private static final Const ZERO = Const.i64(0);
    private static final Const ONE = Const.i64(1);
    private static final Const INFINITY = Const.i64(FloatBits.infinity(ScalarType.F64));
    private static final Const SMALLEST = Const.i64(Double.doubleToRawLongBits(Float.MIN_NORMAL));
    private static final Const BEYOND = Const.i64(Double.doubleToRawLongBits(0x1p128));
    /** Bits of the significand that f32 lacks, and what its exponents are less, in place. */
    private static final int DROPPED = 29;
    private static final int BIAS = 896 << 23;

    private final Expansion code;
    private final int rounding;

    /**
     * @param rounding the f16 rounding field
     */
    MixedSum(Expansion code, int rounding) {
        this.code = code;
        this.rounding = rounding;
    }

    Value of(Alu alu) {
        Value product = wide(AluOp.FMUL, widened(alu.operand(0)), widened(alu.operand(1)));
        Value addend = widened(alu.operand(2));
        Value sum = wide(AluOp.FADD, product, addend);
        Value taken = wide(AluOp.FSUB, sum, product);
        Value lost = wide(AluOp.FADD, wide(AluOp.FSUB, product, wide(AluOp.FSUB, sum, taken)), wide(AluOp.FSUB, addend, taken));
        Value sign = code.bits(sum);
        if (rounding == DOWN) {
            // Exact zeros are negative unless both parts are positive ones.
            Value either = code.or(code.bits(product), code.bits(addend));
            sign = code.select(code.equal(size(sum), ZERO), either, sign);
        }
        return code.real(code.or(single(size(sum), magnitude(sum, lost)), upper(code.and(sign, SIGN))), ScalarType.F32);
    }

    /** The sum's magnitude, made odd by one place towards the exact one where they differ. */
    private Value magnitude(Value sum, Value lost) {
        Value isEven = code.equal(code.and(code.bits(sum), ONE), ZERO);
        Value changes = code.and(isEven, code.alu(AluOp.INE, ScalarType.B1, size(lost), ZERO));
        Value opposite = code.alu(AluOp.SLT, ScalarType.B1, code.alu(AluOp.XOR, ScalarType.I64, code.bits(sum), code.bits(lost)), ZERO);
        Value step = code.select(opposite, Const.i64(-1), ONE);
        return code.alu(AluOp.IADD, ScalarType.I64, size(sum), code.select(changes, step, ZERO));
    }

    /** Bits of an f32 without its sign. */
    private Value single(Value rounded, Value magnitude) {
        Value cut = code.alu(AluOp.LOW_32, ScalarType.I32, code.alu(AluOp.SHR_U, ScalarType.I64, magnitude, Const.i32(DROPPED)));
        Value isCut = code.alu(AluOp.INE, ScalarType.B1, code.and(magnitude, Const.i64((1L << DROPPED) - 1)), ZERO);
        Value odd = code.or(code.alu(AluOp.ISUB, ScalarType.I32, cut, Const.i32(BIAS)), code.select(isCut, Const.i32(1), Const.i32(0)));
        Value limited = code.select(code.below(magnitude, SMALLEST), Const.i32(Float.floatToRawIntBits(Float.MIN_NORMAL)), odd);
        limited = code.select(code.below(magnitude, BEYOND), limited, Const.i32(Float.floatToRawIntBits(Float.MAX_VALUE)));
        limited = code.select(code.equal(magnitude, ZERO), Const.i32(0), limited);
        Value special = code.select(code.equal(rounded, INFINITY), Const.i32(0x7f800000), Const.i32(0x7fc00000));
        return code.select(code.below(rounded, INFINITY), limited, special);
    }

    private Value upper(Value word) {
        return code.alu(AluOp.HIGH_32, ScalarType.I32, word);
    }

    private Value size(Value number) {
        return code.and(code.bits(number), SIZE);
    }

    private Value widened(Value single) {
        return wide(AluOp.F_TO_F, single);
    }

    private Value wide(AluOp op, Value... operands) {
        return code.alu(op, ScalarType.F64, operands);
    }
}
