package org.lierne.recompiler.core.lift;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.lierne.recompiler.core.flow.ControlFlow;
import org.lierne.recompiler.core.flow.FlowBlock;
import org.lierne.recompiler.core.flow.FlowEnd;
import org.lierne.recompiler.isa.DataType;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Implicit;
import org.lierne.recompiler.isa.Instruction;
import org.lierne.recompiler.isa.Operand;

/**
 * Which branches on "some lane" the wave has to take as one. A guest wave runs a path while one lane wants to, and what scalar
 * registers become there they are for all its lanes; a lane that passed the path by would not know. So where a scalar word changes on
 * such a path and is read behind the place where all lanes meet again, lanes must not go separate ways. Lane masks are left out. That
 * is right where the path only adds bits, as the exits of a loop do, and wrong where it clears the bits of lanes that passed it by, as a
 * comparison does, and the mask is read behind: random programs on 32-lane subgroups show it, no program of the corpus does.
 */
final class ScalarChanges {
    /** Stands beside the numbers of scalar registers. */
    static final int SCC = 128;
    private static final int REGISTERS = 129;

    private final List<FlowBlock> blocks;
    private final MaskKinds kinds;
    private final List<BitSet> reads = new ArrayList<>();
    private final List<BitSet> writes = new ArrayList<>();
    private final List<BitSet> words = new ArrayList<>();
    private final Map<Integer, Candidate> candidates = new TreeMap<>();

    /**
     * A branch behind which registers may have changed for all lanes.
     *
     * @param meeting   the block where its ways meet
     * @param registers scalar registers by number, {@link #SCC} beside them
     * @param path      the blocks between, on the ways that not all lanes take
     * @param ways      the blocks from which one of its ways comes to where they meet, the branch's own included
     */
    record Candidate(int meeting, BitSet registers, BitSet path, BitSet ways) {}

    ScalarChanges(ControlFlow flow, MaskKinds kinds, int waveSize) {
        this.blocks = flow.blocks();
        this.kinds = kinds;
        blocks.forEach(this::summarize);
        if (blocks.stream().noneMatch(block -> skipped(block) >= 0)) {
            return;
        }
        List<BitSet> live = live();
        List<BitSet> behind = behind();
        for (FlowBlock block : blocks) {
            int skip = skipped(block);
            if (skip >= 0) {
                int meeting = meeting(behind, block.index());
                if (meeting >= 0) {
                    note(block, skip, meeting, live.get(meeting), waveSize);
                }
            }
        }
    }

    private void note(FlowBlock branch, int skip, int meeting, BitSet live, int waveSize) {
        BitSet path = path(branch, skip, meeting);
        BitSet changed = new BitSet(REGISTERS);
        path.stream().forEach(block -> changed.or(words.get(block)));
        changed.and(live);
        kinds.enter(meeting);
        BitSet masks = new BitSet(REGISTERS);
        changed.stream().filter(register -> register != SCC && kinds.holdsMask(register, waveSize)).forEach(masks::set);
        changed.andNot(masks);
        if (!changed.isEmpty()) {
            BitSet ways = path(branch, -1, meeting);
            ways.set(branch.index());
            candidates.put(branch.index(), new Candidate(meeting, changed, path, ways));
        }
    }

    /** Branches by their blocks. */
    Map<Integer, Candidate> candidates() {
        return candidates;
    }

    /** Where a lane goes that does not want what the branch asks some lane for; -1 for a block that does not branch so. */
    private static int skipped(FlowBlock block) {
        return block.end() instanceof FlowEnd.Branch branch ? switch (branch.condition()) {
            case EXECZ, VCCZ -> branch.taken();
            case EXECNZ, VCCNZ -> branch.next();
            case SCC0, SCC1, ALWAYS, DEBUG -> -1;
        } : -1;
    }

    private void summarize(FlowBlock block) {
        BitSet read = new BitSet(REGISTERS);
        BitSet written = new BitSet(REGISTERS);
        BitSet word = new BitSet(REGISTERS);
        kinds.enter(block.index());
        for (Decoded inst : block.instructions()) {
            BitSet reading = new BitSet(REGISTERS);
            inst.sources().forEach(operand -> note(inst, operand, reading));
            if (inst.row().is(Instruction.Trait.READS_DESTINATION)) {
                inst.destinations().forEach(operand -> note(inst, operand, reading));
            }
            inst.row().reads().forEach(implicit -> note(inst, implicit, reading));
            reading.andNot(written);
            read.or(reading);
            boolean masks = kinds.worksOnMasks(inst);
            for (Operand operand : inst.destinations()) {
                note(inst, operand, written);
                if (!masks && operand.type() != DataType.MASK) {
                    note(inst, operand, word);
                }
            }
            inst.row().writes().forEach(implicit -> note(inst, implicit, written));
            if (inst.row().writes().contains(Implicit.SCC)) {
                word.set(SCC);
            }
            kinds.pass(inst);
        }
        word.clear(Registers.EXEC, Registers.EXEC + 2);
        word.clear(Registers.NULL);
        reads.add(read);
        writes.add(written);
        words.add(word);
    }

    private static void note(Decoded inst, Operand operand, BitSet into) {
        switch (operand) {
            case Operand.Sgpr sgpr -> into.set(sgpr.index(), Math.min(SCC, sgpr.index() + sgpr.type().dwords(inst.waveSize())));
            case Operand.MemoryOffset offset -> into.set(offset.register());
            case Operand.Vgpr _, Operand.Constant _, Operand.Special _, Operand.Attribute _, Operand.Parameter _, Operand.Target _,
                    Operand.Off _, Operand.VgprList _ -> { }
        }
    }

    private static void note(Decoded inst, Implicit implicit, BitSet into) {
        switch (implicit) {
            case SCC -> into.set(SCC);
            case VCC -> into.set(Registers.VCC, Registers.VCC + inst.waveSize() / 32);
            case M0 -> into.set(Registers.M0);
            case EXEC, MODE, PC -> { }
        }
    }

    /** What is read at a block's start or behind before it is written. */
    private List<BitSet> live() {
        List<BitSet> live = new ArrayList<>();
        reads.forEach(each -> live.add((BitSet) each.clone()));
        for (boolean changed = true; changed; ) {
            changed = false;
            for (FlowBlock block : blocks.reversed()) {
                BitSet through = new BitSet(REGISTERS);
                block.end().targets().forEach(target -> through.or(live.get(target)));
                through.andNot(writes.get(block.index()));
                BitSet here = live.get(block.index());
                int before = here.cardinality();
                here.or(through);
                changed |= here.cardinality() != before;
            }
        }
        return live;
    }

    /** For each block those that every way from it to an end passes, itself included. */
    private List<BitSet> behind() {
        List<BitSet> behind = new ArrayList<>();
        for (FlowBlock block : blocks) {
            BitSet start = new BitSet();
            if (block.end().targets().isEmpty()) {
                start.set(block.index());
            } else {
                start.set(0, blocks.size());
            }
            behind.add(start);
        }
        for (boolean changed = true; changed; ) {
            changed = false;
            for (FlowBlock block : blocks.reversed()) {
                BitSet all = new BitSet();
                List<Integer> targets = block.end().targets();
                for (int i = 0; i < targets.size(); i++) {
                    if (i == 0) {
                        all.or(behind.get(targets.get(i)));
                    } else {
                        all.and(behind.get(targets.get(i)));
                    }
                }
                all.set(block.index());
                changed |= !all.equals(behind.set(block.index(), all));
            }
        }
        return behind;
    }

    /** The first block that all ways from {@code block} pass; -1 for none. */
    private static int meeting(List<BitSet> behind, int block) {
        BitSet all = behind.get(block);
        for (int each = all.nextSetBit(0); each >= 0; each = all.nextSetBit(each + 1)) {
            if (each != block && behind.get(each).cardinality() == all.cardinality() - 1) {
                return each;
            }
        }
        return -1;
    }

    /** The blocks between a branch and where its ways meet, but for the way that starts with {@code skip}. */
    private BitSet path(FlowBlock branch, int skip, int meeting) {
        BitSet seen = new BitSet();
        Deque<Integer> open = new ArrayDeque<>();
        branch.end().targets().stream().filter(target -> target != skip).forEach(open::add);
        while (!open.isEmpty()) {
            int at = open.remove();
            if (at != meeting && !seen.get(at)) {
                seen.set(at);
                open.addAll(blocks.get(at).end().targets());
            }
        }
        return seen;
    }
}
