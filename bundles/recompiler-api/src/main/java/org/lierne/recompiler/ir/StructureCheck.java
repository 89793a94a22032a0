package org.lierne.recompiler.ir;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The check behind {@link Invariant#STRUCTURED}: SPIR-V's rules for structured control flow as far as blocks and edges go. */
final class StructureCheck {
    private StructureCheck() {
    }

    static List<Validator.Finding> check(IrModule module) {
        List<Validator.Finding> findings = new ArrayList<>();
        Dominators dominators = Dominators.of(module);
        Map<Integer, List<Integer>> predecessors = module.predecessors();
        Set<Integer> merges = new HashSet<>();
        Set<Integer> exits = new HashSet<>();
        for (IrBlock block : module.blocks()) {
            if (block.merge() instanceof Merge.Loop loop) {
                exits.add(loop.merge());
                exits.add(loop.continueTarget());
            }
        }
        for (IrBlock block : module.blocks()) {
            if (!dominators.isReachable(block.id())) {
                continue;
            }
            boolean branches = block.terminator() instanceof Terminator.Branch branch && branch.whenTrue() != branch.whenFalse();
            int merge = switch (block.merge()) {
                case Merge.None _ -> -1;
                case Merge.Selection selection -> selection.merge();
                case Merge.Loop loop -> loop.merge();
            };
            if (merge >= 0 && !merges.add(merge)) {
                findings.add(finding(block, "shares its merge " + IrBlock.word(merge) + " with another construct"));
            }
            if (merge >= 0 && dominators.isReachable(merge) && !dominators.dominates(block.id(), merge)) {
                findings.add(finding(block, "does not dominate its merge " + IrBlock.word(merge)));
            }
            if (branches && block.merge() instanceof Merge.None
                    && block.terminator().targets().stream().noneMatch(
                            target -> exits.contains(target) || merges.contains(target) || isMergeOf(module, target))) {
                findings.add(finding(block, "branches without a merge"));
            }
            if (block.merge() instanceof Merge.Selection) {
                findings.addAll(sides(module, dominators, predecessors, block, merge));
            }
            List<Integer> backEdges = predecessors.getOrDefault(block.id(), List.of()).stream()
                    .filter(from -> dominators.isReachable(from) && dominators.number(from) >= dominators.number(block.id()))
                    .toList();
            if (block.merge() instanceof Merge.Loop loop) {
                if (backEdges.size() != 1) {
                    findings.add(finding(block, "heads a loop with " + backEdges.size() + " back edges"));
                } else if (!dominators.dominates(loop.continueTarget(), backEdges.getFirst())) {
                    findings.add(finding(block, "has a back edge from " + IrBlock.word(backEdges.getFirst())
                            + ", which its continue target does not dominate"));
                }
            } else if (!backEdges.isEmpty()) {
                findings.add(finding(block, "is reached by a back edge but heads no loop"));
            }
        }
        return findings;
    }

    /**
     * Ways into a selection beside its header, and ways out beside its merge; only those that repeat or leave a loop around it may be.
     */
    private static List<Validator.Finding> sides(IrModule module, Dominators dominators, Map<Integer, List<Integer>> predecessors,
            IrBlock header, int merge) {
        Set<Integer> stops = new HashSet<>(Set.of(merge));
        for (IrBlock block : module.blocks()) {
            if (block.merge() instanceof Merge.Loop loop && dominators.dominates(block.id(), header.id())
                    && !dominators.dominates(loop.merge(), header.id())) {
                stops.addAll(List.of(block.id(), loop.merge(), loop.continueTarget()));
            }
        }
        List<Validator.Finding> findings = new ArrayList<>();
        Set<Integer> inside = new HashSet<>();
        Deque<Integer> open = new ArrayDeque<>(List.of(header.id()));
        while (!open.isEmpty()) {
            int at = open.remove();
            for (int target : module.block(at).terminator().targets()) {
                if (stops.contains(target)) {
                    continue;
                }
                if (!dominators.dominates(header.id(), target)) {
                    findings.add(finding(module.block(at), "leaves the selection of " + IrBlock.word(header.id()) + " for "
                            + IrBlock.word(target)));
                } else if (inside.add(target)) {
                    open.add(target);
                }
            }
        }
        for (int block : inside) {
            for (int from : predecessors.getOrDefault(block, List.of())) {
                if (from != header.id() && !inside.contains(from) && dominators.isReachable(from)) {
                    findings.add(finding(module.block(from), "enters the selection of " + IrBlock.word(header.id()) + " at "
                            + IrBlock.word(block)));
                }
            }
        }
        return findings;
    }

    private static boolean isMergeOf(IrModule module, int target) {
        return module.blocks().stream().anyMatch(block ->
                block.merge() instanceof Merge.Selection selection && selection.merge() == target);
    }

    private static Validator.Finding finding(IrBlock block, String message) {
        return new Validator.Finding(block.id(), block.terminator().pc(), "", "STRUCTURED: " + message);
    }
}
