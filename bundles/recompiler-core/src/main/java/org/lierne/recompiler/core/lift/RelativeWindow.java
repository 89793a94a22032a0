package org.lierne.recompiler.core.lift;

import java.util.List;
import java.util.function.IntFunction;
import org.lierne.recompiler.core.flow.ControlFlow;
import org.lierne.recompiler.core.flow.FlowBlock;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Instruction;
import org.lierne.recompiler.isa.Operand;
import org.lierne.recompiler.program.InitialRegister;

/**
 * The registers that M0 may name (rule C-045): from the lowest relatively addressed one to the highest that the program names. Every
 * register stays a value of its own, and an index chooses among those that it can name, as far as its bound is known: a read by its bits,
 * a write by comparing it with each. An index that is known costs nothing. M0 is unsigned: out of the window a read gives v0 or s0, and a
 * write is dropped.
 */
final class RelativeWindow {
    private static final int LAST_SCALAR = Operand.Sgpr.VCC_HI;

    private int lowestVector = Integer.MAX_VALUE;
    private int highestVector;
    private int highestScalar;
    private boolean addresses;
    private final Emit emit;

    RelativeWindow(ControlFlow flow, List<InitialRegister> initial, int waveSize, Emit emit) {
        this.emit = emit;
        for (FlowBlock block : flow.blocks()) {
            for (Decoded inst : block.instructions()) {
                inst.destinations().forEach(operand -> see(operand, waveSize, inst.row().is(Instruction.Trait.RELATIVE)));
                inst.sources().forEach(operand -> see(operand, waveSize, inst.row().is(Instruction.Trait.RELATIVE)));
            }
        }
        for (InitialRegister register : initial) {
            if (register.vector()) {
                highestVector = Math.max(highestVector, register.index());
            } else {
                highestScalar = Math.max(highestScalar, Math.min(register.index(), LAST_SCALAR));
            }
        }
    }

    private void see(Operand operand, int waveSize, boolean relative) {
        switch (operand) {
            case Operand.Vgpr vgpr -> {
                highestVector = Math.max(highestVector, vgpr.index() + vgpr.type().dwords(waveSize) - 1);
                if (relative) {
                    addresses = true;
                    lowestVector = Math.min(lowestVector, vgpr.index());
                }
            }
            case Operand.VgprList list -> list.registers().forEach(each -> highestVector = Math.max(highestVector, each));
            case Operand.Sgpr sgpr -> {
                int last = sgpr.index() + sgpr.type().dwords(waveSize) - 1;
                highestScalar = Math.max(highestScalar, last <= LAST_SCALAR ? last : 0);
            }
            case Operand.Constant _, Operand.Special _, Operand.Attribute _, Operand.Parameter _, Operand.Target _, Operand.Off _,
                    Operand.MemoryOffset _ -> { }
        }
    }

    /** A window register that nobody wrote reads zero. */
    void clear(Registers registers) {
        for (int i = lowestVector; addresses && i <= highestVector; i++) {
            registers.setVgpr(i, Const.i32(0));
        }
    }

    /** What the vector register {@code offset} behind {@code base} holds. */
    Value vector(int base, Value offset, IntFunction<Value> registers) {
        return chosen(base, highestVector, offset, registers);
    }

    /** What the scalar register, or the pair, {@code offset} behind {@code base} holds. */
    Value scalar(int base, int dwords, Value offset, IntFunction<Value> registers) {
        return chosen(base, highestScalar + 1 - dwords, offset, registers);
    }

    private Value chosen(int base, int last, Value offset, IntFunction<Value> registers) {
        if (offset instanceof Const known) {
            return registers.apply(known.bits() <= last - base ? base + (int) known.bits() : 0);
        }
        if (last < base) {
            return registers.apply(0);
        }
        int reached = (int) Math.min(last, base + emit.most(offset));
        Value inside = emit.alu(AluOp.ULE, ScalarType.B1, offset, Const.i32(last - base));
        return emit.select(inside, among(base, reached, offset, 32 - Integer.numberOfLeadingZeros(reached - base), registers), registers.apply(0));
    }

    /** Of registers up to a last one, that which the low bits of an offset name; any where it names one behind them. */
    private Value among(int first, int last, Value offset, int bits, IntFunction<Value> registers) {
        if (bits == 0) {
            return registers.apply(first);
        }
        int half = 1 << bits - 1;
        Value below = among(first, Math.min(last, first + half - 1), offset, bits - 1, registers);
        if (last < first + half) {
            return below;
        }
        Value above = among(first + half, last, offset, bits - 1, registers);
        Value isAbove = emit.alu(AluOp.INE, ScalarType.B1, emit.and(offset, Const.i32(half)), Const.i32(0));
        return emit.select(isAbove, above, below);
    }

    /** Told about each register that a write may mean, and when it does. */
    @FunctionalInterface
    interface Writer {
        void write(int register, Value whenTrue);
    }

    /** Every vector register that {@code offset} behind {@code base} may be. */
    void eachVector(int base, Value offset, Writer writer) {
        each(base, highestVector, offset, writer);
    }

    /** Every scalar register, or first of a pair, that {@code offset} behind {@code base} may be. */
    void eachScalar(int base, int dwords, Value offset, Writer writer) {
        each(base, highestScalar + 1 - dwords, offset, writer);
    }

    private void each(int base, int last, Value offset, Writer writer) {
        for (int i = base; i <= last; i++) {
            Value here = isOffset(offset, i - base);
            if (!here.equals(Const.FALSE)) {
                writer.write(i, here);
            }
        }
    }

    /** Whether {@code offset} behind {@code base} is a vector register of the window. */
    Value holds(int base, Value offset) {
        return emit.alu(AluOp.ULE, ScalarType.B1, offset, Const.i32(highestVector - base));
    }

    private Value isOffset(Value offset, int by) {
        return emit.alu(AluOp.IEQ, ScalarType.B1, offset, Const.i32(by));
    }
}
