package org.lierne.recompiler.core.spirv;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Phi;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;

/** What becomes of a float: whether integer arithmetic looks at its bits, whether it is compared alone. The users are collected when somebody first asks. */
final class BitUses {
    private final IrModule ir;
    private @Nullable Map<Ssa, List<Inst>> users;

    BitUses(IrModule ir) {
        this.ir = ir;
    }

    /** Whether the value reaches an integer operation through bit casts, selections and phis. */
    boolean reachIntegers(Ssa value) {
        Map<Ssa, List<Inst>> known = users();
        Set<Ssa> seen = new HashSet<>();
        Deque<Ssa> open = new ArrayDeque<>(List.of(value));
        while (!open.isEmpty()) {
            Ssa at = open.remove();
            for (Inst user : known.getOrDefault(at, List.of())) {
                Ssa result = user.result();
                boolean passes = user instanceof Phi || user instanceof Alu alu && (alu.op() == AluOp.BITCAST || alu.op() == AluOp.SELECT);
                if (passes && result != null) {
                    if (seen.add(result)) {
                        open.add(result);
                    }
                } else if (user instanceof Alu alu && alu.operand(0).type().component().isInteger()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether the value is compared as a float and nothing else. */
    boolean areComparisons(Ssa value) {
        return users().getOrDefault(value, List.of()).stream().allMatch(user -> user instanceof Alu alu && alu.result().type() == ScalarType.B1
                && alu.op() != AluOp.SELECT);
    }

    private Map<Ssa, List<Inst>> users() {
        Map<Ssa, List<Inst>> known = users;
        if (known == null) {
            known = new HashMap<>();
            for (IrBlock block : ir.blocks()) {
                for (Inst inst : block.instructions()) {
                    for (Value operand : inst.operands()) {
                        if (operand instanceof Ssa ssa) {
                            known.computeIfAbsent(ssa, _ -> new ArrayList<>()).add(inst);
                        }
                    }
                }
            }
            users = known;
        }
        return known;
    }
}
