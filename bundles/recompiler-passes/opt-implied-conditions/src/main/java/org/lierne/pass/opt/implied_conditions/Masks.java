package org.lierne.pass.opt.implied_conditions;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Dominators;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Phi;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;

/**
 * The truths that phis of truths are only ever seen under: where each reader asks for a phi <em>and</em> something that is false on an
 * edge, nobody sees what comes along that edge. A guest's lane masks are full of this: bits of lanes that are not active hold anything.
 */
final class Masks {
    private final Dominators dominators;
    private final Map<Ssa, Integer> homes = new HashMap<>();
    /** What each phi is asked with; no entry where it is read in another way, or not at all. */
    private final Map<Ssa, List<Value>> asked = new HashMap<>();

    Masks(IrModule module, Dominators dominators) {
        this.dominators = dominators;
        for (IrBlock block : module.blocks()) {
            for (Inst inst : block.instructions()) {
                if (inst.result() instanceof Ssa ssa && ssa.type() == ScalarType.B1) {
                    homes.put(ssa, block.id());
                }
                if (inst instanceof Phi phi && phi.result().type() == ScalarType.B1) {
                    asked.put(phi.result(), new ArrayList<>());
                }
            }
        }
        for (IrBlock block : module.blocks()) {
            block.instructions().forEach(this::note);
            if (block.terminator().condition() instanceof Ssa ssa) {
                asked.remove(ssa);
            }
        }
        asked.values().removeIf(List::isEmpty);
    }

    private void note(Inst inst) {
        List<Value> operands = inst.operands();
        boolean both = inst instanceof Alu alu && alu.op() == AluOp.AND;
        for (int i = 0; i < operands.size(); i++) {
            if (operands.get(i) instanceof Ssa ssa) {
                Value other = both ? operands.get(1 - i) : null;
                asked.computeIfPresent(ssa, (_, others) -> with(others, other));
            }
        }
    }

    private static @Nullable List<Value> with(List<Value> others, @Nullable Value other) {
        if (other == null) {
            return null;
        }
        others.add(other);
        return others;
    }

    /**
     * Whether nobody sees what comes to a phi along an edge on which {@code facts} hold. The other truth has to be the same one when it
     * is asked, so it must be computed before every way to the phi.
     */
    boolean hide(Phi phi, IrBlock block, Map<Ssa, Const> facts) {
        List<Value> others = asked.get(phi.result());
        return others != null && others.stream().allMatch(other -> other instanceof Ssa ssa
                && Const.FALSE.equals(facts.get(ssa)) && isBefore(homes.get(ssa), block.id()));
    }

    private boolean isBefore(@Nullable Integer home, int block) {
        return home != null && home != block && dominators.dominates(home, block);
    }
}
