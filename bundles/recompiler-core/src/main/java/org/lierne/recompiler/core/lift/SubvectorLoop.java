package org.lierne.recompiler.core.lift;

import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Operand;

/**
 * Loops over the two halves of a 64-lane wave (rule A-011): begin keeps the mask of one half aside, end brings it back and runs the
 * body again. Each answers whether it jumps to its label.
 */
final class SubvectorLoop {
    private static final int LOW = Registers.EXEC;
    private static final int HIGH = Registers.EXEC + 1;

    private final Emit emit;
    private final Registers registers;

    SubvectorLoop(Emit emit, Registers registers) {
        this.emit = emit;
        this.registers = registers;
    }

    /** Jumps when no lane is active; otherwise sets the upper half aside if the lower one has a lane. */
    Value begin(Decoded inst) {
        Value low = registers.word(LOW);
        Value high = registers.word(HIGH);
        Value empty = isZero(emit.or(low, high));
        Value lowEmpty = isZero(low);
        Value aside = registers.word(saved(inst));
        registers.setWord(saved(inst), emit.select(empty, aside, emit.select(lowEmpty, low, high)));
        registers.setWord(HIGH, emit.select(lowEmpty, high, Const.i32(0)));
        return empty;
    }

    /** Jumps when the upper half was set aside; after that, or when it had no lane, the mask is whole again. */
    Value end(Decoded inst) {
        Value low = registers.word(LOW);
        Value high = registers.word(HIGH);
        Value aside = registers.word(saved(inst));
        Value upper = emit.not(isZero(high));
        Value again = emit.and(isZero(high), emit.not(isZero(aside)));
        registers.setWord(LOW, emit.select(upper, aside, emit.select(again, Const.i32(0), low)));
        registers.setWord(HIGH, emit.select(again, aside, high));
        registers.setWord(saved(inst), emit.select(again, low, aside));
        return again;
    }

    private Value isZero(Value word) {
        return emit.alu(AluOp.IEQ, ScalarType.B1, word, Const.i32(0));
    }

    private static int saved(Decoded inst) {
        if (inst.destination(0) instanceof Operand.Sgpr sgpr) {
            return sgpr.index();
        }
        throw new IllegalStateException(inst + " names no scalar register");
    }
}
