package org.lierne.recompiler.core.lift;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Type;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.program.FloatMode;

/**
 * Conversions under a directed rounding mode that the program enters with or sets (rule A-063), where the host would round to nearest. The value is cut to
 * what the format holds, which converts exactly; where that lost something and the mode rounds away from zero, the next float is taken.
 */
final class RunTimeRounding {
    private static final int UP = 1;
    private static final int DOWN = 2;
    private static final int SIGN = 0x80000000;
    private static final int F32_BITS = 24;
    private static final int SMALLEST_NORMAL = 0x00800000;
    private static final int INFINITY = 0x7f800000;

    private final Emit emit;
    private final FloatMode entered;
    private final boolean flushes;
    private @Nullable Integer mode32;
    private @Nullable Integer mode16;
    private boolean busy;

    /** @param entered the mode at entry; denormal f32 inputs count as zero as it says */
    RunTimeRounding(Emit emit, FloatMode entered) {
        this.emit = emit;
        this.entered = entered;
        this.flushes = (entered.denormals32() & 1) == 0;
    }

    /** How f32 and f16 results are rounded from now on, coded as in MODE; null as the program was entered. */
    void set(@Nullable Integer round32, @Nullable Integer round16) {
        mode32 = round32;
        mode16 = round16;
    }

    /** A conversion's result where the host would not round it so, else null. */
    @Nullable Value of(AluOp op, Type type, List<Value> operands) {
        // What enters a program with directed f16 rounding is left to pass.float.round.f16, which knows the denormal field too.
        Integer mode = type == ScalarType.F32 ? mode32 == null ? Integer.valueOf(entered.round32()) : mode32
                : type == ScalarType.F16 ? mode16 : null;
        if (busy || mode == null || mode == 0) {
            return null;
        }
        busy = true;
        Value operand = operands.getFirst();
        Value result = switch (op) {
            case S_TO_F -> type == ScalarType.F32 ? real(fromSigned(operand, mode))
                    : half(toHalf(emit.bitcast(emit.alu(AluOp.S_TO_F, ScalarType.F32, emit.alu(AluOp.SIGN_EXTEND, ScalarType.I32, operand)),
                            ScalarType.I32), mode));
            case U_TO_F -> type == ScalarType.F32 ? real(fromUnsigned(operand, mode))
                    : half(toHalf(emit.bitcast(emit.alu(AluOp.U_TO_F, ScalarType.F32, emit.alu(AluOp.ZERO_EXTEND, ScalarType.I32, operand)),
                            ScalarType.I32), mode));
            case F_TO_F -> type == ScalarType.F16 && operand.type() == ScalarType.F32
                    ? half(toHalf(emit.bitcast(operand, ScalarType.I32), mode)) : null;
            default -> null;
        };
        busy = false;
        return result;
    }

    private Value real(Value bits) {
        return emit.bitcast(bits, ScalarType.F32);
    }

    private Value half(Value bits) {
        return emit.bitcast(emit.alu(AluOp.TRUNCATE, ScalarType.I16, bits), ScalarType.F16);
    }

    /** A signed word as f32 bits, rounded as {@code mode} (coded as in MODE, not nearest) says. */
    private Value fromSigned(Value word, int mode) {
        Value sign = emit.and(word, Const.i32(SIGN));
        Value negative = emit.alu(AluOp.SLT, ScalarType.B1, word, Const.i32(0));
        Value magnitude = emit.select(negative, emit.alu(AluOp.INEG, ScalarType.I32, word), word);
        return emit.or(sign, fromMagnitude(magnitude, negative, mode));
    }

    /** An unsigned word as f32 bits. */
    private Value fromUnsigned(Value word, int mode) {
        return fromMagnitude(word, Const.FALSE, mode);
    }

    private Value fromMagnitude(Value word, Value negative, int mode) {
        Value top = emit.alu(AluOp.FIND_MSB, ScalarType.I32, word);
        Value lost = emit.alu(AluOp.SMAX, ScalarType.I32, emit.alu(AluOp.ISUB, ScalarType.I32, top, Const.i32(F32_BITS - 1)), Const.i32(0));
        Value cut = emit.alu(AluOp.SHL, ScalarType.I32, emit.alu(AluOp.SHR_U, ScalarType.I32, word, lost), lost);
        Value bits = emit.bitcast(emit.alu(AluOp.U_TO_F, ScalarType.F32, cut), ScalarType.I32);
        return emit.add(bits, emit.number(emit.and(differs(cut, word), awayFromZero(negative, mode))));
    }

    /** f32 bits as f16 bits. */
    private Value toHalf(Value word, int mode) {
        Value cut = emit.bitcast(emit.alu(AluOp.F_TO_F_RTZ, ScalarType.F16, emit.bitcast(word, ScalarType.F32)), ScalarType.I16);
        Value bits = emit.alu(AluOp.ZERO_EXTEND, ScalarType.I32, cut);
        Value back = emit.bitcast(emit.alu(AluOp.F_TO_F, ScalarType.F32, emit.bitcast(cut, ScalarType.F16)), ScalarType.I32);
        Value magnitude = emit.and(word, Const.i32(~SIGN));
        Value finite = emit.alu(AluOp.ULT, ScalarType.B1, magnitude, Const.i32(INFINITY));
        Value counts = flushes ? emit.alu(AluOp.ULE, ScalarType.B1, Const.i32(SMALLEST_NORMAL), magnitude) : Const.TRUE;
        Value negative = emit.alu(AluOp.SLT, ScalarType.B1, word, Const.i32(0));
        Value away = emit.and(emit.and(finite, counts), emit.and(differs(back, word), awayFromZero(negative, mode)));
        return emit.add(bits, emit.number(away));
    }

    private Value differs(Value a, Value b) {
        return emit.alu(AluOp.INE, ScalarType.B1, a, b);
    }

    private Value awayFromZero(Value negative, int mode) {
        return mode == UP ? emit.not(negative) : mode == DOWN ? negative : Const.FALSE;
    }
}
