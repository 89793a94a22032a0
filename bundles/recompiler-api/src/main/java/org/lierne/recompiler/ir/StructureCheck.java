package org.lierne.recompiler.ir;

import java.util.ArrayList;
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

    private static boolean isMergeOf(IrModule module, int target) {
        return module.blocks().stream().anyMatch(block ->
                block.merge() instanceof Merge.Selection selection && selection.merge() == target);
    }

    private static Validator.Finding finding(IrBlock block, String message) {
        return new Validator.Finding(block.id(), block.terminator().pc(), "", "STRUCTURED: " + message);
    }
}
