package org.lierne.pass.cf.structurizer;

import java.util.List;
import java.util.Map;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Terminator;

/** Gives every way to an empty ending an ending of its own, so that early returns join nothing. */
final class Returns {
    private Returns() {
    }

    static void separate(IrModule module) {
        Map<Integer, List<Integer>> predecessors = module.predecessors();
        for (IrBlock block : module.blocks()) {
            List<Integer> before = predecessors.getOrDefault(block.id(), List.of());
            if (before.size() < 2 || !block.instructions().isEmpty() || !block.terminator().targets().isEmpty()) {
                continue;
            }
            for (int from : before.subList(1, before.size())) {
                IrBlock copy = module.newBlock();
                copy.terminate(block.terminator());
                IrBlock predecessor = module.block(from);
                Terminator end = predecessor.terminator();
                predecessor.terminate(end.retarget(block.id(), copy.id()));
            }
        }
    }
}
