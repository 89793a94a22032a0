package org.lierne.recompiler.ir;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A flat, global or scratch access, or an access whose address no descriptor path explains.
 *
 * @param place   a raw address, or a memory resource with {@code offset} relative to its start
 * @param offset  bytes added to the address, {@code i64} signed for an address, {@code i32} for a resource
 * @param segment which address space
 * @param element what is moved
 * @param data    as in {@link BufferAccess}
 * @param guard   the lane takes part; null for always
 */
public record GlobalAccess(@Nullable Ssa result, MemoryOp op, Place place, Value offset, Segment segment, Element element,
        boolean coherent, List<Value> data, @Nullable Value guard, Pc pc) implements Inst {
    /** Address spaces. */
    public enum Segment { FLAT, GLOBAL, SCRATCH }

    public GlobalAccess {
        data = List.copyOf(data);
    }

    @Override
    public List<Value> operands() {
        List<Value> all = new ArrayList<>(place.operands());
        all.add(offset);
        all.addAll(data);
        if (guard != null) {
            all.add(guard);
        }
        return all;
    }

    @Override
    public GlobalAccess withOperands(List<Value> values) {
        Operands from = new Operands(values);
        return new GlobalAccess(result, op, from.place(place), from.next(), segment, element, coherent,
                from.list(data.size()), from.optional(guard), pc);
    }

    /** The same access under another guard, giving another result. */
    public GlobalAccess where(Value changedGuard, @Nullable Ssa changedResult) {
        return new GlobalAccess(changedResult, op, place, offset, segment, element, coherent, data, changedGuard, pc);
    }

    /** The same access without a guard. */
    public GlobalAccess unguarded() {
        return new GlobalAccess(result, op, place, offset, segment, element, coherent, data, null, pc);
    }

    @Override
    public boolean hasEffect() {
        return op != MemoryOp.LOAD;
    }
}
