package org.lierne.recompiler.core.lift;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Phi;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Terminator;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.ir.Wave;
import org.lierne.recompiler.ir.WaveOp;

/**
 * Marks the branches that a wave has to take as one ({@link ScalarChanges}), once the registers' values behind them are known: a register
 * that was saved and brought back has not changed.
 */
final class TogetherBranches {
    private final ScalarChanges changes;
    private final Registers registers;
    private final Map<Integer, List<Value>> values = new HashMap<>();
    private final Map<Ssa, Inst> definitions = new HashMap<>();
    private final Map<Ssa, Integer> homes = new HashMap<>();

    TogetherBranches(ScalarChanges changes, Registers registers) {
        this.changes = changes;
        this.registers = registers;
    }

    /** Notes what registers hold at the start of a block, which the emission stands at. */
    void enter(int block) {
        changes.candidates().forEach((branch, candidate) -> {
            if (candidate.meeting() == block) {
                List<Value> held = new ArrayList<>();
                candidate.registers().stream().forEach(register ->
                        held.add(register == ScalarChanges.SCC ? registers.scc() : registers.word(register)));
                values.put(branch, held);
            }
        });
    }

    /** Marks votes, when all blocks are complete. */
    void mark(IrModule module, List<IrBlock> blocks) {
        if (changes.candidates().isEmpty()) {
            return;
        }
        for (IrBlock block : module.blocks()) {
            for (Inst inst : block.instructions()) {
                Ssa result = inst.result();
                if (result != null) {
                    definitions.put(result, inst);
                    homes.put(result, block.id());
                }
            }
        }
        changes.candidates().forEach((branch, candidate) -> {
            Set<Integer> path = new HashSet<>(Set.of(blocks.get(candidate.meeting()).id()));
            candidate.path().stream().forEach(each -> path.add(blocks.get(each).id()));
            Set<Integer> ways = new HashSet<>();
            candidate.ways().stream().forEach(each -> ways.add(blocks.get(each).id()));
            int meeting = blocks.get(candidate.meeting()).id();
            boolean changed = values.getOrDefault(branch, List.of()).stream().map(value -> arriving(value, meeting, ways))
                    .anyMatch(value -> value instanceof Ssa ssa && path.contains(homes.getOrDefault(ssa, -1)));
            if (changed && blocks.get(branch).terminator() instanceof Terminator.Branch end && end.condition() instanceof Ssa vote) {
                mark(module, vote);
            }
        });
    }

    /** What a value at the start of {@code meeting} is where control comes along {@code ways}; a phi there when that differs. */
    private Value arriving(Value value, int meeting, Set<Integer> ways) {
        if (!(value instanceof Ssa ssa && definitions.get(ssa) instanceof Phi phi && Integer.valueOf(meeting).equals(homes.get(ssa)))) {
            return source(value, new HashSet<>());
        }
        Value only = null;
        for (Phi.Incoming edge : phi.incoming()) {
            if (ways.contains(edge.block())) {
                Value from = source(edge.value(), new HashSet<>());
                if (only != null && !only.equals(from)) {
                    return value;
                }
                only = from;
            }
        }
        return only == null ? value : only;
    }

    private static void mark(IrModule module, Ssa vote) {
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = block.editor(); at.hasNext(); ) {
                if (at.next() instanceof Wave wave && wave.op() == WaveOp.ANY && wave.result().equals(vote)) {
                    at.set(new Wave(vote, WaveOp.ANY, wave.operands(), WaveOp.TOGETHER, wave.pc()));
                }
            }
        }
    }

    /** The value behind phis that bring nothing else. */
    private Value source(Value value, Set<Ssa> seen) {
        if (!(value instanceof Ssa ssa) || !(definitions.get(ssa) instanceof Phi phi) || !seen.add(ssa)) {
            return value;
        }
        Value only = null;
        for (Phi.Incoming edge : phi.incoming()) {
            Value from = source(edge.value(), seen);
            if (from.equals(ssa) || from instanceof Ssa other && seen.contains(other)) {
                continue;
            }
            if (only != null && !only.equals(from)) {
                return value;
            }
            only = from;
        }
        return only == null ? value : only;
    }
}
