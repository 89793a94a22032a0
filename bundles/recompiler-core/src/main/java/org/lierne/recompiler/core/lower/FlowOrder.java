package org.lierne.recompiler.core.lower;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Dominators;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;

/** The blocks of a program one behind the other, so that control goes forward but for the ends of loops, which are nested. */
final class FlowOrder {
    /** A part of the order. */
    sealed interface Part {
        /** The block it begins with. */
        int first();
    }

    record Single(int first) implements Part {}

    /** @param blocks all blocks of the loop, those of inner loops among them */
    record Loop(int first, List<Part> parts, Set<Integer> blocks) implements Part {}

    private final IrModule module;
    private final Map<Integer, Set<Integer>> loops;

    private FlowOrder(IrModule module, Map<Integer, Set<Integer>> loops) {
        this.module = module;
        this.loops = loops;
    }

    /** The order; null where some loop has several entries. */
    static @Nullable List<Part> of(IrModule module) {
        Map<Integer, Set<Integer>> loops = loops(module);
        return loops == null ? null : new FlowOrder(module, loops).parts(module.entry().id(), Dominators.of(module).reversePostorder());
    }

    private static @Nullable Map<Integer, Set<Integer>> loops(IrModule module) {
        Map<Integer, Set<Integer>> loops = new HashMap<>();
        Dominators dominators = Dominators.of(module);
        Map<Integer, List<Integer>> predecessors = module.predecessors();
        for (int from : dominators.reversePostorder()) {
            for (int to : module.block(from).terminator().targets()) {
                if (dominators.dominates(to, from)) {
                    addBody(to, from, predecessors, loops.computeIfAbsent(to, _ -> new HashSet<>(Set.of(to))));
                } else if (dominators.number(to) <= dominators.number(from)) {
                    return null;
                }
            }
        }
        return loops;
    }

    private static void addBody(int header, int end, Map<Integer, List<Integer>> predecessors, Set<Integer> body) {
        Deque<Integer> open = new ArrayDeque<>(List.of(end));
        while (!open.isEmpty()) {
            int block = open.remove();
            if (block != header && body.add(block)) {
                open.addAll(predecessors.getOrDefault(block, List.of()));
            }
        }
    }

    /** The parts of a stretch of blocks, whose loops are those that do not begin where it does. */
    private List<Part> parts(int first, Iterable<Integer> blocks) {
        Map<Integer, Integer> heads = new HashMap<>();
        Set<Integer> inside = new HashSet<>();
        blocks.forEach(inside::add);
        inside.forEach(block -> heads.put(block, block));
        loops.entrySet().stream().filter(loop -> loop.getKey() != first && inside.contains(loop.getKey()))
                .sorted(Comparator.comparingInt(loop -> loop.getValue().size()))
                .forEach(loop -> loop.getValue().forEach(block -> heads.put(block, loop.getKey())));
        List<Part> parts = new ArrayList<>();
        for (int head : forward(first, heads)) {
            parts.add(head != first && loops.containsKey(head) ? loop(head) : new Single(head));
        }
        return parts;
    }

    private Loop loop(int head) {
        Set<Integer> blocks = loops.getOrDefault(head, Set.of());
        return new Loop(head, parts(head, blocks), Set.copyOf(blocks));
    }

    /** The heads in an order in which each stands before those that control goes to from it. */
    private List<Integer> forward(int first, Map<Integer, Integer> heads) {
        Map<Integer, List<Integer>> targets = new HashMap<>();
        for (Map.Entry<Integer, Integer> each : heads.entrySet()) {
            IrBlock block = module.block(each.getKey());
            for (int target : block.terminator().targets()) {
                Integer head = heads.get(target);
                if (head != null && head != first && !head.equals(each.getValue())) {
                    targets.computeIfAbsent(each.getValue(), _ -> new ArrayList<>()).add(head);
                }
            }
        }
        Deque<Integer> order = new ArrayDeque<>();
        Set<Integer> seen = new HashSet<>(Set.of(first));
        Deque<Deque<Integer>> open = new ArrayDeque<>();
        Deque<Integer> path = new ArrayDeque<>(List.of(first));
        open.push(new ArrayDeque<>(targets.getOrDefault(first, List.of())));
        while (!path.isEmpty()) {
            Integer next = open.element().poll();
            if (next == null) {
                order.addFirst(path.pop());
                open.pop();
            } else if (seen.add(next)) {
                path.push(next);
                open.push(new ArrayDeque<>(targets.getOrDefault(next, List.of())));
            }
        }
        return List.copyOf(order);
    }
}
