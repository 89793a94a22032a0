package org.lierne.recompiler.core.spirv;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;

/** Tells quotients that come from the guest's division sequence. */
final class Divisions {
    private final IrModule ir;
    private @Nullable Map<Ssa, Inst> definitions;

    Divisions(IrModule ir) {
        this.ir = ir;
    }

    /** Whether a value is what {@code v_div_fmas} gave, maybe with its NaNs chosen or a lane's old value kept. */
    boolean isRefined(Value quotient) {
        if (definitions == null) {
            definitions = Cleanup.definitions(ir);
        }
        Set<Value> seen = new HashSet<>();
        Deque<Value> open = new ArrayDeque<>(List.of(quotient));
        while (!open.isEmpty()) {
            Value at = open.remove();
            if (at instanceof Ssa ssa && seen.add(at) && definitions.get(ssa) instanceof Alu alu) {
                switch (alu.op()) {
                    case DIV_FMAS -> {
                        return true;
                    }
                    case BITCAST -> open.add(alu.operand(0));
                    case SELECT -> open.addAll(alu.operands().subList(1, 3));
                    default -> { }
                }
            }
        }
        return false;
    }
}
