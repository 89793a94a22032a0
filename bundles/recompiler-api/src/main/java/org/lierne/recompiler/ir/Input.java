package org.lierne.recompiler.ir;

import java.util.List;
import org.lierne.recompiler.program.StageInput;

/** A value that the hardware places in a register before the program starts, as {@code i32} bits. Stands in the entry block. */
public record Input(Ssa result, StageInput input, Pc pc) implements Inst {
    @Override
    public List<Value> operands() {
        return List.of();
    }

    @Override
    public Input withOperands(List<Value> values) {
        return this;
    }

    @Override
    public boolean hasEffect() {
        return false;
    }
}
