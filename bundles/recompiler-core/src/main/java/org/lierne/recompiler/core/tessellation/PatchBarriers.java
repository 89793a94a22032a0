package org.lierne.recompiler.core.tessellation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lierne.recompiler.ir.Barrier;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.PatchAccess;
import org.lierne.recompiler.ir.PatchAccess.Storage;
import org.lierne.recompiler.pass.PassContext;

/**
 * The control points of a patch are lanes of one wave on the guest, and what one stores the next instruction of another reads. On the
 * host they are invocations that only meet at barriers, which all of them must come to. So a barrier stands before reading what was
 * stored, in blocks that no invocation goes around. Assumed: what is stored on a way that some go around is read there by the same
 * invocation only.
 */
final class PatchBarriers {
    private record Stored(Storage storage, int location) {}

    private final IrModule module;
    private final PassContext context;
    private final Set<Stored> read = new HashSet<>();

    private PatchBarriers(IrModule module, PassContext context) {
        this.module = module;
        this.context = context;
    }

    static void insert(IrModule module, PassContext context) {
        new PatchBarriers(module, context).run();
    }

    private void run() {
        for (IrBlock block : module.blocks()) {
            for (Inst inst : block.instructions()) {
                if (inst instanceof PatchAccess access && access.data() == null && access.storage() != Storage.INPUT) {
                    read.add(new Stored(access.storage(), access.location()));
                }
            }
        }
        boolean isDirty = false;
        List<IrBlock> common = module.blocks().stream().filter(block -> isOnAllWays(block) && !isInLoop(block)).toList();
        Set<IrBlock> seen = new HashSet<>();
        Map<Integer, List<Integer>> predecessors = module.predecessors();
        for (IrBlock block : common) {
            isDirty |= storesBetween(block, seen, predecessors);
            isDirty = place(block, isDirty, common);
            seen.add(block);
        }
        for (IrBlock block : module.blocks()) {
            for (Inst inst : block.instructions()) {
                if (inst instanceof Barrier barrier && !common.contains(block)) {
                    throw context.refuse(barrier.pc(), "a barrier stands where some invocations do not come");
                }
            }
        }
    }

    /** Gives whether something stored in the block's end is not behind a barrier yet. */
    private boolean place(IrBlock block, boolean dirtyBefore, List<IrBlock> common) {
        List<Inst> placed = new ArrayList<>();
        boolean isDirty = dirtyBefore;
        boolean phis = true;
        for (Inst inst : block.instructions()) {
            phis &= inst instanceof org.lierne.recompiler.ir.Phi;
            if (inst instanceof Barrier) {
                continue;
            }
            if (isDirty && !phis && (inst instanceof PatchAccess access && access.data() == null && isShared(access))) {
                placed.add(new Barrier(true, inst.pc()));
                isDirty = false;
            }
            placed.add(inst);
            isDirty |= inst instanceof PatchAccess access && access.data() != null && isShared(access);
        }
        boolean isLastMeeting = block.terminator().targets().stream().anyMatch(target -> !common.contains(module.block(target)));
        if (isDirty && isLastMeeting) {
            placed.add(new Barrier(true, block.terminator().pc()));
            isDirty = false;
        }
        block.setInstructions(placed);
        return isDirty;
    }

    private boolean isShared(PatchAccess access) {
        return read.contains(new Stored(access.storage(), access.location()));
    }

    /** Whether a block that leads to this one, and that not all invocations go through, stores. */
    private boolean storesBetween(IrBlock block, Set<IrBlock> common, Map<Integer, List<Integer>> predecessors) {
        Deque<Integer> open = new ArrayDeque<>(predecessors.getOrDefault(block.id(), List.of()));
        Set<Integer> seen = new HashSet<>();
        while (!open.isEmpty()) {
            IrBlock at = module.block(open.remove());
            if (common.contains(at) || !seen.add(at.id())) {
                continue;
            }
            for (Inst inst : at.instructions()) {
                if (inst instanceof PatchAccess access && access.data() != null && isShared(access)) {
                    return true;
                }
            }
            open.addAll(predecessors.getOrDefault(at.id(), List.of()));
        }
        return false;
    }

    /** Whether no way from the entry to an end leaves the block out. */
    private boolean isOnAllWays(IrBlock block) {
        Deque<IrBlock> open = new ArrayDeque<>(List.of(module.entry()));
        Set<Integer> seen = new HashSet<>();
        while (!open.isEmpty()) {
            IrBlock at = open.remove();
            if (at == block || !seen.add(at.id())) {
                continue;
            }
            if (at.terminator().targets().isEmpty()) {
                return false;
            }
            at.terminator().targets().forEach(target -> open.add(module.block(target)));
        }
        return true;
    }

    private boolean isInLoop(IrBlock block) {
        Deque<Integer> open = new ArrayDeque<>(block.terminator().targets());
        Set<Integer> seen = new HashSet<>();
        while (!open.isEmpty()) {
            int id = open.remove();
            if (id == block.id()) {
                return true;
            }
            if (seen.add(id)) {
                open.addAll(module.block(id).terminator().targets());
            }
        }
        return false;
    }
}
