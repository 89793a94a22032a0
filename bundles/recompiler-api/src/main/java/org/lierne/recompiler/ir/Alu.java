package org.lierne.recompiler.ir;

import java.util.List;

/** A side-effect-free operation. */
public record Alu(Ssa result, AluOp op, List<Value> operands, Pc pc) implements Inst {
    public Alu {
        operands = List.copyOf(operands);
    }

    public Value operand(int index) {
        return operands.get(index);
    }

    @Override
    public Alu withOperands(List<Value> values) {
        return new Alu(result, op, values, pc);
    }

    @Override
    public boolean hasEffect() {
        return false;
    }
}
