package org.lierne.pass.ir.masked_select;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.BufferAccess;
import org.lierne.recompiler.ir.Construct;
import org.lierne.recompiler.ir.Export;
import org.lierne.recompiler.ir.Extract;
import org.lierne.recompiler.ir.GlobalAccess;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.LdsAccess;
import org.lierne.recompiler.ir.PatchAccess;
import org.lierne.recompiler.ir.Phi;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Terminator;
import org.lierne.recompiler.ir.Value;

/** Follows a value to everything that is made of it, to see in which lanes that is looked at. */
final class Observers {
    private record Use(Inst inst, int block) {}

    private final Masks masks;
    private final Map<Ssa, List<Use>> uses = new HashMap<>();
    private final Map<Ssa, Integer> blocks = new HashMap<>();
    private final Set<Ssa> decidingBranches = new HashSet<>();

    Observers(IrModule module, Masks masks) {
        this.masks = masks;
        for (IrBlock block : module.blocks()) {
            for (Inst inst : block.instructions()) {
                for (Value operand : new HashSet<>(inst.operands())) {
                    if (operand instanceof Ssa ssa) {
                        uses.computeIfAbsent(ssa, _ -> new ArrayList<>()).add(new Use(inst, block.id()));
                    }
                }
                if (inst.result() != null) {
                    blocks.put(inst.result(), block.id());
                }
            }
            if (block.terminator() instanceof Terminator.Branch branch && branch.condition() instanceof Ssa ssa) {
                decidingBranches.add(ssa);
            }
        }
    }

    /**
     * Whether nobody looks at an instruction's result in a lane that is not in the mask. A mask that a loop makes anew holds for the block of
     * the instruction alone.
     */
    boolean stayWithin(Inst inst, Value mask) {
        Ssa result = inst.result();
        int within = masks.isLoopLocal(mask) && result != null ? blocks.getOrDefault(result, -1) : -1;
        return result == null || stayWithin(result, mask, within, new HashSet<>());
    }

    /** @param within the one block that uses may stand in; -1 for any */
    private boolean stayWithin(Ssa value, Value mask, int within, Set<Ssa> seen) {
        if (!seen.add(value)) {
            return true;
        }
        if (decidingBranches.contains(value)) {
            return false;
        }
        for (Use use : uses.getOrDefault(value, List.of())) {
            if (within >= 0 && (use.block != within || use.inst instanceof Phi) || !stays(use.inst, value, mask, within, seen)) {
                return false;
            }
        }
        return true;
    }

    private boolean stays(Inst user, Ssa value, Value mask, int within, Set<Ssa> seen) {
        Value guard = guard(user);
        if (guard != null) {
            return !guard.equals(value) && masks.implies(guard, mask);
        }
        if (user instanceof Alu alu && alu.op() == AluOp.SELECT && !alu.operand(0).equals(value) && !alu.operand(2).equals(value)
                && masks.implies(alu.operand(0), mask)) {
            return true;
        }
        return switch (user) {
            case Alu alu -> stayWithin(alu.result(), mask, within, seen);
            case Extract part -> stayWithin(part.result(), mask, within, seen);
            case Construct whole -> stayWithin(whole.result(), mask, within, seen);
            case Phi phi -> stayWithin(phi.result(), mask, within, seen);
            default -> false;
        };
    }

    private static @Nullable Value guard(Inst inst) {
        return switch (inst) {
            case BufferAccess access -> access.guard();
            case GlobalAccess access -> access.guard();
            case LdsAccess access -> access.guard();
            case ImageAccess access -> access.guard();
            case PatchAccess access -> access.guard();
            case Export export -> export.guard();
            default -> null;
        };
    }
}
