package org.lierne.recompiler.core.lower;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Phi;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.ir.Wave;
import org.lierne.recompiler.ir.WaveOp;

/**
 * Scalar values that a compiler kept in lanes of a vector register while loops went round that keep others in other lanes: a read that one
 * write alone reaches, on every way, is what that wrote. No way reaches it past the write, so nothing made the written value anew meanwhile.
 */
final class KeptLanes {
    private final int waveSize;
    private final Map<Ssa, Inst> definitions;

    private KeptLanes(IrModule module) {
        this.waveSize = module.waveSize();
        this.definitions = Cleanup.definitions(module);
    }

    /** Puts what was written in place of what is read; whether there was such a read. */
    static boolean settle(IrModule module) {
        KeptLanes kept = new KeptLanes(module);
        Map<Ssa, Value> replacements = new HashMap<>();
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = block.editor(); at.hasNext(); ) {
                if (at.next() instanceof Wave read && read.op() == WaveOp.READ_LANE && read.operands().get(1) instanceof Const lane) {
                    Set<Inst> writes = new HashSet<>();
                    if (kept.find(read.operands().getFirst(), lane, new HashSet<>(), writes) && writes.size() == 1) {
                        replacements.put(read.result(), writes.iterator().next().operands().get(1));
                        at.remove();
                    }
                }
            }
        }
        module.replace(replacements);
        return !replacements.isEmpty();
    }

    /** Finds the writes of a lane that reach a value; false where something else does. */
    private boolean find(Value vector, Const lane, Set<Value> seen, Set<Inst> writes) {
        if (!seen.add(vector)) {
            return true;
        }
        return switch (definition(vector)) {
            case Wave write when write.op() == WaveOp.WRITE_LANE && write.operands().get(2) instanceof Const to -> {
                if (((to.bits() ^ lane.bits()) & waveSize - 1) != 0) {
                    yield find(write.operands().getFirst(), lane, seen, writes);
                }
                writes.add(write);
                yield true;
            }
            case Phi phi -> phi.incoming().stream().allMatch(edge -> find(edge.value(), lane, seen, writes));
            case null, default -> false;
        };
    }

    private @Nullable Inst definition(Value value) {
        return value instanceof Ssa ssa ? definitions.get(ssa) : null;
    }
}
