package org.lierne.recompiler.core.lift;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Construct;
import org.lierne.recompiler.ir.Extract;
import org.lierne.recompiler.ir.Folding;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Type;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.ir.Wave;
import org.lierne.recompiler.ir.WaveOp;

/** Adds instructions to the end of a block, folding what is known and reusing what the block already holds. */
final class Emit {
    /** An operation by what it computes, to find it again within its block. */
    private record Key(Object op, Type type, List<Value> operands, int immediate) {
    }

    private final IrModule module;
    private final Map<Ssa, Inst> definitions = new HashMap<>();
    private final Folding folding;
    private final RunTimeRounding rounding;
    private final Map<IrBlock, Map<Key, Value>> knownIn = new HashMap<>();
    private Map<Key, Value> known = new HashMap<>();
    private IrBlock block;
    private Pc pc = Pc.NONE;

    Emit(IrModule module, IrBlock entry) {
        this.module = module;
        this.block = entry;
        this.folding = new Folding(module, definitions::get);
        this.rounding = new RunTimeRounding(this, module.floatMode());
    }

    IrModule module() {
        return module;
    }

    /** How conversions round that follow a mode set by the program. */
    RunTimeRounding rounding() {
        return rounding;
    }

    IrBlock block() {
        return block;
    }

    /** Goes on at the end of another block. */
    void moveTo(IrBlock next) {
        if (next != block) {
            knownIn.put(block, known);
            block = next;
            known = knownIn.computeIfAbsent(next, _ -> new HashMap<>());
        }
    }

    /** The guest place of what is added from now on. */
    void at(Pc place) {
        pc = place;
    }

    Pc pc() {
        return pc;
    }

    /** Adds an instruction as it is. */
    void add(Inst inst) {
        block.add(inst);
        Ssa result = inst.result();
        if (result != null) {
            definitions.put(result, inst);
        }
    }

    /** Adds a phi, or any instruction, before all others of a block. */
    void addFirst(IrBlock at, Inst inst) {
        at.addFirst(inst);
        Ssa result = inst.result();
        if (result != null) {
            definitions.put(result, inst);
        }
    }

    Ssa fresh(Type type) {
        return module.fresh(type);
    }

    Value alu(AluOp op, Type type, Value... operands) {
        List<Value> list = List.of(operands);
        Value rounded = rounding.of(op, type, list);
        if (rounded != null) {
            return rounded;
        }
        Value folded = folding.alu(op, type, list);
        if (folded != null) {
            return folded;
        }
        Key key = new Key(op, type, list, 0);
        Value found = known.get(key);
        if (found == null) {
            Ssa result = fresh(type);
            add(new Alu(result, op, list, pc));
            known.put(key, result);
            found = result;
        }
        return found;
    }

    /** The most that a word is, as an unsigned number. */
    long most(Value word) {
        return folding.most(word);
    }

    Value wave(WaveOp op, Type type, int immediate, Value... operands) {
        List<Value> list = List.of(operands);
        Value folded = folding.wave(op, list, immediate);
        if (folded != null) {
            return folded;
        }
        Key key = new Key(op, type, list, immediate);
        Value found = known.get(key);
        if (found == null) {
            Ssa result = fresh(type);
            add(new Wave(result, op, list, immediate, pc));
            known.put(key, result);
            found = result;
        }
        return found;
    }

    Value extract(Value vector, int index) {
        if (vector.type().size() == 1) {
            return vector;
        }
        Extract inst = new Extract(fresh(vector.type().component()), vector, index, pc);
        Value folded = folding.fold(inst);
        if (folded != null) {
            return folded;
        }
        add(inst);
        return inst.result();
    }

    Value vector(List<Value> components) {
        if (components.size() == 1) {
            return components.getFirst();
        }
        Ssa result = fresh(Type.of(components.getFirst().type().component(), components.size()));
        add(new Construct(result, components, pc));
        return result;
    }

    // Shorthands.

    Value bitcast(Value value, ScalarType type) {
        return alu(AluOp.BITCAST, type, value);
    }

    /** A choice; what an arm itself chooses by the same condition is looked through. */
    Value select(Value condition, Value first, Value second) {
        Value whenTrue = whereActive(first, condition);
        Value whenFalse = whereNot(second, condition);
        return alu(AluOp.SELECT, whenTrue.type(), condition, whenTrue, whenFalse);
    }

    Value not(Value value) {
        return alu(AluOp.NOT, value.type(), value);
    }

    Value and(Value a, Value b) {
        return alu(AluOp.AND, a.type(), a, b);
    }

    Value or(Value a, Value b) {
        return alu(AluOp.OR, a.type(), a, b);
    }

    Value add(Value a, Value b) {
        return alu(AluOp.IADD, a.type(), a, b);
    }

    Value pack(Value low, Value high) {
        return alu(AluOp.PACK_64, ScalarType.I64, low, high);
    }

    Value low(Value wide) {
        return alu(AluOp.LOW_32, ScalarType.I32, wide);
    }

    Value high(Value wide) {
        return alu(AluOp.HIGH_32, ScalarType.I32, wide);
    }

    Value shiftRight(Value value, int by) {
        return alu(AluOp.SHR_U, value.type(), value, Const.i32(by));
    }

    Value shiftLeft(Value value, int by) {
        return alu(AluOp.SHL, value.type(), value, Const.i32(by));
    }

    /** Bits [start + width - 1 : start] of a word. */
    Value field(Value word, int start, int width) {
        return alu(AluOp.UBFE, ScalarType.I32, word, Const.i32(start), Const.i32(width));
    }

    /** {@code value} in lanes where {@code active} holds: a selection by just that is its first choice. */
    Value whereActive(Value value, Value active) {
        Value at = value;
        while (at instanceof Ssa ssa && definitions.get(ssa) instanceof Alu alu && alu.op() == AluOp.SELECT
                && alu.operand(0).equals(active)) {
            at = alu.operand(1);
        }
        return at;
    }

    private Value whereNot(Value value, Value condition) {
        Value at = value;
        while (at instanceof Ssa ssa && definitions.get(ssa) instanceof Alu alu && alu.op() == AluOp.SELECT
                && alu.operand(0).equals(condition)) {
            at = alu.operand(2);
        }
        return at;
    }

    /** A truth as 1 or 0. */
    Value number(Value truth) {
        return select(truth, Const.i32(1), Const.i32(0));
    }
}
