package org.lierne.recompiler.ir;

import java.util.List;

/** A vector made of scalars. */
public record Construct(Ssa result, List<Value> operands, Pc pc) implements Inst {
    public Construct {
        operands = List.copyOf(operands);
    }

    @Override
    public Construct withOperands(List<Value> values) {
        return new Construct(result, values, pc);
    }

    @Override
    public boolean hasEffect() {
        return false;
    }
}
