package org.lierne.recompiler.ir;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An access to work-group memory. Two-address forms are two of these.
 *
 * @param address     byte address, {@code i32}
 * @param offsetBytes constant added to it
 * @param element     what is moved
 * @param data        what is stored or the atomic's operands, one a dword ({@code cmpswap}: compared value, then new value)
 * @param guard       the lane takes part; null for always
 */
public record LdsAccess(@Nullable Ssa result, MemoryOp op, Value address, int offsetBytes, Element element, List<Value> data,
        @Nullable Value guard, Pc pc) implements Inst {
    public LdsAccess {
        data = List.copyOf(data);
    }

    @Override
    public List<Value> operands() {
        List<Value> all = new ArrayList<>();
        all.add(address);
        all.addAll(data);
        if (guard != null) {
            all.add(guard);
        }
        return all;
    }

    @Override
    public LdsAccess withOperands(List<Value> values) {
        Operands from = new Operands(values);
        return new LdsAccess(result, op, from.next(), offsetBytes, element, from.list(data.size()), from.optional(guard), pc);
    }

    /** The same access without a guard. */
    public LdsAccess unguarded() {
        return new LdsAccess(result, op, address, offsetBytes, element, data, null, pc);
    }

    @Override
    public boolean hasEffect() {
        return op != MemoryOp.LOAD;
    }
}
