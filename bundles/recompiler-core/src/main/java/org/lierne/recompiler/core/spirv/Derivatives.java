package org.lierne.recompiler.core.spirv;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.ir.Wave;
import org.lierne.recompiler.ir.WaveOp;
import org.lierne.recompiler.program.ShaderStage;

/**
 * Finds differences of quad permutations that are a coarse derivative: lane 1, or 2, of the quad less lane 0. The source language lets
 * every implementation choose how coarse a plain derivative is, so the host's own derivative stands for it. Fine derivatives, which
 * name every lane, stay permutations.
 */
final class Derivatives {
    private static final int CONTROL_MASK = 0x1ff;
    private static final int FETCH_INACTIVE = 1 << 10;
    private static final int ALL_FROM_0 = 0b00000000;
    private static final int ALL_FROM_1 = 0b01010101;
    private static final int ALL_FROM_2 = 0b10101010;

    /** A derivative of a value's 32 bits taken as a float. */
    record Found(Spv.Op op, Value value) {}

    private final IrModule ir;
    private @Nullable Map<Ssa, Inst> definitions;

    Derivatives(IrModule ir) {
        this.ir = ir;
    }

    /** The derivative that a difference amounts to, null when it is none. */
    @Nullable Found of(Alu difference) {
        if (ir.stage() != ShaderStage.PIXEL) {
            return null;
        }
        Wave left = permutation(difference.operand(0));
        Wave right = permutation(difference.operand(1));
        if (left == null || right == null || !left.operands().getFirst().equals(right.operands().getFirst())
                || control(right) != ALL_FROM_0) {
            return null;
        }
        Value value = left.operands().getFirst();
        return switch (control(left)) {
            case ALL_FROM_1 -> new Found(Spv.Op.OpDPdx, value);
            case ALL_FROM_2 -> new Found(Spv.Op.OpDPdy, value);
            default -> null;
        };
    }

    private static int control(Wave wave) {
        return wave.immediate() & CONTROL_MASK;
    }

    /** The value that a bit cast, a denormal flush or the selection that keeps masked lanes as they were lets through. */
    private static @Nullable Value through(Alu alu, Map<Ssa, Inst> definitions) {
        return switch (alu.op()) {
            case BITCAST -> alu.operand(0);
            case SELECT -> isSignOf(alu.operand(1), alu.operand(2), definitions) ? alu.operand(2) : alu.operand(1);
            default -> null;
        };
    }

    /** Whether a value is the sign bit of another, which is what a flush puts in a denormal's place. */
    private static boolean isSignOf(Value sign, Value value, Map<Ssa, Inst> definitions) {
        return sign instanceof Ssa ssa && definitions.get(ssa) instanceof Alu and && and.op() == AluOp.AND
                && and.operands().contains(value) && and.operands().contains(Const.i32(0x80000000));
    }

    /** The quad permutation behind a float. */
    private @Nullable Wave permutation(Value value) {
        Map<Ssa, Inst> known = definitions;
        if (known == null) {
            known = new HashMap<>(Cleanup.definitions(ir));
            definitions = known;
        }
        Value at = value;
        while (at instanceof Ssa ssa) {
            Inst definition = known.get(ssa);
            if (definition instanceof Wave wave) {
                return wave.op() == WaveOp.DPP16 && (wave.immediate() & FETCH_INACTIVE) != 0 ? wave : null;
            }
            at = definition instanceof Alu alu ? through(alu, known) : null;
        }
        return null;
    }
}
