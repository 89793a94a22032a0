package org.lierne.recompiler.core.lower;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Terminator;

/** Which blocks every invocation of a workgroup runs together, so that a barrier may stand there. */
final class Convergence {
    private final BitSet divergent = new BitSet();

    /**
     * @param varying values that differ between invocations of the workgroup; a branch on one of them parts them until the block that
     *                every way from it passes
     */
    Convergence(IrModule module, Set<Ssa> varying) {
        Map<Integer, BitSet> postdominators = postdominators(module);
        for (IrBlock block : module.blocks()) {
            if (!(block.terminator() instanceof Terminator.Branch branch) || !(branch.condition() instanceof Ssa condition)
                    || !varying.contains(condition)) {
                continue;
            }
            BitSet behind = (BitSet) postdominators.getOrDefault(block.id(), new BitSet()).clone();
            behind.clear(block.id());
            Deque<Integer> open = new ArrayDeque<>(branch.targets());
            while (!open.isEmpty()) {
                int at = open.remove();
                if (!behind.get(at) && !divergent.get(at) || at == block.id() && !divergent.get(at)) {
                    divergent.set(at);
                    open.addAll(module.block(at).terminator().targets());
                }
            }
        }
    }

    boolean isTogether(IrBlock block) {
        return !divergent.get(block.id());
    }

    /** For each block those that every way from it to an end passes, itself included; all blocks where no way ends. */
    static Map<Integer, BitSet> postdominators(IrModule module) {
        return postdominators(module, (_, _) -> true);
    }

    /** Whether control may go from one block to another. */
    interface Edges {
        boolean has(int from, int to);
    }

    /** For each block those that every way along {@code edges} from it to an end passes, itself included. */
    static Map<Integer, BitSet> postdominators(IrModule module, Edges edges) {
        Map<Integer, BitSet> found = new HashMap<>();
        BitSet all = new BitSet();
        List<IrBlock> blocks = module.blocks();
        blocks.forEach(block -> all.set(block.id()));
        for (IrBlock block : blocks) {
            found.put(block.id(), (BitSet) all.clone());
        }
        for (boolean changed = true; changed; ) {
            changed = false;
            for (IrBlock block : blocks.reversed()) {
                BitSet now = new BitSet();
                List<Integer> targets = block.terminator().targets().stream().filter(target -> edges.has(block.id(), target)).toList();
                for (int i = 0; i < targets.size(); i++) {
                    BitSet behind = found.getOrDefault(targets.get(i), new BitSet());
                    if (i == 0) {
                        now.or(behind);
                    } else {
                        now.and(behind);
                    }
                }
                now.set(block.id());
                changed |= !now.equals(found.put(block.id(), now));
            }
        }
        return found;
    }
}
