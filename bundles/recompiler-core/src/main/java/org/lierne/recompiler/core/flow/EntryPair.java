package org.lierne.recompiler.core.flow;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.isa.DataType;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Instruction;
import org.lierne.recompiler.isa.Operand;
import org.lierne.recompiler.program.InitialRegister;
import org.lierne.recompiler.program.InitialRegister.Value;
import org.lierne.recompiler.program.ShaderProgram;

/**
 * Follows a pair of scalar registers through a program: each half holds the user data it held at entry, or the constant that one
 * {@code s_mov_b32} moves on every way, or nothing that is known. Code that is called through a table is not known here, and taken to keep
 * the pair (pass.cf.call-linker).
 */
final class EntryPair {
    /** What half of a pair holds, and the instruction that wrote it; no value where that is not known. */
    private record Half(@Nullable Value value, int writer) {
        private static final Half UNKNOWN = new Half(null, -1);

        Half join(Half other) {
            return equals(other) ? this : UNKNOWN;
        }
    }

    private record State(Half low, Half high) {
        private static final State UNKNOWN = new State(Half.UNKNOWN, Half.UNKNOWN);

        State join(State other) {
            return new State(low.join(other.low), high.join(other.high));
        }
    }

    /** What the halves hold at a place; null for what is not known. */
    record Contents(@Nullable Value low, @Nullable Value high) {}

    private final ShaderProgram program;
    private final List<FlowBlock> blocks;
    private final int first;
    private final Map<Integer, State> atStart;

    /** @param first number of the pair's first register */
    EntryPair(ShaderProgram program, List<FlowBlock> blocks, int first) {
        this.program = program;
        this.blocks = blocks;
        this.first = first;
        this.atStart = atStart();
    }

    /** What the pair holds in front of an instruction of a block. */
    Contents before(FlowBlock block, Decoded inst) {
        State state = behind(atStart.getOrDefault(block.index(), State.UNKNOWN),
                block.instructions().subList(0, block.instructions().indexOf(inst)));
        return new Contents(state.low.value, state.high.value);
    }

    private Map<Integer, State> atStart() {
        Map<Integer, State> known = new HashMap<>(Map.of(0, new State(atEntry(first), atEntry(first + 1))));
        Deque<Integer> open = new ArrayDeque<>(List.of(0));
        while (!open.isEmpty()) {
            FlowBlock block = blocks.get(open.remove());
            State end = behind(known.getOrDefault(block.index(), State.UNKNOWN), block.instructions());
            for (int target : block.end().targets()) {
                State before = known.get(target);
                State now = before == null ? end : before.join(end);
                if (!now.equals(before)) {
                    known.put(target, now);
                    open.add(target);
                }
            }
        }
        return known;
    }

    private Half atEntry(int sgpr) {
        for (InitialRegister register : program.state().registers()) {
            if (!register.vector() && register.index() == sgpr && register.value() instanceof Value.UserData data) {
                return new Half(data, -1);
            }
        }
        return Half.UNKNOWN;
    }

    private State behind(State start, List<Decoded> run) {
        State state = start;
        for (Decoded inst : run) {
            state = new State(behind(inst, first, state.low), behind(inst, first + 1, state.high));
        }
        return state;
    }

    private static Half behind(Decoded inst, int sgpr, Half before) {
        if (Calls.isRelative(inst)) {
            return Half.UNKNOWN;
        }
        if (!writes(inst, sgpr)) {
            return before;
        }
        return inst.row().is(Instruction.Trait.MOVE) && inst.row().destinations().getFirst().type() == DataType.B32
                && inst.source(0) instanceof Operand.Constant constant
                ? new Half(new Value.Literal((int) constant.bits()), inst.pc()) : Half.UNKNOWN;
    }

    /** Whether an instruction names a scalar register as its result. */
    static boolean writes(Decoded inst, int sgpr) {
        return inst.destinations().stream().anyMatch(operand -> operand instanceof Operand.Sgpr written && written.index() <= sgpr
                && sgpr < written.index() + written.type().dwords(inst.waveSize()));
    }
}
