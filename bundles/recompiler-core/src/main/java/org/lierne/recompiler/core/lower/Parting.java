package org.lierne.recompiler.core.lower;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Terminator;

/**
 * A branch that not all lanes take the same way, up to the block where they meet again: the first that every way passes, or nothing where
 * some ways never end.
 *
 * @param block the branch's block
 * @param left  blocks that the one way comes to, the meeting place included
 * @param right those of the other way
 * @param meet  blocks that every way passes
 */
record Parting(int block, BitSet left, BitSet right, BitSet meet) {
    /** @param behind the block's postdominators */
    static Parting at(IrModule module, int block, Terminator.Branch branch, BitSet behind) {
        BitSet meet = (BitSet) behind.clone();
        meet.clear(block);
        if (meet.get(branch.whenTrue()) && meet.get(branch.whenFalse())) {
            meet.clear();
        }
        return new Parting(block, reached(module, branch.whenTrue(), meet), reached(module, branch.whenFalse(), meet), meet);
    }

    private static BitSet reached(IrModule module, int from, BitSet meet) {
        BitSet seen = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(List.of(from));
        while (!open.isEmpty()) {
            int at = open.remove();
            if (!seen.get(at)) {
                seen.set(at);
                if (!meet.get(at)) {
                    open.addAll(module.block(at).terminator().targets());
                }
            }
        }
        return seen;
    }

    /**
     * Blocks that lanes may come to by different ways.
     *
     * @param predecessors those of the module
     */
    Set<Integer> joins(IrModule module, Map<Integer, List<Integer>> predecessors) {
        Set<Integer> joins = new HashSet<>();
        for (IrBlock join : module.blocks()) {
            List<Integer> before = predecessors.getOrDefault(join.id(), List.of());
            if (before.size() > 1 && (left.get(join.id()) || right.get(join.id()))
                    && before.stream().anyMatch(each -> each == block || left.get(each))
                    && before.stream().anyMatch(each -> each == block || right.get(each))) {
                joins.add(join.id());
            }
        }
        return joins;
    }

    /** Values made between, and read behind, a branch that is in a loop: lanes that leave it at different times have them of different rounds. */
    Set<Ssa> leavers(IrModule module) {
        BitSet between = (BitSet) left.clone();
        between.or(right);
        between.andNot(meet);
        Set<Ssa> leavers = new HashSet<>();
        if (!between.get(block)) {
            return leavers;
        }
        Set<Ssa> made = new HashSet<>();
        for (IrBlock each : module.blocks()) {
            if (between.get(each.id())) {
                each.instructions().stream().map(Inst::result).filter(Objects::nonNull).forEach(made::add);
            }
        }
        for (IrBlock each : module.blocks()) {
            if (!between.get(each.id())) {
                Stream.concat(each.instructions().stream().flatMap(inst -> inst.operands().stream()), Stream.ofNullable(each.terminator().condition()))
                        .filter(made::contains).forEach(value -> leavers.add((Ssa) value));
            }
        }
        return leavers;
    }
}
