package org.lierne.pass.float_.denormal.f64;

import java.util.List;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.FloatBits;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Value;

/**
 * A fused sum of doubles that rounds to the smallest normal number, though it lies below (rule B-016).
 *
 * @param op       the operation that rounds
 * @param operands two factors and an addend
 */
record Fused(Expansion code, AluOp op, List<Value> operands) {
    private static final Const SMALLEST = Const.i64(FloatBits.smallestNormal(ScalarType.F64));
    private static final Const SIGN = Const.i64(Long.MIN_VALUE);
    private static final Const SIZE = Const.i64(Long.MAX_VALUE);
    /** Keeps what rounding takes away a normal number. */
    private static final double SCALE = 0x1p256;
    private static final Const SCALED_SMALLEST = Const.i64(Double.doubleToRawLongBits(Double.MIN_NORMAL * SCALE));

    /**
     * Whether the exact sum less the smallest normal number, of the sign of both, has another sign. The limit is taken from the addend; what
     * that rounding loses is added last. Sums keep the sign of what they round.
     */
    Value isRoundedUpToSmallest() {
        Value rounded = code.bits(code.alu(op, ScalarType.F64, operands.toArray(Value[]::new)));
        Value limit = code.real(code.or(code.and(rounded, SIGN), SCALED_SMALLEST), ScalarType.F64);
        Value addend = scaled(operands.get(2));
        Value rest = wide(AluOp.FSUB, addend, limit);
        Value taken = wide(AluOp.FSUB, rest, addend);
        Value lost = wide(AluOp.FSUB, wide(AluOp.FSUB, addend, wide(AluOp.FSUB, rest, taken)), wide(AluOp.FADD, limit, taken));
        Value beyond = code.bits(wide(AluOp.FADD, wide(AluOp.FMA, scaled(operands.get(0)), operands.get(1), rest), lost));
        Value opposite = code.alu(AluOp.SLT, ScalarType.B1, code.alu(AluOp.XOR, ScalarType.I64, beyond, code.bits(limit)), Const.i64(0));
        Value isSmallest = code.equal(code.and(rounded, SIZE), SMALLEST);
        return code.and(isSmallest, code.and(opposite, code.below(Const.i64(0), code.and(beyond, SIZE))));
    }

    private Value scaled(Value value) {
        return wide(AluOp.FMUL, value, new Const(ScalarType.F64, Double.doubleToRawLongBits(SCALE)));
    }

    private Value wide(AluOp operation, Value... values) {
        return code.alu(operation, ScalarType.F64, values);
    }
}
