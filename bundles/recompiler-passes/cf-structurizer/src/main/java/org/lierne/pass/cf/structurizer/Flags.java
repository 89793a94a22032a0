package org.lierne.pass.cf.structurizer;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
 * Rebuilds any graph out of flags (rule C-050): a reach flag for every block, which guards it, and an again flag for every loop. No block
 * is copied. Blocks stand in one order; a branch sets the flag of where it goes, and what stands between is passed over. A strongly
 * connected component becomes a loop that repeats while an edge back to its first block was taken.
 */
final class Flags {
    private final IrModule module;
    private final Variables variables;
    private final Map<Integer, Ssa> reach = new HashMap<>();
    private final Set<IrBlock> order = new LinkedHashSet<>();
    /** The loops around the place of the walk, by their first blocks: which flag repeats each. */
    private final Map<Integer, Ssa> again = new LinkedHashMap<>();
    private final Map<Integer, Integer> places = new HashMap<>();
    private IrBlock at;

    Flags(IrModule module, Variables variables) {
        this.module = module;
        this.variables = variables;
        this.at = module.entry();
    }

    void run() {
        List<Integer> blocks = Dominators.of(module).reversePostorder();
        blocks.forEach(block -> {
            places.put(block, places.size());
            reach.put(block, variables.fresh(ScalarType.B1));
        });
        IrBlock start = module.entry();
        reach.values().forEach(flag -> variables.set(start, flag, Const.FALSE));
        Set<Integer> rest = new LinkedHashSet<>(blocks);
        IrBlock last = unconditional(start, rest);
        leave(last);
        at = module.newBlock();
        Pc pc = last.terminator().pc();
        if (!last.terminator().targets().isEmpty()) {
            last.terminate(new Terminator.Jump(at.id(), pc));
        }
        order.add(at);
        walk(rest);
        at.terminate(new Terminator.Return(Pc.NONE));
        module.order(List.copyOf(order));
    }

    /** Keeps the blocks as they are that every run starts with; answers with the last of them. */
    private IrBlock unconditional(IrBlock start, Set<Integer> rest) {
        Map<Integer, List<Integer>> predecessors = module.predecessors();
        IrBlock block = start;
        order.add(block);
        rest.remove(block.id());
        while (block.terminator() instanceof Terminator.Jump jump
                && predecessors.getOrDefault(jump.target(), List.of()).size() == 1) {
            block = module.block(jump.target());
            order.add(block);
            rest.remove(block.id());
        }
        return block;
    }

    private void walk(Set<Integer> region) {
        for (Set<Integer> component : Reducible.components(module, region).reversed()) {
            int first = component.stream().min(java.util.Comparator.comparing(places::get)).orElseThrow();
            if (component.size() == 1 && !module.block(first).terminator().targets().contains(first)) {
                guarded(first);
            } else {
                loop(first, component);
            }
        }
    }

    /** A block that runs where its flag is set. */
    private void guarded(int id) {
        IrBlock block = module.block(id);
        Pc pc = block.terminator().pc();
        IrBlock next = module.newBlock();
        at.setMerge(new Merge.Selection(next.id()));
        at.terminate(new Terminator.Branch(flag(id), id, next.id(), pc));
        order.add(block);
        if (!block.terminator().targets().isEmpty()) {
            variables.set(block, flag(id), Const.FALSE);
            leave(block);
            block.terminate(new Terminator.Jump(next.id(), pc));
        }
        order.add(next);
        at = next;
    }

    private void loop(int first, Set<Integer> component) {
        Pc pc = module.block(first).terminator().pc();
        IrBlock head = module.newBlock();
        IrBlock body = module.newBlock();
        IrBlock repeat = module.newBlock();
        IrBlock merge = module.newBlock();
        Ssa flag = variables.fresh(ScalarType.B1);
        at.terminate(new Terminator.Jump(head.id(), pc));
        order.add(head);
        head.setMerge(new Merge.Loop(merge.id(), repeat.id()));
        head.terminate(new Terminator.Jump(body.id(), pc));
        order.add(body);
        variables.set(body, flag, Const.FALSE);
        at = body;
        again.put(first, flag);
        guarded(first);
        Set<Integer> rest = new LinkedHashSet<>(component);
        rest.remove(first);
        walk(rest);
        again.remove(first);
        IrBlock back = module.newBlock();
        IrBlock out = module.newBlock();
        at.setMerge(new Merge.Selection(out.id()));
        at.terminate(new Terminator.Branch(flag, back.id(), out.id(), pc));
        back.terminate(new Terminator.Jump(repeat.id(), pc));
        out.terminate(new Terminator.Jump(merge.id(), pc));
        repeat.terminate(new Terminator.Jump(head.id(), pc));
        order.addAll(List.of(back, out, repeat, merge));
        at = merge;
    }

    private Ssa flag(int block) {
        Ssa flag = reach.get(block);
        if (flag == null) {
            throw new IllegalStateException(IrBlock.word(block) + " has no flag");
        }
        return flag;
    }

    /** Sets the flags of where a block's branch goes. Exactly one flag is set at any time, so others need not be looked at. */
    private void leave(IrBlock block) {
        switch (block.terminator()) {
            case Terminator.Jump jump -> mark(block, jump.target(), Const.TRUE);
            case Terminator.Branch branch -> {
                Ssa not = module.fresh(ScalarType.B1);
                block.add(new Alu(not, AluOp.NOT, List.of(branch.condition()), Pc.NONE));
                if (branch.whenTrue() == branch.whenFalse()) {
                    mark(block, branch.whenTrue(), Const.TRUE);
                } else {
                    mark(block, branch.whenTrue(), branch.condition());
                    mark(block, branch.whenFalse(), not);
                }
            }
            case Terminator.Return _, Terminator.Kill _, Terminator.Unreachable _ -> { }
        }
    }

    private void mark(IrBlock block, int target, Value when) {
        variables.set(block, flag(target), when);
        Ssa repeats = again.get(target);
        if (repeats != null) {
            variables.set(block, repeats, when);
        }
    }
}
