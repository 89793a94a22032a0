package org.lierne.pass.cf.structurizer;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Dominators;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.SpirvEstimate;
import org.lierne.recompiler.ir.Terminator;

/**
 * Gives selections that are entered from outside an entry of their own, by copying what the outside edges reach (rules C-055 and
 * C-057). Works on a reducible graph. What would be too much to copy is left for routing.
 */
final class Cloning {
    /** Words that one copy may have at most. */
    private static final int LARGEST = 1024;
    /** An eighth of the program is taken to be at least this. */
    private static final int SMALLEST_EIGHTH = 256;
    /** Rule C-050: blocks may grow to so many times their number, but that is taken to be at least {@link #SMALLEST_COUNT}. */
    private static final int GROWTH = 16;
    private static final int SMALLEST_COUNT = 64;
    private static final int ROUNDS_PER_BLOCK = 4;

    /** A selection with a part that is entered from elsewhere too. */
    record Region(int header, int entered, Pc pc, Set<Integer> part, Set<Integer> inside) {}

    private final IrModule module;
    private final Variables variables;
    private final SpirvEstimate estimate;

    Cloning(IrModule module, Variables variables, SpirvEstimate estimate) {
        this.module = module;
        this.variables = variables;
        this.estimate = estimate;
    }

    /** Copies as far as copies are cheaper than routes; where there are no routes, as far as the program is large. */
    void run(boolean hasRoutes) {
        int program = estimate.of(module);
        repeat(Math.min(LARGEST, Math.max(program / 8, SMALLEST_EIGHTH)), program / 4);
        if (!hasRoutes) {
            repeat(program, program);
        }
    }

    /** A region that is still entered from outside, null when there is none. */
    @Nullable Region left() {
        return new Graph().first(Integer.MAX_VALUE);
    }

    private void repeat(int largest, int together) {
        int blocks = module.blocks().size();
        int left = together;
        int growth = GROWTH * Math.max(SMALLEST_COUNT, blocks);
        for (int round = 0; round < ROUNDS_PER_BLOCK * blocks && module.blocks().size() < growth; round++) {
            Region region = new Graph().first(Math.min(largest, left));
            if (region == null) {
                return;
            }
            left -= words(region.part);
            split(region);
        }
    }

    private int words(Set<Integer> blocks) {
        return blocks.stream().mapToInt(id -> estimate.of(module, module.block(id))).sum();
    }

    private void split(Region region) {
        List<IrBlock> before = module.blocks();
        Map<Integer, IrBlock> copies = variables.copy(region.part);
        for (IrBlock block : before) {
            if (region.inside.contains(block.id())) {
                continue;
            }
            Terminator end = block.terminator();
            for (int target : Set.copyOf(end.targets())) {
                IrBlock copy = copies.get(target);
                end = copy == null ? end : end.retarget(target, copy.id());
            }
            block.terminate(end);
        }
    }

    /** The graph as it is now, without back edges. */
    private final class Graph {
        private final Dominators dominators = Dominators.of(module);
        private final Map<Integer, List<Integer>> predecessors = module.predecessors();
        private final List<Integer> order = dominators.reversePostorder();
        private final Map<Integer, Integer> loopOf = new HashMap<>();
        private final Map<Integer, Set<Integer>> loops = new LinkedHashMap<>();

        Graph() {
            for (int block : order) {
                for (int target : module.block(block).terminator().targets()) {
                    if (dominators.dominates(target, block)) {
                        loops.computeIfAbsent(target, _ -> new LinkedHashSet<>(Set.of(target))).addAll(body(target, block));
                    }
                }
            }
            loops.entrySet().stream().sorted((a, b) -> b.getValue().size() - a.getValue().size())
                    .forEach(loop -> loop.getValue().forEach(block -> loopOf.put(block, loop.getKey())));
        }

        private Set<Integer> body(int header, int latch) {
            Set<Integer> body = new LinkedHashSet<>(Set.of(header));
            Deque<Integer> open = new ArrayDeque<>(List.of(latch));
            while (!open.isEmpty()) {
                int block = open.remove();
                if (body.add(block)) {
                    open.addAll(predecessors.getOrDefault(block, List.of()));
                }
            }
            return body;
        }

        /** Where control may go from a block without repeating or leaving the loop around {@code header}. */
        private List<Integer> forward(int block, int header) {
            Integer loop = loopOf.get(header);
            return module.block(block).terminator().targets().stream().filter(target -> !dominators.dominates(target, block)
                    && (loop == null || loops.getOrDefault(loop, Set.of()).contains(target))).toList();
        }

        /** The innermost region whose part is not larger than {@code words}; null for none. */
        @Nullable Region first(int words) {
            for (int header : order.reversed()) {
                if (module.block(header).terminator() instanceof Terminator.Branch branch && branch.whenTrue() != branch.whenFalse()) {
                    Region region = region(header);
                    if (region != null && words(region.part) <= words) {
                        return region;
                    }
                }
            }
            return null;
        }

        private @Nullable Region region(int header) {
            Set<Integer> reached = reached(header);
            int merge = merge(header, reached);
            if (merge < 0) {
                return null;
            }
            Set<Integer> inside = before(header, merge);
            Set<Integer> entries = new LinkedHashSet<>();
            for (int block : inside) {
                for (int from : predecessors.getOrDefault(block, List.of())) {
                    if (from != header && !inside.contains(from)) {
                        entries.add(block);
                    }
                }
            }
            if (entries.isEmpty()) {
                return null;
            }
            Region tail = sharedTail(header, merge, inside);
            if (tail != null) {
                return tail;
            }
            Set<Integer> part = new LinkedHashSet<>();
            Deque<Integer> open = new ArrayDeque<>(entries);
            while (!open.isEmpty()) {
                int block = open.remove();
                if (inside.contains(block) && part.add(block)) {
                    open.addAll(module.block(block).terminator().targets());
                }
            }
            Set<Integer> within = new LinkedHashSet<>(inside);
            within.add(header);
            return new Region(header, entries.iterator().next(), module.block(header).terminator().pc(), part, within);
        }

        private Set<Integer> reached(int header) {
            Set<Integer> seen = new LinkedHashSet<>();
            Deque<Integer> open = new ArrayDeque<>(forward(header, header));
            while (!open.isEmpty()) {
                int block = open.remove();
                if (seen.add(block)) {
                    open.addAll(forward(block, header));
                }
            }
            return seen;
        }

        private Set<Integer> before(int header, int merge) {
            Set<Integer> seen = new LinkedHashSet<>();
            Deque<Integer> open = new ArrayDeque<>(forward(header, header));
            while (!open.isEmpty()) {
                int block = open.remove();
                if (block != merge && seen.add(block)) {
                    open.addAll(forward(block, header));
                }
            }
            return seen;
        }

        /**
         * Where the arms meet: the first block that all ways pass. Ways that end in a return tail of their own do not count where there
         * is none otherwise (rule C-059); -1 for none at all.
         */
        private int merge(int header, Set<Integer> reached) {
            int plain = merge(header, reached, false);
            return plain >= 0 ? plain : merge(header, reached, true);
        }

        private int merge(int header, Set<Integer> reached, boolean withoutTails) {
            Map<Integer, BitSet> behind = new HashMap<>();
            for (int block : order.reversed()) {
                if (!reached.contains(block) && block != header) {
                    continue;
                }
                BitSet here = new BitSet();
                boolean known = module.block(block).terminator().targets().isEmpty();
                for (int target : forward(block, header)) {
                    BitSet next = behind.get(target);
                    if (next == null || withoutTails && block != header && isPrivateTail(target)) {
                        continue;
                    }
                    if (known) {
                        here.and(next);
                    } else {
                        here.or(next);
                        known = true;
                    }
                }
                if (block == header) {
                    for (int target : order) {
                        if (here.get(target)) {
                            return target;
                        }
                    }
                    return -1;
                }
                if (!known) {
                    // All it does is repeat or leave a loop, which no construct inside the loop has to wait for.
                    continue;
                }
                here.set(block);
                behind.put(block, here);
            }
            return -1;
        }

        private boolean isPrivateTail(int block) {
            return predecessors.getOrDefault(block, List.of()).size() == 1 && isTail(block);
        }

        private boolean isTail(int block) {
            int at = block;
            while (module.block(at).terminator() instanceof Terminator.Jump jump && !dominators.dominates(jump.target(), at)) {
                at = jump.target();
            }
            return module.block(at).terminator().targets().isEmpty();
        }

        /** A merge that is a return tail other selections end in too: the tail alone is copied. */
        private @Nullable Region sharedTail(int header, int merge, Set<Integer> inside) {
            boolean shared = predecessors.getOrDefault(merge, List.of()).stream()
                    .anyMatch(from -> from != header && !inside.contains(from));
            if (!shared || !isTail(merge)) {
                return null;
            }
            Set<Integer> part = new LinkedHashSet<>();
            int at = merge;
            part.add(at);
            while (module.block(at).terminator() instanceof Terminator.Jump jump) {
                at = jump.target();
                part.add(at);
            }
            Set<Integer> within = new LinkedHashSet<>(inside);
            within.add(header);
            within.addAll(part);
            return new Region(header, merge, module.block(header).terminator().pc(), part, within);
        }
    }
}
