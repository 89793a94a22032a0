package org.lierne.recompiler.ir;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Dominance between the blocks of a module, as it was when asked for. Unreachable blocks are dominated by nothing. */
public final class Dominators {
    private final List<Integer> reversePostorder;
    private final Map<Integer, Integer> number = new HashMap<>();
    private final Map<Integer, Integer> immediate = new HashMap<>();

    private Dominators(List<Integer> reversePostorder) {
        this.reversePostorder = reversePostorder;
        for (int i = 0; i < reversePostorder.size(); i++) {
            number.put(reversePostorder.get(i), i);
        }
    }

    public static Dominators of(IrModule module) {
        Dominators result = new Dominators(postorder(module).reversed());
        Map<Integer, List<Integer>> predecessors = module.predecessors();
        int entry = module.entry().id();
        result.immediate.put(entry, entry);
        for (boolean changed = true; changed; ) {
            changed = false;
            for (int block : result.reversePostorder) {
                if (block == entry) {
                    continue;
                }
                int best = -1;
                for (int predecessor : predecessors.getOrDefault(block, List.of())) {
                    if (result.immediate.containsKey(predecessor)) {
                        best = best < 0 ? predecessor : result.common(best, predecessor);
                    }
                }
                Integer old = result.immediate.put(block, best);
                changed |= old == null || old != best;
            }
        }
        return result;
    }

    private static List<Integer> postorder(IrModule module) {
        List<Integer> order = new ArrayList<>();
        Set<Integer> seen = new HashSet<>();
        Deque<int[]> stack = new ArrayDeque<>();
        int entry = module.entry().id();
        seen.add(entry);
        stack.push(new int[] {entry, 0});
        while (!stack.isEmpty()) {
            int[] top = stack.peek();
            List<Integer> targets = module.block(top[0]).terminator().targets();
            if (top[1] < targets.size()) {
                int target = targets.get(top[1]++);
                if (seen.add(target)) {
                    stack.push(new int[] {target, 0});
                }
            } else {
                order.add(top[0]);
                stack.pop();
            }
        }
        return order;
    }

    private int common(int left, int right) {
        int a = left;
        int b = right;
        while (a != b) {
            while (number(a) > number(b)) {
                a = immediate(a);
            }
            while (number(b) > number(a)) {
                b = immediate(b);
            }
        }
        return a;
    }

    public boolean isReachable(int block) {
        return number.containsKey(block);
    }

    /** Reachable blocks, each after all its predecessors but those over back edges. */
    public List<Integer> reversePostorder() {
        return List.copyOf(reversePostorder);
    }

    /** Place of a reachable block in {@link #reversePostorder()}. */
    public int number(int block) {
        return number.getOrDefault(block, -1);
    }

    /** The immediate dominator; the entry is its own. */
    public int immediate(int block) {
        return immediate.getOrDefault(block, -1);
    }

    /** True when every way to {@code block} passes {@code above}; a block dominates itself. */
    public boolean dominates(int above, int block) {
        if (!number.containsKey(block) || !number.containsKey(above)) {
            return false;
        }
        int at = block;
        while (number(at) > number(above)) {
            at = immediate(at);
        }
        return at == above;
    }
}
