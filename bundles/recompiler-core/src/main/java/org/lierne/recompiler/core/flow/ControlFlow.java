package org.lierne.recompiler.core.flow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.isa.DecodeRefusal;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Decoder;
import org.lierne.recompiler.isa.Effect;
import org.lierne.recompiler.isa.Operand;
import org.lierne.recompiler.program.LinkedCall;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.TranslationRefused;

/**
 * The basic blocks a program reaches, by rising address, the entry block first; behind them those by which calls through tables are
 * told apart.
 *
 * @param blocks the blocks; indices in {@link FlowEnd} refer to this list
 */
public record ControlFlow(List<FlowBlock> blocks) {
    private static final String SUBVECTOR = "pass.cf.subvector-loop";

    public ControlFlow {
        blocks = List.copyOf(blocks);
    }

    /**
     * Decodes a program.
     *
     * @param addresses finds where jumps and calls through registers go
     * @throws TranslationRefused when a reached instruction does not decode, or control goes where the code does not say
     */
    public static ControlFlow of(ShaderProgram program, JumpAddress addresses) {
        return new Reader(program, addresses, false).read();
    }

    /** The same of a program that may go on in code outside: jumps to addresses that its own code does not make are ends here. */
    static ControlFlow open(ShaderProgram program, JumpAddress addresses) {
        return new Reader(program, addresses, true).read();
    }

    private static final class Reader {
        private final ShaderProgram program;
        private final int[] words;
        private final Decoder decoder;
        private final JumpAddress addresses;
        private final boolean isOpen;
        private final TreeMap<Integer, Decoded> reached = new TreeMap<>();
        private final TreeSet<Integer> leaders = new TreeSet<>();
        /** Leaders that control reaches in another way than from the instruction before. */
        private final TreeSet<Integer> entered = new TreeSet<>();
        /** Where jumps and calls through registers go, by their own place. */
        private final TreeMap<Integer, Integer> throughRegisters = new TreeMap<>();
        /** Where calls go, by their own place. */
        private final TreeMap<Integer, List<Integer>> called = new TreeMap<>();
        /** The first of the blocks that tell calls through a table apart, by the call's place. */
        private final Map<Integer, Integer> chains = new HashMap<>();
        private Calls calls;

        Reader(ShaderProgram program, JumpAddress addresses, boolean isOpen) {
            this.program = program;
            this.addresses = addresses;
            this.isOpen = isOpen;
            this.words = program.words();
            this.decoder = new Decoder(program.waveSize());
            this.calls = new Calls(program, reached, called);
        }

        ControlFlow read() {
            int entry = program.entryDword() * 4;
            Deque<Integer> open = new ArrayDeque<>();
            leader(entry, open);
            while (!open.isEmpty()) {
                follow(open.remove(), open);
            }
            throughRegisters.forEach(this::requireAddress);
            calls = new Calls(program, reached, called);
            List<FlowBlock> blocks = blocks(entry);
            ReturnAddresses.check(blocks, calls);
            return new ControlFlow(blocks);
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
                            case SETPC, SWAPPC, CALL -> {
                                jumpOrCall(inst, flow.kind(), open);
                                return;
                            }
                            case RETURN_FROM_EXCEPTION -> throw refuse(inst, "returns from an exception, which no title does", Calls.PLUGIN);
                            case SUBVECTOR_BEGIN, SUBVECTOR_END -> {
                                requireSubvector(inst);
                                leader(target(inst), open);
                                leaders.add(inst.nextPc());
                            }
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
            entered.add(pc);
            open.add(pc);
        }

        /** A jump through registers whose target is not known yet may be a return; that shows when all calls are known. */
        private void jumpOrCall(Decoded inst, Effect.Flow.Kind kind, Deque<Integer> open) {
            Integer target = kind == Effect.Flow.Kind.CALL ? Integer.valueOf(target(inst)) : throughRegisters(inst);
            if (kind != Effect.Flow.Kind.CALL && target != null) {
                throughRegisters.put(inst.pc(), target);
            }
            if (target != null) {
                leader(target, open);
            }
            if (!isCall(inst, kind)) {
                return;
            }
            LinkedCall linked = program.callAt(inst.pc());
            if (linked != null && target == null) {
                linked.copies().forEach(copy -> leader(copy.pc(), open));
                called.put(inst.pc(), linked.copies().stream().map(LinkedCall.Copy::pc).toList());
                leader(inst.nextPc(), open);
                return;
            }
            if (target == null && isOpen) {
                leader(inst.nextPc(), open);
                return;
            }
            if (target == null) {
                // Rule C-037: a fetch program is called at entry, through a pointer of the user data.
                boolean fetches = kind == Effect.Flow.Kind.SWAPPC && TableCalls.fetches(program);
                throw fetches ? refuse(inst, "calls a fetch program, and nothing tells what that fetches", FlowModes.FETCH_PROGRAM.id())
                        : refuse(inst, "calls an address that its code does not make out of constants", Calls.PLUGIN);
            }
            if (target < 0 || target >= 4 * words.length || target % 4 != 0) {
                throw refuse(inst, "calls 0x%04x, which is no place of the program's %d dwords".formatted(target, words.length), Calls.PLUGIN);
            }
            called.put(inst.pc(), List.of(target));
            leader(inst.nextPc(), open);
        }

        /** Rule C-034: a swap that keeps no return address is a jump. */
        private static boolean isCall(Decoded inst, Effect.Flow.Kind kind) {
            return kind == Effect.Flow.Kind.CALL || kind == Effect.Flow.Kind.SWAPPC
                    && !(inst.destination(0) instanceof Operand.Sgpr sgpr && sgpr.index() == Operand.Sgpr.NULL);
        }

        /** Where a jump through registers goes; null when the code before it does not say. */
        private @Nullable Integer throughRegisters(Decoded inst) {
            if (!(inst.source(0) instanceof Operand.Sgpr pair)) {
                return null;
            }
            Integer start = entered.floor(inst.pc());
            Long address = addresses.after(List.copyOf(reached.subMap(start == null ? 0 : start, inst.pc()).values()), pair.index());
            return address == null ? null : (int) (address - program.codeAddress());
        }

        /** Code that was reached later may jump between the instructions that make the address. */
        private void requireAddress(int pc, int target) {
            Decoded inst = reached.get(pc);
            if (inst != null && !Integer.valueOf(target).equals(throughRegisters(inst))) {
                throw refuse(inst, "goes to 0x%04x only if nothing jumps behind 0x%04x".formatted(target, entered.floor(pc)),
                        Calls.PLUGIN);
            }
        }

        /** Rule A-011. */
        private void requireSubvector(Decoded inst) {
            if (program.waveSize() != 64) {
                throw refuse(inst, "loops over the halves of a wave that has one half", SUBVECTOR);
            }
            if (!(inst.destination(0) instanceof Operand.Sgpr sgpr) || sgpr.index() >= Operand.Sgpr.VCC_LO) {
                throw refuse(inst, "keeps the other half's mask in " + inst.destination(0) + ", which is no general scalar register",
                        SUBVECTOR);
            }
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
            return refuse(inst, reason, null);
        }

        private TranslationRefused refuse(Decoded inst, String reason, @Nullable String plugin) {
            return new TranslationRefused(program.stage(), program.id(), inst.pc(), inst.toString(), reason, plugin);
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
            int next = starts.size();
            for (LinkedCall call : program.calls()) {
                chains.put(call.pc(), next);
                next += call.copies().size() + 1;
            }
            for (int i = 0; i < starts.size(); i++) {
                blocks.add(block(i, starts.get(i), index));
            }
            program.calls().forEach(call -> chain(call, index, blocks));
            return blocks;
        }

        /** Compares the address with each that is linked; the last block is for those that are not. */
        private void chain(LinkedCall call, Map<Integer, Integer> index, List<FlowBlock> blocks) {
            Decoded inst = reached.get(call.pc());
            for (LinkedCall.Copy copy : call.copies()) {
                int number = blocks.size();
                FlowEnd end = inst == null ? new FlowEnd.End()
                        : new FlowEnd.Match(call.pc(), copy.address(), at(index, inst, copy.pc()), number + 1);
                blocks.add(new FlowBlock(number, call.pc(), List.of(), end));
            }
            int after = call.stops() || inst == null ? -1 : at(index, inst, inst.nextPc());
            blocks.add(new FlowBlock(blocks.size(), call.pc(), List.of(), new FlowEnd.Unlinked(call.pc(), after)));
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
                calls.check(inst, pc);
                Integer next = index.get(pc);
                if (next != null) {
                    return new FlowBlock(number, start, instructions, new FlowEnd.Jump(next));
                }
            }
        }

        private @Nullable FlowEnd end(Decoded inst, Map<Integer, Integer> index) {
            return switch (inst.row().effect()) {
                case Effect.Branch branch -> switch (branch.condition()) {
                    case ALWAYS -> new FlowEnd.Jump(at(index, inst, target(inst)));
                    case DEBUG -> null;
                    case SCC0, SCC1, VCCZ, VCCNZ, EXECZ, EXECNZ -> {
                        int taken = at(index, inst, target(inst));
                        int next = at(index, inst, inst.nextPc());
                        yield taken == next ? new FlowEnd.Jump(next) : new FlowEnd.Branch(branch.condition(), taken, next);
                    }
                };
                case Effect.Flow flow -> switch (flow.kind()) {
                    case END, SET_KILL -> new FlowEnd.End();
                    case SETPC, SWAPPC, CALL -> {
                        Integer chain = chains.get(inst.pc());
                        if (chain != null) {
                            yield new FlowEnd.Jump(chain);
                        }
                        Integer destination = destination(inst);
                        if (destination == null && !isOpen) {
                            throw refuse(inst, "jumps to an address in registers, which is not linked to any code", Calls.PLUGIN);
                        }
                        if (destination == null && flow.kind() == Effect.Flow.Kind.SWAPPC) {
                            yield new FlowEnd.Jump(at(index, inst, inst.nextPc()));
                        }
                        yield destination == null ? new FlowEnd.End() : new FlowEnd.Jump(at(index, inst, destination));
                    }
                    case SUBVECTOR_BEGIN, SUBVECTOR_END ->
                            new FlowEnd.Subvector(at(index, inst, target(inst)), at(index, inst, inst.nextPc()));
                    case SET_HALT, BARRIER, TRAP, MESSAGE, GETPC, RETURN_FROM_EXCEPTION, GETREG, SETREG, SETREG_LITERAL, ROUND_MODE,
                            DENORM_MODE, CLEAR_EXCEPTIONS, WAVE_ID, TIME, REAL_TIME, ILLEGAL -> null;
                };
                case Effect.Alu _, Effect.Hint _, Effect.Memory _, Effect.Lds _, Effect.Image _, Effect.Cache _, Effect.Export _,
                        Effect.Interpolate _ -> null;
            };
        }

        /** Where a jump, call or return through registers goes; null when nothing tells. */
        private @Nullable Integer destination(Decoded inst) {
            Calls.Call returning = calls.returningAt(inst.pc());
            if (returning != null) {
                return returning.site().nextPc();
            }
            Calls.Call call = calls.at(inst.pc());
            return call != null ? Integer.valueOf(call.target()) : throughRegisters.get(inst.pc());
        }

        private int at(Map<Integer, Integer> index, Decoded from, int pc) {
            Integer found = index.get(pc);
            if (found == null) {
                throw new IllegalStateException("no block starts at 0x%04x".formatted(pc));
            }
            calls.check(from, pc);
            return found;
        }
    }
}
