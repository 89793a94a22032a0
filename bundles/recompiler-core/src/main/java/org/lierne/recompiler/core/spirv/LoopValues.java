package org.lierne.recompiler.core.spirv;

import static org.lierne.recompiler.core.spirv.Spv.Op.OpLoad;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Merge;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.Phi;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.program.ConstantWord;
import org.lierne.recompiler.program.WordSource;

/**
 * Values that are made in a loop and read behind it, kept in variables besides, for a driver that goes on computing them for invocations that
 * have left the loop ({@link EmissionQuirks#LOOP_VALUES}): what these store it leaves out. The variables are arrays whose index the driver
 * cannot know, as it makes others values again.
 */
final class LoopValues {
    /** The blocks of each loop around a value's definition, for values that leave one. */
    private final Map<Ssa, List<BitSet>> loops = new HashMap<>();
    private final Map<Ssa, Integer> variables = new HashMap<>();
    /** Ids of what phis take along an edge from a block, by that block. */
    private final Map<Integer, Map<Ssa, Integer>> carried = new HashMap<>();
    private final Emission emission;
    private int block;

    LoopValues(Emission emission) {
        this.emission = emission;
        if (emission.needs(EmissionQuirks.LOOP_VALUES)) {
            find(emission.ir);
        }
        if (!loops.isEmpty()) {
            emission.acts(EmissionQuirks.LOOP_VALUES, Pc.NONE, "values that leave a loop are kept in variables");
        }
    }

    private void find(IrModule ir) {
        Map<Ssa, List<BitSet>> around = new HashMap<>();
        for (IrBlock head : ir.blocks()) {
            if (head.merge() instanceof Merge.Loop loop) {
                BitSet blocks = blocks(ir, head.id(), loop.merge());
                for (IrBlock each : ir.blocks()) {
                    if (blocks.get(each.id())) {
                        each.instructions().stream().filter(inst -> !(inst instanceof Phi) && inst.result() != null)
                                .forEach(inst -> around.computeIfAbsent(inst.result(), _ -> new ArrayList<>()).add(blocks));
                    }
                }
            }
        }
        for (IrBlock each : ir.blocks()) {
            for (Inst inst : each.instructions()) {
                if (inst instanceof Phi phi) {
                    phi.incoming().forEach(incoming -> carry(around, incoming));
                } else {
                    inst.operands().forEach(operand -> see(around, operand, each.id()));
                }
            }
            Value condition = each.terminator().condition();
            if (condition != null) {
                see(around, condition, each.id());
            }
        }
    }

    private static BitSet blocks(IrModule ir, int head, int merge) {
        BitSet found = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(List.of(head));
        while (!open.isEmpty()) {
            int at = open.remove();
            if (at != merge && !found.get(at)) {
                found.set(at);
                open.addAll(ir.block(at).terminator().targets());
            }
        }
        return found;
    }

    private void carry(Map<Ssa, List<BitSet>> around, Phi.Incoming incoming) {
        if (see(around, incoming.value(), incoming.block())) {
            carried.computeIfAbsent(incoming.block(), _ -> new HashMap<>()).computeIfAbsent((Ssa) incoming.value(), _ -> emission.module.id());
        }
    }

    private boolean see(Map<Ssa, List<BitSet>> around, Value value, int reader) {
        List<BitSet> homes = value instanceof Ssa ssa ? around.getOrDefault(ssa, List.of()) : List.of();
        boolean leaves = homes.stream().anyMatch(blocks -> !blocks.get(reader));
        if (leaves) {
            loops.put((Ssa) value, homes);
        }
        return leaves;
    }

    /** What follows is written into a block. */
    void enter(int number) {
        block = number;
    }

    /** Keeps what an instruction has made, where it leaves a loop. */
    void keep(Inst inst) {
        Ssa result = inst.result();
        if (result != null && loops.containsKey(result)) {
            emission.code.store(place(result), emission.id(result));
        }
    }

    /** Whether a value is read behind a loop it was made in. */
    boolean isBehind(Ssa value) {
        List<BitSet> homes = loops.get(value);
        return homes != null && homes.stream().anyMatch(blocks -> !blocks.get(block));
    }

    int read(Ssa value) {
        return emission.code.load(emission.type(value.type()), place(value));
    }

    /** Reads what phis take along the edges from the block. */
    void carry() {
        carried.getOrDefault(block, Map.of()).forEach((value, id) -> emission.code.effect(OpLoad, emission.type(value.type()), id, place(value)));
    }

    /** What a phi takes along an edge. */
    int carried(Phi.Incoming incoming) {
        Integer id = carried.getOrDefault(incoming.block(), Map.of()).get(incoming.value());
        return id != null ? id : incoming.value() instanceof Ssa ssa ? emission.id(ssa) : emission.value(incoming.value());
    }

    private int place(Ssa value) {
        int type = emission.type(value.type());
        int variable = variables.computeIfAbsent(value, _ -> emission.module.variable(Spv.StorageClass.Private,
                emission.module.typeArray(type, 2)));
        int zero = emission.constant(new ConstantWord.Evaluated(new WordSource.Literal(0)));
        return emission.code.chain(emission.module.typePointer(Spv.StorageClass.Private, type), variable, zero);
    }
}
