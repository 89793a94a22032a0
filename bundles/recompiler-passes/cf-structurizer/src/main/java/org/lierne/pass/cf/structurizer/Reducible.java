package org.lierne.pass.cf.structurizer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Terminator;

/**
 * Gives every loop one header. A loop entered at several blocks gets a new one that all edges to those blocks go through, each
 * setting a number by which the header sends it on.
 */
final class Reducible {
    private final IrModule module;
    private final Variables variables;

    Reducible(IrModule module, Variables variables) {
        this.module = module;
        this.variables = variables;
    }

    void run() {
        boolean changed = true;
        while (changed) {
            Set<Integer> all = new LinkedHashSet<>();
            module.blocks().forEach(block -> all.add(block.id()));
            changed = repair(all);
        }
    }

    private boolean repair(Set<Integer> region) {
        for (Set<Integer> loop : loops(region)) {
            Set<Integer> entries = new LinkedHashSet<>();
            for (IrBlock block : module.blocks()) {
                for (int target : block.terminator().targets()) {
                    if (loop.contains(target) && !loop.contains(block.id())) {
                        entries.add(target);
                    }
                }
            }
            if (entries.size() > 1) {
                dispatch(entries);
                return true;
            }
            Set<Integer> inner = new LinkedHashSet<>(loop);
            inner.removeAll(entries);
            if (repair(inner)) {
                return true;
            }
        }
        return false;
    }

    private void dispatch(Set<Integer> entries) {
        List<IrBlock> before = module.blocks();
        Ssa target = variables.fresh(ScalarType.I32);
        IrBlock header = module.newBlock();
        for (IrBlock block : before) {
            for (int to : new HashSet<>(block.terminator().targets())) {
                if (entries.contains(to)) {
                    IrBlock edge = module.newBlock();
                    edge.terminate(new Terminator.Jump(header.id(), block.terminator().pc()));
                    variables.set(edge, target, Const.i32(to));
                    block.terminate(block.terminator().retarget(to, edge.id()));
                }
            }
        }
        List<Integer> order = new ArrayList<>(entries);
        IrBlock at = header;
        for (int i = 0; i < order.size() - 1; i++) {
            Ssa chosen = module.fresh(ScalarType.B1);
            at.add(new Alu(chosen, AluOp.IEQ, List.of(target, Const.i32(order.get(i))), Pc.NONE));
            IrBlock next = i == order.size() - 2 ? module.block(order.getLast()) : module.newBlock();
            at.terminate(new Terminator.Branch(chosen, order.get(i), next.id(), Pc.NONE));
            at = next;
        }
    }

    /** Strongly connected components with more than one block, or with an edge to itself. */
    private List<Set<Integer>> loops(Set<Integer> region) {
        return components(module, region).stream().filter(component -> component.size() > 1
                || module.block(component.iterator().next()).terminator().targets().contains(component.iterator().next())).toList();
    }

    /** Strongly connected components of the graph of these blocks, each behind those it leads to. */
    static List<Set<Integer>> components(IrModule module, Set<Integer> region) {
        Map<Integer, Integer> number = new HashMap<>();
        Map<Integer, Integer> low = new HashMap<>();
        Deque<Integer> open = new ArrayDeque<>();
        Set<Integer> onOpen = new HashSet<>();
        List<Set<Integer>> found = new ArrayList<>();
        for (int root : region) {
            if (number.containsKey(root)) {
                continue;
            }
            Deque<int[]> stack = new ArrayDeque<>();
            stack.push(new int[] {root, 0});
            while (!stack.isEmpty()) {
                int[] top = stack.peek();
                int block = top[0];
                if (top[1] == 0) {
                    number.put(block, number.size());
                    low.put(block, number.get(block));
                    open.push(block);
                    onOpen.add(block);
                }
                List<Integer> targets = module.block(block).terminator().targets();
                if (top[1] < targets.size()) {
                    int target = targets.get(top[1]++);
                    if (!region.contains(target)) {
                        continue;
                    }
                    if (!number.containsKey(target)) {
                        stack.push(new int[] {target, 0});
                    } else if (onOpen.contains(target)) {
                        low.merge(block, number.get(target), Math::min);
                    }
                    continue;
                }
                top[1]++;
                stack.pop();
                if (!stack.isEmpty()) {
                    low.merge(stack.peek()[0], low.get(block), Math::min);
                }
                if (java.util.Objects.equals(low.get(block), number.get(block))) {
                    Set<Integer> component = new LinkedHashSet<>();
                    int member;
                    do {
                        member = open.pop();
                        onOpen.remove(member);
                        component.add(member);
                    } while (member != block);
                    found.add(component);
                }
            }
        }
        return found;
    }
}
