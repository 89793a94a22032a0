package org.lierne.recompiler.core.flow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.lierne.recompiler.isa.DecodeRefusal;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Decoder;
import org.lierne.recompiler.isa.Effect;
import org.lierne.recompiler.isa.Operand;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.TranslationRefused;

/**
 * The basic blocks a program reaches, by rising address, the entry block first.
 *
 * @param blocks the blocks; indices in {@link FlowEnd} refer to this list
 */
public record ControlFlow(List<FlowBlock> blocks) {
    public ControlFlow {
        blocks = List.copyOf(blocks);
    }

    /**
     * Decodes a program.
     *
     * @throws TranslationRefused when a reached instruction does not decode, or control goes where the code does not say
     */
    public static ControlFlow of(ShaderProgram program) {
        return new Reader(program).read();
    }

    private static final class Reader {
        private final ShaderProgram program;
        private final int[] words;
        private final Decoder decoder;
        private final TreeMap<Integer, Decoded> reached = new TreeMap<>();
        private final TreeSet<Integer> leaders = new TreeSet<>();

        Reader(ShaderProgram program) {
            this.program = program;
            this.words = program.words();
            this.decoder = new Decoder(program.waveSize());
        }

        ControlFlow read() {
            int entry = program.entryDword() * 4;
            Deque<Integer> open = new ArrayDeque<>();
            open.add(entry);
            leaders.add(entry);
            while (!open.isEmpty()) {
                follow(open.remove(), open);
            }
            return new ControlFlow(blocks(entry));
        }

        private void follow(int start, Deque<Integer> open) {
            int pc = start;
            while (!reached.containsKey(pc)) {
                Decoded inst = decode(pc);
                reached.put(pc, inst);
                switch (inst.row().effect()) {
                    case Effect.Branch branch -> {
                        int target = target(inst);
                        if (branch.condition() == Effect.Branch.Condition.ALWAYS) {
                            leader(target, open);
                            return;
                        }
                        if (branch.condition() != Effect.Branch.Condition.DEBUG) {
                            leader(target, open);
                            leaders.add(inst.nextPc());
                        }
                    }
                    case Effect.Flow flow -> {
                        switch (flow.kind()) {
                            case END, SET_KILL -> {
                                return;
                            }
                            case SETPC, SWAPPC, CALL, RETURN_FROM_EXCEPTION -> throw refuse(inst,
                                    "jumps to an address in registers, which is not linked to any code");
                            case SUBVECTOR_BEGIN, SUBVECTOR_END -> throw refuse(inst, "subvector loops are not translated");
                            case TRAP, ILLEGAL -> throw refuse(inst, "enters a trap handler, which no title has");
                            case SET_HALT, BARRIER, MESSAGE, GETPC, GETREG, SETREG, SETREG_LITERAL, ROUND_MODE, DENORM_MODE,
                                    CLEAR_EXCEPTIONS, WAVE_ID, TIME, REAL_TIME -> { }
                        }
                    }
                    case Effect.Alu _, Effect.Hint _, Effect.Memory _, Effect.Lds _, Effect.Image _, Effect.Cache _,
                            Effect.Export _, Effect.Interpolate _ -> { }
                }
                pc = inst.nextPc();
            }
        }

        private void leader(int pc, Deque<Integer> open) {
            leaders.add(pc);
            open.add(pc);
        }

        private static int target(Decoded inst) {
            for (Operand operand : inst.sources()) {
                if (operand instanceof Operand.Target target) {
                    return target.pc();
                }
            }
            throw new IllegalStateException(inst + " is a branch without a target");
        }

        private Decoded decode(int pc) {
            int at = pc / 4;
            if (pc < 0 || at >= words.length || pc % 4 != 0) {
                throw new TranslationRefused(program.stage(), program.id(), pc, "",
                        "control leaves the program, which has %d dwords".formatted(words.length), null);
            }
            return switch (decoder.decode(words, at, pc)) {
                case Decoded decoded -> decoded;
                case DecodeRefusal refusal -> throw new TranslationRefused(program.stage(), program.id(), pc,
                        "0x%08x".formatted(words[at]), "does not decode: " + refusal.reason(), null);
            };
        }

        private TranslationRefused refuse(Decoded inst, String reason) {
            return new TranslationRefused(program.stage(), program.id(), inst.pc(), inst.toString(), reason, null);
        }

        private List<FlowBlock> blocks(int entry) {
            Map<Integer, Integer> index = new HashMap<>();
            List<Integer> starts = new ArrayList<>();
            starts.add(entry);
            for (int leader : leaders) {
                if (leader != entry && reached.containsKey(leader)) {
                    starts.add(leader);
                }
            }
            for (int i = 0; i < starts.size(); i++) {
                index.put(starts.get(i), i);
            }
            List<FlowBlock> blocks = new ArrayList<>();
            for (int i = 0; i < starts.size(); i++) {
                blocks.add(block(i, starts.get(i), index));
            }
            return blocks;
        }

        private FlowBlock block(int number, int start, Map<Integer, Integer> index) {
            List<Decoded> instructions = new ArrayList<>();
            int pc = start;
            while (true) {
                Decoded inst = reached.get(pc);
                if (inst == null) {
                    throw new IllegalStateException("block at 0x%04x runs into 0x%04x, which was not reached".formatted(start, pc));
                }
                instructions.add(inst);
                pc = inst.nextPc();
                FlowEnd end = end(inst, index);
                if (end != null) {
                    return new FlowBlock(number, start, instructions, end);
                }
                Integer next = index.get(pc);
                if (next != null) {
                    return new FlowBlock(number, start, instructions, new FlowEnd.Jump(next));
                }
            }
        }

        private static @org.jspecify.annotations.Nullable FlowEnd end(Decoded inst, Map<Integer, Integer> index) {
            return switch (inst.row().effect()) {
                case Effect.Branch branch -> switch (branch.condition()) {
                    case ALWAYS -> new FlowEnd.Jump(at(index, target(inst)));
                    case DEBUG -> null;
                    case SCC0, SCC1, VCCZ, VCCNZ, EXECZ, EXECNZ -> {
                        int taken = at(index, target(inst));
                        int next = at(index, inst.nextPc());
                        yield taken == next ? new FlowEnd.Jump(next) : new FlowEnd.Branch(branch.condition(), taken, next);
                    }
                };
                case Effect.Flow flow when flow.kind() == Effect.Flow.Kind.END || flow.kind() == Effect.Flow.Kind.SET_KILL ->
                        new FlowEnd.End();
                case Effect.Flow _, Effect.Alu _, Effect.Hint _, Effect.Memory _, Effect.Lds _, Effect.Image _, Effect.Cache _,
                        Effect.Export _, Effect.Interpolate _ -> null;
            };
        }

        private static int at(Map<Integer, Integer> index, int pc) {
            Integer found = index.get(pc);
            if (found == null) {
                throw new IllegalStateException("no block starts at 0x%04x".formatted(pc));
            }
            return found;
        }
    }
}
