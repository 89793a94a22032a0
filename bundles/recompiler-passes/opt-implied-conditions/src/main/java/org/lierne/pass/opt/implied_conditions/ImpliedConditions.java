package org.lierne.pass.opt.implied_conditions;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Dominators;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Phi;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Terminator;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.osgi.service.component.annotations.Component;

/** Replaces a condition by its outcome wherever only one way of its branch leads. */
@Component(service = TranslationPass.class)
@PassSpec(id = "pass.opt.implied-conditions", needs = {Invariant.SSA, Invariant.MASKS_LOWERED}, before = {"pass.cf.structurizer",
    "stage.pixel.end"})
public final class ImpliedConditions implements TranslationPass {
    private static final int ROUNDS = 4;

    @Override
    public boolean run(IrModule module, PassContext context) {
        return imply(module);
    }

    static boolean imply(IrModule module) {
        boolean any = false;
        for (int round = 0; round < ROUNDS; round++) {
            boolean changed = once(module);
            changed |= Cleanup.fold(module);
            any |= changed;
            if (!changed) {
                break;
            }
        }
        Cleanup.removeDead(module);
        Cleanup.joinBlocks(module);
        return any;
    }

    private static boolean once(IrModule module) {
        Map<Ssa, Inst> definitions = Cleanup.definitions(module);
        Map<Integer, List<Integer>> predecessors = module.predecessors();
        Dominators dominators = Dominators.of(module);
        Map<Integer, Map<Ssa, Const>> known = new HashMap<>();
        boolean changed = false;
        for (int id : dominators.reversePostorder()) {
            IrBlock block = module.block(id);
            Map<Ssa, Const> here = new HashMap<>(id == module.entry().id() ? Map.of()
                    : known.getOrDefault(dominators.immediate(id), Map.of()));
            List<Integer> before = predecessors.getOrDefault(id, List.of());
            if (before.size() == 1) {
                learn(module.block(before.getFirst()), id, definitions, here);
            }
            known.put(id, here);
            changed |= rewrite(block, here);
        }
        Masks masks = new Masks(module, dominators);
        for (int id : dominators.reversePostorder()) {
            changed |= rewritePhis(module, module.block(id), known, definitions, masks);
        }
        return changed;
    }

    /** What the edge from {@code from} to {@code to} says. */
    private static void learn(IrBlock from, int to, Map<Ssa, Inst> definitions, Map<Ssa, Const> facts) {
        if (from.terminator() instanceof Terminator.Branch branch && branch.whenTrue() != branch.whenFalse()) {
            learn(branch.condition(), branch.whenTrue() == to, definitions, facts);
        }
    }

    private static void learn(Value condition, boolean holds, Map<Ssa, Inst> definitions, Map<Ssa, Const> facts) {
        if (!(condition instanceof Ssa ssa)) {
            return;
        }
        facts.put(ssa, Const.b1(holds));
        if (definitions.get(ssa) instanceof Alu alu) {
            if (alu.op() == AluOp.NOT) {
                learn(alu.operand(0), !holds, definitions, facts);
            } else if (alu.op() == (holds ? AluOp.AND : AluOp.OR)) {
                learn(alu.operand(0), holds, definitions, facts);
                learn(alu.operand(1), holds, definitions, facts);
            }
        }
    }

    private static boolean rewrite(IrBlock block, Map<Ssa, Const> facts) {
        if (facts.isEmpty()) {
            return false;
        }
        boolean changed = false;
        for (IrBlock.Editor at = block.editor(); at.hasNext(); ) {
            Inst inst = at.next();
            if (inst instanceof Phi || inst.operands().stream().noneMatch(facts::containsKey)) {
                continue;
            }
            at.set(inst.withOperands(inst.operands().stream().map(each -> known(each, facts)).toList()));
            changed = true;
        }
        if (block.terminator() instanceof Terminator.Branch branch && facts.containsKey(branch.condition())) {
            block.terminate(branch.on(known(branch.condition(), facts)));
            changed = true;
        }
        return changed;
    }

    private static Value known(Value value, Map<Ssa, Const> facts) {
        Const outcome = value instanceof Ssa ssa ? facts.get(ssa) : null;
        return outcome == null ? value : outcome;
    }

    private static boolean rewritePhis(IrModule module, IrBlock block, Map<Integer, Map<Ssa, Const>> known,
            Map<Ssa, Inst> definitions, Masks masks) {
        boolean changed = false;
        for (IrBlock.Editor at = block.editor(); at.hasNext(); ) {
            if (!(at.next() instanceof Phi phi)) {
                return changed;
            }
            List<Phi.Incoming> incoming = phi.incoming().stream().map(edge -> {
                Map<Ssa, Const> facts = new HashMap<>(known.getOrDefault(edge.block(), Map.of()));
                learn(module.block(edge.block()), block.id(), definitions, facts);
                return new Phi.Incoming(edge.block(), masks.hide(phi, block, facts) ? Const.FALSE : known(edge.value(), facts));
            }).toList();
            if (!incoming.equals(phi.incoming())) {
                at.set(new Phi(phi.result(), incoming, phi.pc()));
                changed = true;
            }
        }
        return changed;
    }
}
