package org.lierne.pass.float_.denormal.f32;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Phi;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.program.FloatMode;

/**
 * Who makes no difference between a denormal f32 and the zero of its sign. A result that only such operations use need not be flushed, and
 * such operations need not flush it.
 */
final class Absorbing {
    private static final int SMALLEST_NORMAL = 0x00800000;
    private static final int INFINITY = 0x7f800000;
    private static final int ONE = 0x3f800000;
    /** 2 to the -100: a denormal lies below a quarter of its last place, so that sums with it are rounded back to it. */
    private static final int COARSE = 27 << 23;

    private final FloatMode mode;
    private final Map<Ssa, List<Inst>> uses = new HashMap<>();
    private final Map<Ssa, Boolean> absorbed = new HashMap<>();

    Absorbing(IrModule module) {
        this.mode = module.floatMode();
        for (IrBlock block : module.blocks()) {
            for (Inst inst : block.instructions()) {
                inst.operands().forEach(operand -> note(operand, inst));
            }
        }
    }

    private void note(Value value, Inst user) {
        if (value instanceof Ssa ssa) {
            uses.computeIfAbsent(ssa, _ -> new ArrayList<>(2)).add(user);
        }
    }

    /** Whether nobody tells a value's denormals from zeros. */
    boolean isAbsorbed(Ssa value) {
        Boolean known = absorbed.get(value);
        if (known == null) {
            known = isAbsorbed(value, new HashSet<>());
            absorbed.put(value, known);
        }
        return known;
    }

    private boolean isAbsorbed(Ssa value, Set<Ssa> asked) {
        return !asked.add(value) || uses.getOrDefault(value, List.of()).stream().allMatch(user -> absorbs(user, value, asked));
    }

    private boolean absorbs(Inst user, Ssa value, Set<Ssa> asked) {
        return switch (user) {
            case Alu alu -> passesOn(alu) ? isAbsorbed(alu.result(), asked) : absorbs(alu, value);
            case Phi phi -> isAbsorbed(phi.result(), asked);
            default -> false;
        };
    }

    private static boolean passesOn(Alu alu) {
        return switch (alu.op()) {
            case FNEG, FABS, FSATURATE, SELECT, BITCAST -> alu.result().type().component().bits() == ScalarType.F32.bits();
            default -> false;
        };
    }

    private boolean absorbs(Alu alu, Ssa value) {
        for (int i = 0; i < alu.operands().size(); i++) {
            if (alu.operand(i).equals(value) && !absorbs(alu, i)) {
                return false;
            }
        }
        return true;
    }

    /** Whether an operation's result is the same for a denormal operand and for the zero of its sign. */
    boolean absorbs(Alu alu, int operand) {
        if (alu.operand(operand).type() != ScalarType.F32) {
            return false;
        }
        return switch (alu.op()) {
            case FUNO, FORD, FTRUNC, FRNDNE, FEXP2 -> true;
            case FOEQ, FONE, FOLT, FOLE, FOGT, FOGE, FUEQ, FUNE, FULT, FULE, FUGT, FUGE -> isBetween(other(alu, operand), SMALLEST_NORMAL, INFINITY);
            case FADD, FSUB -> isBetween(other(alu, operand), COARSE, INFINITY);
            // What such a product is judged by holds for a denormal factor too.
            case FMUL -> isBetween(other(alu, operand), SMALLEST_NORMAL, ONE - 1);
            case FMAX -> isBetween(other(alu, operand), SMALLEST_NORMAL, INFINITY) && !isNegative(other(alu, operand));
            case FMIN -> isBetween(other(alu, operand), SMALLEST_NORMAL, INFINITY) && isNegative(other(alu, operand));
            default -> losesDenormals(alu);
        };
    }

    /** What rounds to integers or halves rounds a denormal to zero. */
    private boolean losesDenormals(Alu alu) {
        return switch (alu.op()) {
            case F_TO_S, F_TO_U, F_TO_F_RTZ -> true;
            case F_TO_SNORM16, F_TO_UNORM16, F_TO_BYTE -> mode.round32() == 0;
            case F_TO_F -> alu.result().type() == ScalarType.F16 && mode.round16() == 0;
            default -> false;
        };
    }

    private static Value other(Alu alu, int operand) {
        return alu.operand(1 - operand);
    }

    private static boolean isBetween(Value value, int least, int most) {
        return value instanceof Const constant && size(constant) >= least && size(constant) <= most;
    }

    private static boolean isNegative(Value value) {
        return value instanceof Const constant && (int) constant.bits() < 0;
    }

    private static int size(Const constant) {
        return (int) constant.bits() & Integer.MAX_VALUE;
    }
}
