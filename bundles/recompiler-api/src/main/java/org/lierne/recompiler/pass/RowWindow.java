package org.lierne.recompiler.pass;

import java.util.ArrayList;
import java.util.List;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Expansion;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Value;

/**
 * The four texels of a row that a horizontal gather reads: from one left of the anchor to two right of it, each within the row. Measured:
 * gfx1031, rule A-044.
 *
 * @param columns where the four lie
 * @param row     the row; the first one for rows above
 * @param isBelow whether the row would lie past the last one, where everything is zero
 */
public record RowWindow(List<Value> columns, Value row, Value isBelow) {
    private static final int TEXELS = 4;
    private static final Const ZERO = Const.i32(0);
    private static final Const ONE = Const.i32(1);

    public RowWindow {
        columns = List.copyOf(columns);
    }

    /** The window of normalised coordinates on a level of this size. */
    public static RowWindow of(Expansion code, Value u, Value v, Value width, Value height) {
        Value x = whole(code, code.alu(AluOp.FSUB, ScalarType.F32, scaled(code, u, width), Const.f32(0.5f)));
        Value y = whole(code, scaled(code, v, height));
        // Far outside every column is the first or the last one; the limits keep the sums below from wrapping.
        Value anchor = integer(code, AluOp.SMAX, integer(code, AluOp.SMIN, x, width), Const.i32(-TEXELS));
        Value last = integer(code, AluOp.ISUB, width, ONE);
        Value below = code.alu(AluOp.SLE, ScalarType.B1, height, y);
        Value row = integer(code, AluOp.SMAX, integer(code, AluOp.SMIN, y, integer(code, AluOp.ISUB, height, ONE)), ZERO);
        List<Value> columns = new ArrayList<>();
        for (int i = -1; i < TEXELS - 1; i++) {
            Value column = integer(code, AluOp.IADD, anchor, Const.i32(i));
            columns.add(integer(code, AluOp.SMAX, integer(code, AluOp.SMIN, column, last), ZERO));
        }
        return new RowWindow(columns, row, below);
    }

    private static Value scaled(Expansion code, Value coordinate, Value size) {
        return code.alu(AluOp.FMUL, ScalarType.F32, coordinate, code.alu(AluOp.U_TO_F, ScalarType.F32, size));
    }

    private static Value whole(Expansion code, Value value) {
        return code.alu(AluOp.F_TO_S, ScalarType.I32, code.alu(AluOp.FFLOOR, ScalarType.F32, value));
    }

    private static Value integer(Expansion code, AluOp op, Value a, Value b) {
        return code.alu(op, ScalarType.I32, a, b);
    }
}
