package org.lierne.pass.cf.structurizer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Dominators;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Merge;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Terminator;
import org.lierne.recompiler.ir.Value;

/**
 * Nests a reducible graph. Walks the dominator tree: a block's dominated blocks are the arms of its branch (one edge leads to them),
 * joins (several do), or ways out of a loop. An edge to anything but an arm leaves through the merges of the constructs around it,
 * or straight through the innermost loop's merge or continue target. Where a merge collects edges to different blocks it tests
 * the route that each edge set.
 */
final class Nesting {
    /** A construct around the place of the walk. */
    private static final class Frame {
        private final @Nullable Frame outer;
        private final IrBlock merge;
        private final int header;
        private final int continueTarget;
        /** Original blocks that edges through the merge are bound for. */
        private final Set<Integer> routes = new LinkedHashSet<>();

        Frame(@Nullable Frame outer, IrBlock merge, int header, int continueTarget) {
            this.outer = outer;
            this.merge = merge;
            this.header = header;
            this.continueTarget = continueTarget;
        }

        boolean isLoop() {
            return header >= 0;
        }
    }

    private final IrModule module;
    private final Variables variables;
    private final Ssa route;
    private final Dominators dominators;
    private final Map<Integer, Set<Integer>> loops = new HashMap<>();
    private final Map<Integer, List<Integer>> arms = new HashMap<>();
    private final Map<Integer, List<Integer>> joins = new HashMap<>();
    private final Map<Integer, List<Integer>> exits = new HashMap<>();
    private final Map<Integer, IrBlock> loopHeads = new HashMap<>();
    private final Set<IrBlock> order = new LinkedHashSet<>();

    Nesting(IrModule module, Variables variables) {
        this.module = module;
        this.variables = variables;
        this.route = variables.fresh(ScalarType.I32);
        this.dominators = Dominators.of(module);
    }

    void run() {
        findLoops();
        placeChildren();
        for (int header : loops.keySet()) {
            loopHeads.put(header, module.newBlock());
        }
        walk(module.entry().id(), null);
        module.order(List.copyOf(order));
    }

    // The graph.

    private void findLoops() {
        Map<Integer, List<Integer>> predecessors = module.predecessors();
        for (int block : dominators.reversePostorder()) {
            for (int target : module.block(block).terminator().targets()) {
                if (dominators.dominates(target, block)) {
                    Set<Integer> body = loops.computeIfAbsent(target, _ -> new HashSet<>(Set.of(target)));
                    Deque<Integer> open = new ArrayDeque<>(List.of(block));
                    while (!open.isEmpty()) {
                        int member = open.remove();
                        if (body.add(member)) {
                            open.addAll(predecessors.getOrDefault(member, List.of()));
                        }
                    }
                }
            }
        }
    }

    private void placeChildren() {
        Map<Integer, Integer> forwardEdges = new HashMap<>();
        for (int block : dominators.reversePostorder()) {
            for (int target : module.block(block).terminator().targets()) {
                if (!dominators.dominates(target, block)) {
                    forwardEdges.merge(target, 1, Integer::sum);
                }
            }
        }
        for (int block : dominators.reversePostorder()) {
            if (block == module.entry().id()) {
                continue;
            }
            int parent = dominators.immediate(block);
            int left = outermostLoopLeft(parent, block);
            Map<Integer, List<Integer>> where = left >= 0 ? exits : forwardEdges.getOrDefault(block, 0) == 1 ? arms : joins;
            where.computeIfAbsent(left >= 0 ? left : parent, _ -> new ArrayList<>()).add(block);
        }
    }

    /** The largest loop that holds {@code inside} and not {@code outside}, by its header; -1 for none. */
    private int outermostLoopLeft(int inside, int outside) {
        return loops.entrySet().stream()
                .filter(loop -> loop.getValue().contains(inside) && !loop.getValue().contains(outside))
                .max(Comparator.comparingInt(loop -> loop.getValue().size())).map(Map.Entry::getKey).orElse(-1);
    }

    private boolean isArm(int parent, int block) {
        return arms.getOrDefault(parent, List.of()).contains(block);
    }

    /** Where an edge to {@code block} enters it: at its loop's head, if it has one. */
    private int entrance(int block) {
        IrBlock head = loopHeads.get(block);
        return head == null ? block : head.id();
    }

    // The walk.

    private void walk(int id, @Nullable Frame frame) {
        IrBlock head = loopHeads.get(id);
        if (head == null) {
            walkBody(id, frame);
            return;
        }
        IrBlock repeat = module.newBlock();
        IrBlock merge = module.newBlock();
        Pc pc = module.block(id).terminator().pc();
        order.add(head);
        head.setMerge(new Merge.Loop(merge.id(), repeat.id()));
        head.terminate(new Terminator.Jump(id, pc));
        Frame loop = new Frame(frame, merge, id, repeat.id());
        walkBody(id, loop);
        order.add(repeat);
        repeat.terminate(new Terminator.Jump(head.id(), pc));
        order.add(merge);
        goOn(merge, loop.routes, exits.getOrDefault(id, List.of()), frame, pc);
    }

    private void walkBody(int id, @Nullable Frame frame) {
        IrBlock block = module.block(id);
        order.add(block);
        switch (block.terminator()) {
            case Terminator.Return _, Terminator.Kill _, Terminator.Unreachable _ -> { }
            case Terminator.Jump jump -> {
                if (isArm(id, jump.target())) {
                    block.terminate(new Terminator.Jump(entrance(jump.target()), jump.pc()));
                    walk(jump.target(), frame);
                } else {
                    leave(block, jump.target(), frame, jump.pc());
                }
            }
            case Terminator.Branch branch -> branch(block, branch, frame);
        }
    }

    private void branch(IrBlock block, Terminator.Branch branch, @Nullable Frame frame) {
        int id = block.id();
        int first = branch.whenTrue();
        int second = branch.whenFalse();
        List<Integer> after = joins.getOrDefault(id, List.of());
        if (after.isEmpty() && isArm(id, second) && leavesForGood(id, first, frame)) {
            rest(block, branch, first, second, frame);
        } else if (after.isEmpty() && isArm(id, first) && leavesForGood(id, second, frame)) {
            rest(block, branch, second, first, frame);
        } else {
            IrBlock merge = module.newBlock();
            Frame selection = new Frame(frame, merge, -1, -1);
            int whenTrue = arm(id, first, selection, branch.pc());
            int whenFalse = arm(id, second, selection, branch.pc());
            block.setMerge(new Merge.Selection(merge.id()));
            block.terminate(new Terminator.Branch(branch.condition(), whenTrue, whenFalse, branch.pc()));
            order.add(merge);
            goOn(merge, selection.routes, after, frame, branch.pc());
        }
    }

    /** A branch one side of which never comes back: the other side is what follows the construct. */
    private void rest(IrBlock block, Terminator.Branch branch, int leaving, int following, @Nullable Frame frame) {
        int out = arm(block.id(), leaving, frame, branch.pc());
        int next = entrance(following);
        block.setMerge(new Merge.Selection(next));
        block.terminate(new Terminator.Branch(branch.condition(), branch.whenTrue() == leaving ? out : next,
                branch.whenTrue() == leaving ? next : out, branch.pc()));
        walk(following, frame);
    }

    /** Walks an arm, or makes a block for an edge that leads elsewhere; answers where the branch has to go. */
    private int arm(int parent, int target, @Nullable Frame frame, Pc pc) {
        if (isArm(parent, target)) {
            walk(target, frame);
            return entrance(target);
        }
        IrBlock edge = module.newBlock();
        order.add(edge);
        leave(edge, target, frame, pc);
        return edge.id();
    }

    private static @Nullable Frame innermostLoop(@Nullable Frame frame) {
        Frame at = frame;
        while (at != null && !at.isLoop()) {
            at = at.outer;
        }
        return at;
    }

    /** Whether an edge to {@code target} repeats or leaves the innermost loop. */
    private boolean isLoopEdge(int target, @Nullable Frame frame) {
        Frame loop = innermostLoop(frame);
        return loop != null && (target == loop.header || !body(loop).contains(target));
    }

    private Set<Integer> body(Frame loop) {
        Set<Integer> body = loops.get(loop.header);
        if (body == null) {
            throw new IllegalStateException(IrBlock.word(loop.header) + " heads no loop");
        }
        return body;
    }

    /** Whether every way through {@code target}, an arm or an edge of {@code parent}, returns or repeats or leaves the loop. */
    private boolean leavesForGood(int parent, int target, @Nullable Frame frame) {
        if (!isArm(parent, target)) {
            return isLoopEdge(target, frame);
        }
        Set<Integer> seen = new HashSet<>();
        Deque<Integer> open = new ArrayDeque<>(List.of(target));
        while (!open.isEmpty()) {
            int block = open.remove();
            if (!seen.add(block)) {
                continue;
            }
            for (int next : module.block(block).terminator().targets()) {
                if (isLoopEdge(next, frame)) {
                    continue;
                }
                if (!dominators.dominates(target, next)) {
                    return false;
                }
                open.add(next);
            }
        }
        return true;
    }

    /** Ends {@code from} with the edge to {@code target} through the constructs around it. */
    private void leave(IrBlock from, int target, @Nullable Frame frame, Pc pc) {
        variables.set(from, route, Const.i32(target));
        from.terminate(new Terminator.Jump(exit(target, frame), pc));
    }

    /** The block through which the edge to {@code target} leaves; remembers where it is bound for. */
    private int exit(int target, @Nullable Frame frame) {
        Frame loop = innermostLoop(frame);
        if (loop != null && target == loop.header) {
            return loop.continueTarget;
        }
        Frame through = loop != null && !body(loop).contains(target) ? loop : frame;
        if (through == null || through == loop && body(loop).contains(target)) {
            throw new IllegalStateException("the edge to " + IrBlock.word(target) + " leaves no construct");
        }
        through.routes.add(target);
        return through.merge.id();
    }

    /** From a merge on to the joins or exits it collects edges to, one after the other, and outwards with what is left. */
    private void goOn(IrBlock merge, Set<Integer> bound, List<Integer> targets, @Nullable Frame frame, Pc pc) {
        IrBlock at = merge;
        Set<Integer> routes = bound;
        for (int i = 0; i < targets.size(); i++) {
            int target = targets.get(i);
            boolean last = i == targets.size() - 1;
            Set<Integer> others = new LinkedHashSet<>(routes);
            if (!others.remove(target)) {
                throw new IllegalStateException(IrBlock.word(target) + " is not reached where it stands");
            }
            if (others.isEmpty() && last) {
                at.terminate(new Terminator.Jump(entrance(target), pc));
                walk(target, frame);
                return;
            }
            IrBlock next = module.newBlock();
            Frame behind = new Frame(frame, next, -1, -1);
            if (others.isEmpty()) {
                at.terminate(new Terminator.Jump(entrance(target), pc));
            } else {
                behind.routes.addAll(others);
                at.setMerge(new Merge.Selection(next.id()));
                at.terminate(new Terminator.Branch(isRoute(at, Set.of(target)), entrance(target), next.id(), pc));
            }
            walk(target, behind);
            order.add(next);
            at = next;
            routes = behind.routes;
        }
        outwards(at, routes, frame, pc);
    }

    private void outwards(IrBlock from, Set<Integer> routes, @Nullable Frame frame, Pc pc) {
        Map<Integer, Set<Integer>> byExit = new LinkedHashMap<>();
        for (int target : routes) {
            byExit.computeIfAbsent(exit(target, frame), _ -> new LinkedHashSet<>()).add(target);
        }
        if (byExit.isEmpty()) {
            from.terminate(new Terminator.Unreachable(pc));
            return;
        }
        List<Integer> ways = new ArrayList<>(byExit.keySet());
        if (frame != null && !frame.isLoop() && ways.remove(Integer.valueOf(frame.merge.id()))) {
            ways.add(frame.merge.id());
        }
        IrBlock at = from;
        for (int i = 0; i < ways.size() - 1; i++) {
            IrBlock next = module.newBlock();
            at.setMerge(new Merge.Selection(next.id()));
            Value chosen = isRoute(at, byExit.getOrDefault(ways.get(i), Set.of()));
            at.terminate(new Terminator.Branch(chosen, ways.get(i), next.id(), pc));
            order.add(next);
            at = next;
        }
        at.terminate(new Terminator.Jump(ways.getLast(), pc));
    }

    private Value isRoute(IrBlock at, Set<Integer> targets) {
        Value any = Const.FALSE;
        for (int target : targets) {
            Ssa one = module.fresh(ScalarType.B1);
            at.add(new Alu(one, AluOp.IEQ, List.of(route, Const.i32(target)), Pc.NONE));
            if (any.equals(Const.FALSE)) {
                any = one;
            } else {
                Ssa both = module.fresh(ScalarType.B1);
                at.add(new Alu(both, AluOp.OR, List.of(any, one), Pc.NONE));
                any = both;
            }
        }
        return any;
    }
}
