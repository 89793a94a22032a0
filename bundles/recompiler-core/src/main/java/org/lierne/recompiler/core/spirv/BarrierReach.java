package org.lierne.recompiler.core.spirv;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lierne.recompiler.ir.Barrier;
import org.lierne.recompiler.ir.BufferAccess;
import org.lierne.recompiler.ir.GlobalAccess;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.LdsAccess;
import org.lierne.recompiler.ir.ScalarLoad;

/**
 * Which barriers of a workgroup make what was written to device memory seen: those that a lane may come to with something written, and behind
 * which some lane may look. Elsewhere a fence over device memory would order nothing, and drivers wait there for every access under way.
 */
final class BarrierReach {
    private final IrModule module;
    private final boolean ldsInMemory;
    /** Blocks at whose end something may have been written. */
    private final Set<Integer> written = new HashSet<>();
    /** Blocks from whose beginning on memory may be looked at. */
    private final Set<Integer> touched = new HashSet<>();
    private final Set<Barrier> fences = new HashSet<>();

    /** @param ldsInMemory whether LDS lies in device memory */
    BarrierReach(IrModule module, boolean ldsInMemory) {
        this.module = module;
        this.ldsInMemory = ldsInMemory;
        Map<Integer, List<Integer>> predecessors = module.predecessors();
        for (boolean changed = true; changed; ) {
            changed = false;
            for (IrBlock block : module.blocks()) {
                if (block.instructions().stream().anyMatch(this::writes) || isWritten(predecessors, block)) {
                    changed |= written.add(block.id());
                }
                if (block.instructions().stream().anyMatch(this::touches) || isTouchedBehind(block)) {
                    changed |= touched.add(block.id());
                }
            }
        }
        module.blocks().forEach(block -> findFences(predecessors, block));
    }

    private void findFences(Map<Integer, List<Integer>> predecessors, IrBlock block) {
        List<Inst> instructions = block.instructions();
        boolean before = isWritten(predecessors, block);
        for (int i = 0; i < instructions.size(); i++) {
            before |= writes(instructions.get(i));
            if (instructions.get(i) instanceof Barrier barrier && before
                    && (isTouchedBehind(block) || instructions.subList(i, instructions.size()).stream().anyMatch(this::touches))) {
                fences.add(barrier);
            }
        }
    }

    private boolean isWritten(Map<Integer, List<Integer>> predecessors, IrBlock block) {
        return predecessors.getOrDefault(block.id(), List.of()).stream().anyMatch(written::contains);
    }

    private boolean isTouchedBehind(IrBlock block) {
        return block.terminator().targets().stream().anyMatch(touched::contains);
    }

    private boolean writes(Inst inst) {
        return touches(inst) && inst.hasEffect();
    }

    private boolean touches(Inst inst) {
        return switch (inst) {
            case BufferAccess _, GlobalAccess _, ImageAccess _, ScalarLoad _ -> true;
            case LdsAccess _ -> ldsInMemory;
            default -> false;
        };
    }

    /** Whether a barrier has device memory to order. */
    boolean isFence(Barrier barrier) {
        return fences.contains(barrier);
    }
}
