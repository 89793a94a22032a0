package org.lierne.pass.ir.masked_select;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Phi;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;

/**
 * Proves that every lane of one mask is in another. The search gives up on a question that it is in the midst of, and on one that takes
 * too many steps.
 */
final class Masks {
    private static final int STEPS = 500;

    private record Question(Value narrow, Value wide) {}

    private final Map<Ssa, Inst> definitions;
    private final Map<Ssa, Integer> blocks = new HashMap<>();
    private final Set<Integer> repeated = new HashSet<>();
    private final Set<Question> open = new HashSet<>();
    private int steps;

    Masks(IrModule module, Map<Ssa, Inst> definitions) {
        this.definitions = definitions;
        for (IrBlock block : module.blocks()) {
            for (Inst inst : block.instructions()) {
                if (inst.result() != null) {
                    blocks.put(inst.result(), block.id());
                }
            }
            if (reachesItself(module, block.id())) {
                repeated.add(block.id());
            }
        }
    }

    private static boolean reachesItself(IrModule module, int block) {
        Set<Integer> seen = new HashSet<>();
        Deque<Integer> open = new ArrayDeque<>(module.block(block).terminator().targets());
        while (!open.isEmpty()) {
            int at = open.remove();
            if (at == block) {
                return true;
            }
            if (seen.add(at)) {
                open.addAll(module.block(at).terminator().targets());
            }
        }
        return false;
    }

    /** Whether a mask is made anew each time around a loop. */
    boolean isLoopLocal(Value mask) {
        return mask instanceof Ssa ssa && repeated.contains(blocks.get(ssa));
    }

    /** Whether every lane of {@code narrow} is proven to be in {@code wide}, where both are known. */
    boolean implies(Value narrow, Value wide) {
        steps = 0;
        return search(narrow, wide);
    }

    private boolean search(Value narrow, Value wide) {
        if (narrow.equals(wide) || Const.TRUE.equals(wide) || Const.FALSE.equals(narrow)) {
            return true;
        }
        Question question = new Question(narrow, wide);
        if (steps++ > STEPS || !open.add(question)) {
            return false;
        }
        boolean isProven = isPartOf(narrow, wide) || consistsOf(narrow, wide);
        open.remove(question);
        return isProven;
    }

    private boolean isPartOf(Value narrow, Value wide) {
        if (!(definition(wide) instanceof Alu alu)) {
            return false;
        }
        return alu.op() == AluOp.AND && search(narrow, alu.operand(0)) && search(narrow, alu.operand(1))
                || alu.op() == AluOp.OR && (search(narrow, alu.operand(0)) || search(narrow, alu.operand(1)));
    }

    private boolean consistsOf(Value narrow, Value wide) {
        return switch (definition(narrow)) {
            case Alu alu -> alu.op() == AluOp.AND && (search(alu.operand(0), wide) || search(alu.operand(1), wide))
                    || alu.op() == AluOp.OR && search(alu.operand(0), wide) && search(alu.operand(1), wide);
            // What arrives from the last time around was another mask then, unless the wide one stays the same.
            case Phi phi -> !isLoopLocal(wide) && phi.incoming().stream().allMatch(edge -> search(edge.value(), wide));
            case null, default -> false;
        };
    }

    private @Nullable Inst definition(Value value) {
        return value instanceof Ssa ssa ? definitions.get(ssa) : null;
    }
}
