package org.lierne.recompiler.ir;

import java.util.ArrayList;
import java.util.List;

/**
 * One dword read by {@code s_load} or {@code s_buffer_load}; a load of several is several of these.
 *
 * @param place       an address ({@code s_load}), a buffer descriptor ({@code s_buffer_load}), or the resource either became
 * @param offset      register offset in bytes, {@code i32}
 * @param offsetBytes constant offset in bytes, this dword's place included
 */
public record ScalarLoad(Ssa result, Place place, Value offset, int offsetBytes, Pc pc) implements Inst {
    @Override
    public List<Value> operands() {
        List<Value> all = new ArrayList<>(place.operands());
        all.add(offset);
        return all;
    }

    @Override
    public ScalarLoad withOperands(List<Value> values) {
        int last = values.size() - 1;
        return new ScalarLoad(result, place.withOperands(values.subList(0, last)), values.get(last), offsetBytes, pc);
    }

    /** The same load through a resource. */
    public ScalarLoad through(int resource) {
        return new ScalarLoad(result, new Place.ResourceRef(resource), offset, offsetBytes, pc);
    }

    @Override
    public boolean hasEffect() {
        return false;
    }
}
