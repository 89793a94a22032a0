package org.lierne.recompiler.core.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.Phi;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Terminator;
import org.lierne.recompiler.ir.Undef;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.ir.Wave;
import org.lierne.recompiler.ir.WaveOp;

/**
 * A program whose blocks stand one behind the other, each run by those whose flag for it is set; exchanges stand in blocks of their own that
 * all run, and a loop with exchanges goes on for all while the flag is set for one. Whoever runs along without the flag computes what nobody
 * reads: a value counts where control, by the flags, came through its block.
 *
 * <p>Between two blocks stands a passage: it joins what came of the block before, makes the flag of the next, and chooses by the flags of
 * edges what phis chose by control.
 */
final class Linearization {
    private final IrModule module;
    private final List<FlowOrder.Part> parts;
    private final Map<Integer, List<Integer>> predecessors;
    /** The blocks that read a value defined in another one. */
    private final Map<Ssa, Set<Integer>> readers = new LinkedHashMap<>();
    private final Map<Ssa, Integer> homes = new HashMap<>();
    private final List<IrBlock> order = new ArrayList<>();
    /** What stands for a value, and for having taken an edge, at the end of what is made so far. */
    private final Map<Ssa, Value> now = new HashMap<>();
    private final Map<Edge, Value> taken = new LinkedHashMap<>();
    /** Flags of the blocks and loops of the innermost loop that is being made, by the block they begin with. */
    private final Map<Integer, Value> reached = new HashMap<>();
    private IrBlock passage;

    private record Edge(int from, int to) {}

    /** Puts exchanges into blocks of their own, and the blocks in order; null where some loop has several entries. */
    static @Nullable List<FlowOrder.Part> orderOf(IrModule module) {
        module.blocks().forEach(block -> isolateExchanges(module, block));
        return FlowOrder.of(module);
    }

    Linearization(IrModule module, List<FlowOrder.Part> parts) {
        this.module = module;
        this.parts = parts;
        this.predecessors = module.predecessors();
        this.passage = module.entry();
        module.blocks().forEach(this::noteReads);
    }

    private static void isolateExchanges(IrModule module, IrBlock block) {
        List<Inst> before = new ArrayList<>();
        List<List<Inst>> pieces = new ArrayList<>(List.of(before));
        for (Inst inst : block.instructions()) {
            if (Exchanges.isOne(inst)) {
                pieces.add(List.of(inst));
                pieces.add(new ArrayList<>());
            } else {
                pieces.getLast().add(inst);
            }
        }
        if (pieces.size() == 1) {
            return;
        }
        Terminator end = block.terminator();
        IrBlock last = block;
        block.setInstructions(before);
        for (List<Inst> piece : pieces.subList(1, pieces.size())) {
            IrBlock next = module.newBlock();
            next.setInstructions(piece);
            last.terminate(new Terminator.Jump(next.id(), end.pc()));
            last = next;
        }
        last.terminate(end);
        for (int target : Set.copyOf(end.targets())) {
            for (IrBlock.Editor at = module.block(target).editor(); at.hasNext(); ) {
                if (at.next() instanceof Phi phi) {
                    at.set(phi.withPredecessor(block.id(), last.id()));
                }
            }
        }
    }

    private void noteReads(IrBlock block) {
        for (Inst inst : block.instructions()) {
            if (inst.result() != null) {
                homes.put(inst.result(), block.id());
            }
        }
        for (Inst inst : block.instructions()) {
            inst.operands().forEach(operand -> noteRead(operand, block.id(), inst instanceof Phi));
        }
        noteRead(block.terminator().condition(), block.id(), false);
    }

    private void noteRead(@Nullable Value value, int block, boolean onEdge) {
        if (value instanceof Ssa ssa && (onEdge || !Integer.valueOf(block).equals(homes.get(ssa)))) {
            readers.computeIfAbsent(ssa, _ -> new HashSet<>()).add(block);
        }
    }

    void run() {
        parts.forEach(this::make);
        passage.terminate(new Terminator.Return(Pc.NONE));
        order.add(passage);
        module.order(order);
    }

    private void make(FlowOrder.Part part) {
        switch (part) {
            case FlowOrder.Single single -> makeBlock(module.block(single.first()));
            case FlowOrder.Loop loop -> makeLoop(loop);
        }
    }

    // Passages.

    private void leavePassage(Terminator end) {
        passage.terminate(end);
        order.add(passage);
    }

    private Value alu(AluOp op, Value... operands) {
        Ssa result = module.fresh(operands[operands.length - 1].type());
        passage.add(new Alu(result, op, List.of(operands), Pc.NONE));
        return result;
    }

    private Value either(Value a, Value b) {
        return a.equals(Const.FALSE) ? b : b.equals(Const.FALSE) ? a : a.equals(Const.TRUE) || b.equals(Const.TRUE) ? Const.TRUE
                : alu(AluOp.OR, a, b);
    }

    private Value both(Value a, Value b) {
        return a.equals(Const.TRUE) ? b : b.equals(Const.TRUE) ? a : alu(AluOp.AND, a, b);
    }

    /** Whether control comes to a block from one of those before it. */
    private Value comesFrom(int block, List<Integer> before) {
        Value any = Const.FALSE;
        for (int from : before) {
            any = either(any, taken.getOrDefault(new Edge(from, block), Const.FALSE));
        }
        return any;
    }

    /** What a phi chooses among the edges from some blocks. */
    private Value chosen(Phi phi, List<Integer> before) {
        Value chosen = new Undef(phi.result().type());
        for (Phi.Incoming edge : phi.incoming()) {
            if (before.contains(edge.block())) {
                Value value = visible(edge.value());
                Value flag = taken.getOrDefault(new Edge(edge.block(), homes.getOrDefault(phi.result(), -1)), Const.FALSE);
                chosen = chosen instanceof Undef || chosen.equals(value) ? value : value instanceof Undef ? chosen
                        : alu(AluOp.SELECT, flag, value, chosen);
            }
        }
        return chosen;
    }

    private Value visible(Value value) {
        return value instanceof Ssa ssa ? now.getOrDefault(ssa, ssa) : value;
    }

    // Blocks.

    private void makeBlock(IrBlock block) {
        if (block == module.entry()) {
            reached.put(block.id(), Const.TRUE);
            finishBlock(block, Const.TRUE, null);
            return;
        }
        Value flag = reached.get(block.id());
        if (flag == null) {
            List<Integer> from = predecessors.getOrDefault(block.id(), List.of());
            flag = comesFrom(block.id(), from);
            for (Phi phi : block.phis()) {
                now.put(phi.result(), chosen(phi, from));
            }
            reached.put(block.id(), flag);
        }
        boolean always = flag.equals(Const.TRUE) || block.instructions().stream().anyMatch(Exchanges::isOne);
        IrBlock before = passage;
        order.add(before);
        passage = block;
        takeOver(block, flag);
        finishBlock(block, flag, always ? null : before);
        before.terminate(always ? new Terminator.Jump(block.id(), Pc.NONE)
                : new Terminator.Branch(flag, block.id(), passage.id(), Pc.NONE));
    }

    /** Rewrites a block's instructions to what stands for their operands there. */
    private void takeOver(IrBlock block, Value flag) {
        List<Inst> instructions = new ArrayList<>();
        for (Inst inst : block.instructions()) {
            if (!(inst instanceof Phi)) {
                Inst taken = inst.withOperands(inst.operands().stream().map(this::visible).toList());
                if (taken instanceof Wave wave && wave.op() == WaveOp.GROUP_ANY && !flag.equals(Const.TRUE)) {
                    Ssa counts = module.fresh(ScalarType.B1);
                    instructions.add(new Alu(counts, AluOp.AND, List.of(wave.operands().getFirst(), flag), wave.pc()));
                    taken = wave.withOperands(List.of(counts));
                }
                instructions.add(taken);
            }
        }
        block.setInstructions(instructions);
    }

    /** Leads a block into a new passage, to which whoever does not run the block comes from {@code around}. */
    private void finishBlock(IrBlock block, Value flag, @Nullable IrBlock around) {
        Terminator end = block.terminator();
        IrBlock next = module.newBlock();
        Map<Edge, Value> edges = new LinkedHashMap<>();
        if (end instanceof Terminator.Branch branch && branch.whenTrue() != branch.whenFalse()) {
            Value condition = visible(branch.condition());
            edges.put(new Edge(block.id(), branch.whenTrue()), condition);
            edges.put(new Edge(block.id(), branch.whenFalse()), alu(AluOp.NOT, condition));
        } else {
            end.targets().forEach(target -> taken.put(new Edge(block.id(), target), flag));
        }
        leavePassage(new Terminator.Jump(next.id(), end.pc()));
        passage = next;
        if (around == null) {
            edges.forEach((edge, condition) -> taken.put(edge, both(condition, flag)));
        } else {
            edges.forEach((edge, condition) -> taken.put(edge, joined(condition, block, Const.FALSE, around)));
            for (Inst inst : block.instructions()) {
                Ssa result = inst.result();
                if (result != null && readers.containsKey(result)) {
                    now.put(result, joined(result, block, new Undef(result.type()), around));
                }
            }
        }
    }

    private Value joined(Value value, IrBlock from, Value otherwise, IrBlock around) {
        Ssa result = module.fresh(value.type());
        passage.addFirst(new Phi(result, List.of(new Phi.Incoming(from.id(), value), new Phi.Incoming(around.id(), otherwise)), Pc.NONE));
        return result;
    }

    // Loops.

    private void makeLoop(FlowOrder.Loop loop) {
        IrBlock header = module.block(loop.first());
        List<Integer> outside = new ArrayList<>(predecessors.getOrDefault(loop.first(), List.of()));
        List<Integer> inside = new ArrayList<>(outside);
        outside.removeIf(loop.blocks()::contains);
        inside.removeIf(each -> !loop.blocks().contains(each));
        Value entered = comesFrom(loop.first(), outside);
        reached.put(loop.first(), entered);
        List<Phi> phis = header.phis();
        List<Value> initial = phis.stream().map(phi -> chosen(phi, outside)).toList();
        IrBlock before = passage;
        IrBlock top = module.newBlock();
        leavePassage(new Terminator.Jump(top.id(), Pc.NONE));
        passage = top;

        Map<Integer, Value> outer = new HashMap<>(reached);
        reached.clear();
        Ssa flag = module.fresh(ScalarType.B1);
        reached.put(loop.first(), flag);
        loop.parts().forEach(this::make);

        IrBlock bottom = passage;
        List<Phi> carried = new ArrayList<>();
        Value again = comesFrom(loop.first(), inside);
        carried.add(new Phi(flag, List.of(new Phi.Incoming(before.id(), entered), new Phi.Incoming(bottom.id(), again)), Pc.NONE));
        for (int i = 0; i < phis.size(); i++) {
            carried.add(new Phi(phis.get(i).result(), List.of(new Phi.Incoming(before.id(), initial.get(i)),
                    new Phi.Incoming(bottom.id(), chosen(phis.get(i), inside))), phis.get(i).pc()));
        }
        Value goesOn = again;
        if (hasExchanges(loop)) {
            Ssa vote = module.fresh(ScalarType.B1);
            keepForThoseWhoLeft(loop, before, bottom, carried);
            bottom.add(new Wave(vote, WaveOp.GROUP_ANY, List.of(again), 0, Pc.NONE));
            goesOn = vote;
        }
        carried.reversed().forEach(top::addFirst);
        IrBlock exit = module.newBlock();
        leavePassage(new Terminator.Branch(goesOn, top.id(), exit.id(), Pc.NONE));
        passage = exit;
        reached.clear();
        reached.putAll(outer);
    }

    private boolean hasExchanges(FlowOrder.Loop loop) {
        return loop.blocks().stream().anyMatch(id -> module.block(id).instructions().stream().anyMatch(Exchanges::isOne));
    }

    /** What is read behind a loop stays what it was when control left it, whatever rounds come after. */
    private void keepForThoseWhoLeft(FlowOrder.Loop loop, IrBlock before, IrBlock bottom, List<Phi> carried) {
        for (Map.Entry<Edge, Value> edge : taken.entrySet()) {
            if (loop.blocks().contains(edge.getKey().from()) && !loop.blocks().contains(edge.getKey().to())) {
                Ssa left = module.fresh(ScalarType.B1);
                edge.setValue(either(left, edge.getValue()));
                carried.add(new Phi(left, List.of(new Phi.Incoming(before.id(), Const.FALSE),
                        new Phi.Incoming(bottom.id(), edge.getValue())), Pc.NONE));
            }
        }
        Map<Integer, Integer> parts = new HashMap<>();
        for (FlowOrder.Part part : loop.parts()) {
            Set<Integer> blocks = part instanceof FlowOrder.Loop inner ? inner.blocks() : Set.of(part.first());
            blocks.forEach(block -> parts.put(block, part.first()));
        }
        readers.forEach((value, blocks) -> {
            Integer part = parts.get(homes.get(value));
            if (part != null && !loop.blocks().containsAll(blocks)) {
                Ssa kept = module.fresh(value.type());
                Value latest = alu(AluOp.SELECT, java.util.Objects.requireNonNull(reached.get(part)), visible(value), kept);
                carried.add(new Phi(kept, List.of(new Phi.Incoming(before.id(), new Undef(value.type())),
                        new Phi.Incoming(bottom.id(), latest)), Pc.NONE));
                now.put(value, latest);
            }
        });
    }
}
