package org.lierne.recompiler.ir;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tidying that many passes need after they have done their work: folding, dead instructions, unreachable and joinable blocks. */
public final class Cleanup {
    private Cleanup() {
    }

    /**
     * Replaces what {@link Folding} knows, branches on constants included while the module is not structured, until nothing
     * changes.
     *
     * @return whether anything did
     */
    public static boolean fold(IrModule module) {
        boolean any = false;
        boolean structured = module.blocks().stream().anyMatch(block -> !(block.merge() instanceof Merge.None));
        for (Folded folded = Folded.SOME_BEFORE; folded == Folded.SOME_BEFORE; ) {
            folded = foldOnce(module);
            if (!structured && foldBranches(module)) {
                folded = Folded.SOME_BEFORE;
            }
            any |= folded != Folded.NONE;
        }
        return any;
    }

    /** What one walk over a module has folded. */
    private enum Folded {
        NONE,
        SOME,
        /** Something that was read by instructions which the walk had left behind already. */
        SOME_BEFORE
    }

    private static Folded foldOnce(IrModule module) {
        Map<Ssa, Inst> definitions = definitions(module);
        Folding folding = new Folding(module, definitions::get);
        Map<Ssa, Value> replacements = new HashMap<>();
        boolean changed = false;
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = block.editor(); at.hasNext(); ) {
                Inst inst = resolved(at.next(), replacements);
                Inst plain = withoutKnownGuard(inst);
                if (plain == null) {
                    at.remove();
                    changed = true;
                    continue;
                }
                at.set(plain);
                Ssa result = plain.result();
                if (result == null) {
                    continue;
                }
                definitions.put(result, plain);
                Value folded = folding.fold(plain);
                if (folded != null && !folded.equals(result)) {
                    replacements.put(result, follow(folded, replacements));
                    at.remove();
                }
            }
        }
        boolean before = module.substitute(replacements);
        return before ? Folded.SOME_BEFORE : changed || !replacements.isEmpty() ? Folded.SOME : Folded.NONE;
    }

    private static Value follow(Value value, Map<Ssa, Value> replacements) {
        Value at = value;
        while (at instanceof Ssa ssa && replacements.containsKey(ssa)) {
            at = replacements.get(ssa);
        }
        return at;
    }

    private static Inst resolved(Inst inst, Map<Ssa, Value> replacements) {
        List<Value> operands = inst.operands();
        boolean touched = false;
        for (Value operand : operands) {
            touched |= operand instanceof Ssa ssa && replacements.containsKey(ssa);
        }
        return touched ? inst.withOperands(operands.stream().map(each -> follow(each, replacements)).toList()) : inst;
    }

    /** The instruction without a guard that is known, null when its guard keeps it from ever acting. */
    private static @Nullable Inst withoutKnownGuard(Inst inst) {
        return switch (inst) {
            case BufferAccess access when access.guard() instanceof Const guard ->
                    guard.bits() != 0 ? access.unguarded() : access.result() == null ? null : access;
            case GlobalAccess access when access.guard() instanceof Const guard ->
                    guard.bits() != 0 ? access.unguarded() : access.result() == null ? null : access;
            case LdsAccess access when access.guard() instanceof Const guard ->
                    guard.bits() != 0 ? access.unguarded() : access.result() == null ? null : access;
            case ImageAccess access when access.guard() instanceof Const guard ->
                    guard.bits() != 0 ? access.unguarded() : access.result() == null ? null : access;
            case PatchAccess access when access.guard() instanceof Const guard ->
                    guard.bits() != 0 ? access.unguarded() : access.result() == null ? null : access;
            case Export export when export.guard() instanceof Const guard && guard.bits() != 0 -> export.unguarded();
            default -> inst;
        };
    }

    private static boolean foldBranches(IrModule module) {
        boolean changed = false;
        Map<Ssa, Inst> definitions = definitions(module);
        for (IrBlock block : module.blocks()) {
            if (!(block.terminator() instanceof Terminator.Branch branch)) {
                continue;
            }
            if (branch.whenTrue() == branch.whenFalse()) {
                block.terminate(new Terminator.Jump(branch.whenTrue(), branch.pc()));
                changed = true;
            } else if (branch.condition() instanceof Const known) {
                int kept = known.bits() != 0 ? branch.whenTrue() : branch.whenFalse();
                int lost = known.bits() != 0 ? branch.whenFalse() : branch.whenTrue();
                dropEdge(module.block(lost), block.id());
                block.terminate(new Terminator.Jump(kept, branch.pc()));
                changed = true;
            } else if (branch.condition() instanceof Ssa ssa && definitions.get(ssa) instanceof Alu alu
                    && alu.op() == AluOp.NOT) {
                block.terminate(new Terminator.Branch(alu.operand(0), branch.whenFalse(), branch.whenTrue(), branch.pc()));
                changed = true;
            }
        }
        return removeUnreachable(module) | changed;
    }

    private static void dropEdge(IrBlock block, int from) {
        for (IrBlock.Editor at = block.editor(); at.hasNext(); ) {
            if (!(at.next() instanceof Phi phi)) {
                return;
            }
            at.set(new Phi(phi.result(), phi.incoming().stream().filter(edge -> edge.block() != from).toList(), phi.pc()));
        }
    }

    /** Takes out blocks that nothing leads to, and their edges into phis. */
    public static boolean removeUnreachable(IrModule module) {
        Set<Integer> reached = new HashSet<>();
        Deque<Integer> open = new ArrayDeque<>();
        open.add(module.entry().id());
        while (!open.isEmpty()) {
            int id = open.remove();
            if (reached.add(id)) {
                open.addAll(module.block(id).terminator().targets());
            }
        }
        List<IrBlock> kept = new ArrayList<>();
        for (IrBlock block : module.blocks()) {
            if (reached.contains(block.id())) {
                kept.add(block);
            } else {
                for (int target : block.terminator().targets()) {
                    if (reached.contains(target)) {
                        dropEdge(module.block(target), block.id());
                    }
                }
            }
        }
        if (kept.size() == module.blocks().size()) {
            return false;
        }
        module.order(kept);
        return true;
    }

    /** Takes out instructions without effect whose results nobody reads. */
    public static boolean removeDead(IrModule module) {
        Map<Ssa, Inst> definitions = definitions(module);
        BitSet live = new BitSet(module.valueLimit());
        Deque<Inst> open = new ArrayDeque<>();
        for (IrBlock block : module.blocks()) {
            for (Inst inst : block.instructions()) {
                if (inst.hasEffect()) {
                    open.add(inst);
                }
            }
            Value condition = block.terminator().condition();
            if (condition instanceof Ssa ssa && add(live, ssa)) {
                Inst definition = definitions.get(ssa);
                if (definition != null) {
                    open.add(definition);
                }
            }
        }
        while (!open.isEmpty()) {
            for (Value operand : open.remove().operands()) {
                if (operand instanceof Ssa ssa && add(live, ssa)) {
                    Inst definition = definitions.get(ssa);
                    if (definition != null && !definition.hasEffect()) {
                        open.add(definition);
                    }
                }
            }
        }
        boolean changed = false;
        for (IrBlock block : module.blocks()) {
            for (IrBlock.Editor at = block.editor(); at.hasNext(); ) {
                Inst inst = at.next();
                Ssa result = inst.result();
                if (!inst.hasEffect() && result != null && !live.get(result.id())) {
                    at.remove();
                    changed = true;
                }
            }
        }
        return changed;
    }

    private static boolean add(BitSet values, Ssa value) {
        boolean isNew = !values.get(value.id());
        values.set(value.id());
        return isNew;
    }

    /** Appends to a block the one that only it leads to, as long as neither is part of a construct's frame. */
    public static boolean joinBlocks(IrModule module) {
        Set<Integer> frame = new HashSet<>();
        for (IrBlock block : module.blocks()) {
            switch (block.merge()) {
                case Merge.None _ -> { }
                case Merge.Selection selection -> frame.add(selection.merge());
                case Merge.Loop loop -> {
                    frame.add(loop.merge());
                    frame.add(loop.continueTarget());
                    frame.add(block.id());
                }
            }
        }
        Map<Integer, List<Integer>> predecessors = module.predecessors();
        Set<Integer> gone = new HashSet<>();
        Map<Ssa, Value> replacements = new HashMap<>();
        for (IrBlock block : module.blocks()) {
            if (gone.contains(block.id())) {
                continue;
            }
            while (block.merge() instanceof Merge.None && block.terminator() instanceof Terminator.Jump jump
                    && jump.target() != block.id() && !frame.contains(jump.target())
                    && predecessors.getOrDefault(jump.target(), List.of()).size() == 1 && !isContinue(module, block.id())) {
                IrBlock next = module.block(jump.target());
                for (Inst inst : next.instructions()) {
                    if (inst instanceof Phi phi) {
                        replacements.put(phi.result(), phi.incoming().getFirst().value());
                    } else {
                        block.add(inst);
                    }
                }
                block.terminate(next.terminator());
                block.setMerge(next.merge());
                for (int target : next.terminator().targets()) {
                    renameEdge(module.block(target), next.id(), block.id());
                    predecessors.put(target, predecessors.getOrDefault(target, List.of()).stream()
                            .map(each -> each == next.id() ? block.id() : each).toList());
                }
                gone.add(next.id());
            }
        }
        if (gone.isEmpty()) {
            return false;
        }
        module.order(module.blocks().stream().filter(block -> !gone.contains(block.id())).toList());
        module.replace(replacements);
        return true;
    }

    private static boolean isContinue(IrModule module, int block) {
        return module.blocks().stream().anyMatch(
                each -> each.merge() instanceof Merge.Loop loop && loop.continueTarget() == block);
    }

    private static void renameEdge(IrBlock block, int from, int to) {
        for (IrBlock.Editor at = block.editor(); at.hasNext(); ) {
            if (!(at.next() instanceof Phi phi)) {
                return;
            }
            at.set(phi.withPredecessor(from, to));
        }
    }

    /** The instruction that defines each value. */
    public static Map<Ssa, Inst> definitions(IrModule module) {
        Map<Ssa, Inst> definitions = new Definitions(module.valueLimit());
        for (IrBlock block : module.blocks()) {
            for (Inst inst : block.instructions()) {
                Ssa result = inst.result();
                if (result != null) {
                    definitions.put(result, inst);
                }
            }
        }
        return definitions;
    }
}
