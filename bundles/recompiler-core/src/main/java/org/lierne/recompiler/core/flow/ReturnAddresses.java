package org.lierne.recompiler.core.flow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Encoding;
import org.lierne.recompiler.isa.Instruction;
import org.lierne.recompiler.isa.Operand;

/**
 * Follows return addresses through the scalar registers (rules C-043, C-034): for each register, which calls' addresses it may hold.
 * A register that a call writes holds its address until an instruction is known to replace that register. Nothing but the return may
 * read one; comparisons may, since all they give is SCC.
 */
final class ReturnAddresses {
    private static final int REGISTERS = 106;

    private final List<FlowBlock> blocks;
    private final Calls calls;
    /** Calling instructions. */
    private final List<Decoded> all;
    /** Bit of what is no return address. */
    private final int other;
    private final List<List<BitSet>> atStart = new ArrayList<>();

    private ReturnAddresses(List<FlowBlock> blocks, Calls calls) {
        this.blocks = blocks;
        this.calls = calls;
        this.all = calls.all().stream().map(Calls.Call::site).distinct().toList();
        this.other = all.size();
        blocks.forEach(_ -> atStart.add(new ArrayList<>()));
    }

    /** @throws org.lierne.recompiler.program.TranslationRefused when one escapes, or a return may read something else */
    static void check(List<FlowBlock> blocks, Calls calls) {
        if (!calls.isEmpty()) {
            new ReturnAddresses(blocks, calls).run();
        }
    }

    private void run() {
        Deque<Integer> open = new ArrayDeque<>(List.of(0));
        for (int i = 0; i < REGISTERS; i++) {
            BitSet nothing = new BitSet();
            nothing.set(other);
            atStart.getFirst().add(nothing);
        }
        while (!open.isEmpty()) {
            FlowBlock block = blocks.get(open.remove());
            List<BitSet> state = copy(atStart.get(block.index()));
            block.instructions().forEach(inst -> pass(inst, state));
            for (int target : block.end().targets()) {
                if (merge(atStart.get(target), state)) {
                    open.add(target);
                }
            }
        }
        for (FlowBlock block : blocks) {
            List<BitSet> state = copy(atStart.get(block.index()));
            for (Decoded inst : block.instructions()) {
                if (!state.isEmpty()) {
                    check(inst, state);
                    pass(inst, state);
                }
            }
        }
    }

    private static List<BitSet> copy(List<BitSet> state) {
        List<BitSet> copy = new ArrayList<>(state.size());
        state.forEach(each -> copy.add((BitSet) each.clone()));
        return copy;
    }

    private static boolean merge(List<BitSet> into, List<BitSet> state) {
        if (into.isEmpty()) {
            into.addAll(copy(state));
            return true;
        }
        boolean changed = false;
        for (int i = 0; i < REGISTERS; i++) {
            int before = into.get(i).cardinality();
            into.get(i).or(state.get(i));
            changed |= into.get(i).cardinality() != before;
        }
        return changed;
    }

    private void check(Decoded inst, List<BitSet> state) {
        Calls.Call returning = calls.returningAt(inst.pc());
        if (returning != null) {
            for (int i = returning.pair(); i < returning.pair() + 2; i++) {
                BitSet held = state.get(i);
                if (held.cardinality() != 1 || !held.get(all.indexOf(returning.site()))) {
                    throw calls.refuse(inst, "returns through s%d, which may hold something else than the return address of the call at 0x%04x"
                            .formatted(i, returning.site().pc()));
                }
            }
            return;
        }
        if (inst.row().encoding() == Encoding.SOPC) {
            return;
        }
        for (Operand operand : inst.sources()) {
            read(inst, operand, state);
        }
        if (inst.row().is(Instruction.Trait.READS_DESTINATION)) {
            inst.destinations().forEach(operand -> read(inst, operand, state));
        }
    }

    private void read(Decoded inst, Operand operand, List<BitSet> state) {
        switch (operand) {
            case Operand.Sgpr sgpr -> read(inst, sgpr.index(), sgpr.type().dwords(inst.waveSize()), state);
            case Operand.MemoryOffset offset -> read(inst, offset.register(), 1, state);
            case Operand.Vgpr _, Operand.Constant _, Operand.Special _, Operand.Attribute _, Operand.Parameter _, Operand.Target _,
                    Operand.Off _, Operand.VgprList _ -> { }
        }
    }

    private void read(Decoded inst, int first, int count, List<BitSet> state) {
        for (int i = first; i < first + count && i < REGISTERS; i++) {
            int call = state.get(i).nextSetBit(0);
            if (call < other) {
                throw calls.refuse(inst, "reads s%d, which may hold the return address of the call at 0x%04x"
                        .formatted(i, all.get(call).pc()));
            }
        }
    }

    private void pass(Decoded inst, List<BitSet> state) {
        Calls.Call call = calls.at(inst.pc());
        if (call != null) {
            set(state, call.pair(), 2, all.indexOf(call.site()));
            return;
        }
        if (Calls.isRelative(inst)) {
            // Nobody knows which register that replaces.
            return;
        }
        for (Operand operand : inst.destinations()) {
            if (operand instanceof Operand.Sgpr sgpr) {
                set(state, sgpr.index(), sgpr.type().dwords(inst.waveSize()), other);
            }
        }
    }

    private static void set(List<BitSet> state, int first, int count, int what) {
        for (int i = first; i < first + count && i < REGISTERS; i++) {
            state.get(i).clear();
            state.get(i).set(what);
        }
    }
}
