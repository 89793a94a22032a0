package org.lierne.recompiler.ir;

import java.util.List;

/** An operation across lanes. {@code immediate} means what {@link WaveOp} says, else 0. */
public record Wave(Ssa result, WaveOp op, List<Value> operands, int immediate, Pc pc) implements Inst {
    public Wave {
        operands = List.copyOf(operands);
    }

    @Override
    public Wave withOperands(List<Value> values) {
        return new Wave(result, op, values, immediate, pc);
    }

    @Override
    public boolean hasEffect() {
        return false;
    }
}
