package org.lierne.recompiler.ir;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A MUBUF or MTBUF access through a buffer descriptor.
 *
 * <p>Byte address inside the buffer: {@code index * stride + offset + offsetBytes} (with the descriptor's swizzle), plus
 * {@code scalarOffset}, which takes no part in the range check of structured buffers. Loads give {@code i32}, or a vector of
 * {@code i32}, one component a loaded dword or channel; 64-bit atomics use two components.
 *
 * @param buffer       the descriptor
 * @param index        record index, {@code i32}; null when the instruction has no {@code idxen}
 * @param offset       byte offset, {@code i32}; null when the instruction has no {@code offen}
 * @param scalarOffset SOFFSET in bytes
 * @param offsetBytes  the instruction's constant, 0 to 4095
 * @param element      what is moved
 * @param format       unified format number of an MTBUF access, else 0
 * @param d16          results and data are 16-bit halves, two a register
 * @param coherent     GLC: other waves' writes are seen
 * @param data         what is stored or the atomic's operands ({@code cmpswap}: new value, then compared value), one a dword
 * @param guard        the lane takes part; null for always
 */
public record BufferAccess(@Nullable Ssa result, MemoryOp op, Place buffer, @Nullable Value index, @Nullable Value offset,
        Value scalarOffset, int offsetBytes, Element element, int format, boolean d16, boolean coherent, List<Value> data,
        @Nullable Value guard, Pc pc) implements Inst {
    public BufferAccess {
        data = List.copyOf(data);
    }

    @Override
    public List<Value> operands() {
        List<Value> all = new ArrayList<>(buffer.operands());
        if (index != null) {
            all.add(index);
        }
        if (offset != null) {
            all.add(offset);
        }
        all.add(scalarOffset);
        all.addAll(data);
        if (guard != null) {
            all.add(guard);
        }
        return all;
    }

    @Override
    public BufferAccess withOperands(List<Value> values) {
        Operands from = new Operands(values);
        return new BufferAccess(result, op, from.place(buffer), from.optional(index), from.optional(offset), from.next(),
                offsetBytes, element, format, d16, coherent, from.list(data.size()), from.optional(guard), pc);
    }

    /** The same access through a resource. */
    public BufferAccess through(int resource) {
        return new BufferAccess(result, op, new Place.ResourceRef(resource), index, offset, scalarOffset, offsetBytes,
                element, format, d16, coherent, data, guard, pc);
    }

    /** The same access without a guard. */
    public BufferAccess unguarded() {
        return new BufferAccess(result, op, buffer, index, offset, scalarOffset, offsetBytes, element, format, d16, coherent,
                data, null, pc);
    }

    @Override
    public boolean hasEffect() {
        return op != MemoryOp.LOAD;
    }
}
