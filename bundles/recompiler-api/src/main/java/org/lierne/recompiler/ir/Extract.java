package org.lierne.recompiler.ir;

import java.util.List;

/** Component {@code index} of a vector. */
public record Extract(Ssa result, Value vector, int index, Pc pc) implements Inst {
    @Override
    public List<Value> operands() {
        return List.of(vector);
    }

    @Override
    public Extract withOperands(List<Value> values) {
        return new Extract(result, values.getFirst(), index, pc);
    }

    @Override
    public boolean hasEffect() {
        return false;
    }
}
