package org.lierne.recompiler.ir;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Orders this lane's memory accesses.
 *
 * @param workgroup also waits for all lanes of the group ({@code s_barrier}); otherwise memory order only
 */
public record Barrier(boolean workgroup, Pc pc) implements Inst {
    @Override
    public @Nullable Ssa result() {
        return null;
    }

    @Override
    public List<Value> operands() {
        return List.of();
    }

    @Override
    public Barrier withOperands(List<Value> values) {
        return this;
    }

    @Override
    public boolean hasEffect() {
        return true;
    }
}
