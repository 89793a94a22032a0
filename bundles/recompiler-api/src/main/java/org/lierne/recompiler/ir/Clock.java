package org.lierne.recompiler.ir;

import java.util.List;

/**
 * A clock value, {@code i64}.
 *
 * @param realTime {@code s_memrealtime} rather than {@code s_memtime}
 */
public record Clock(Ssa result, boolean realTime, Pc pc) implements Inst {
    @Override
    public List<Value> operands() {
        return List.of();
    }

    @Override
    public Clock withOperands(List<Value> values) {
        return this;
    }

    @Override
    public boolean hasEffect() {
        return false;
    }
}
