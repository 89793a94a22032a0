package org.lierne.recompiler.ir;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Writes what instructions expand to, for a pass that walks a module's blocks. Known operands are folded, and what a block has computed
 * already is used again.
 */
public final class Expansion {
    private static final int FAR = 4;

    private record Key(AluOp op, Type type, List<Value> operands) {
    }

    private final IrModule module;
    private final Folding folding;
    private final Map<Key, Value> known = new HashMap<>();
    /** Looked for when the first is asked for: most passes find nothing to expand. */
    private @Nullable Map<Ssa, Inst> definitions;
    private IrBlock.@Nullable Editor at;
    private Pc pc = Pc.NONE;

    public Expansion(IrModule module) {
        this.module = module;
        this.folding = new Folding(module, value -> definitions().get(value));
    }

    private Map<Ssa, Inst> definitions() {
        Map<Ssa, Inst> found = definitions;
        if (found == null) {
            found = Cleanup.definitions(module);
            definitions = found;
        }
        return found;
    }

    /** Starts a block; nothing of the blocks before is reused. */
    public IrBlock.Editor enter(IrBlock block) {
        known.clear();
        IrBlock.Editor editor = block.editor();
        at = editor;
        return editor;
    }

    /** What is added from now on stands before the instruction visited last, at its place. */
    public void before(Inst inst) {
        pc = inst.pc();
    }

    /** The instruction that defines a value, null for a constant. */
    public @Nullable Inst definition(Value value) {
        return value instanceof Ssa ssa ? definitions().get(ssa) : null;
    }

    /** The operation that defines a value, null when something else does or it is another. */
    public @Nullable Alu definition(Value value, AluOp op) {
        return definition(value) instanceof Alu alu && alu.op() == op ? alu : null;
    }

    public Value alu(AluOp op, Type type, Value... operands) {
        List<Value> list = List.of(operands);
        Value folded = folding.alu(op, type, list);
        if (folded != null) {
            return folded;
        }
        Key key = new Key(op, type, list);
        Value found = known.get(key);
        if (found == null) {
            found = fresh(op, type, list);
            known.put(key, found);
        }
        return found;
    }

    private Value fresh(AluOp op, Type type, List<Value> operands) {
        Ssa result = module.fresh(type);
        add(new Alu(result, op, operands, pc));
        return result;
    }

    /** Adds an instruction as it is. */
    public void add(Inst inst) {
        editor().insertBefore(inst);
        define(inst);
    }

    private void define(Inst inst) {
        Ssa result = inst.result();
        if (result != null) {
            definitions().put(result, inst);
        }
    }

    private IrBlock.Editor editor() {
        if (at == null) {
            throw new IllegalStateException("no block was entered");
        }
        return at;
    }

    /** Puts another instruction in place of the one visited last. */
    public void replace(Inst inst) {
        editor().set(inst);
        define(inst);
    }

    /** Makes the result of the instruction visited last this value, which has its type. */
    public void replace(Ssa result, Value value) {
        replace(new Alu(result, AluOp.BITCAST, List.of(value), pc));
    }

    // Shorthands.

    /** A float's bits as an integer of its width. */
    public Value bits(Value value) {
        return alu(AluOp.BITCAST, integer(value.type().component()), value);
    }

    /** Bits as a float. */
    public Value real(Value bits, ScalarType type) {
        return alu(AluOp.BITCAST, type, bits);
    }

    public Value and(Value a, Value b) {
        return alu(AluOp.AND, a.type(), a, b);
    }

    public Value or(Value a, Value b) {
        return alu(AluOp.OR, a.type(), a, b);
    }

    public Value select(Value condition, Value whenTrue, Value whenFalse) {
        return alu(AluOp.SELECT, whenTrue.type(), condition, whenTrue, whenFalse);
    }

    public Value equal(Value a, Value b) {
        return alu(AluOp.IEQ, ScalarType.B1, a, b);
    }

    public Value below(Value a, Value b) {
        return alu(AluOp.ULT, ScalarType.B1, a, b);
    }

    /** An operation of one operand as a function of f32, which a half is widened for and narrowed from. */
    public Value inSingles(Alu alu, UnaryOperator<Value> function) {
        Value operand = alu.operand(0);
        return alu.result().type() == ScalarType.F16
                ? alu(AluOp.F_TO_F, ScalarType.F16, function.apply(alu(AluOp.F_TO_F, ScalarType.F32, operand))) : function.apply(operand);
    }

    /** Whether two f32 lie more than four places apart, as a driver's approximation may from what it is held against (rules B-033, B-035). */
    public Value isFar(Value a, Value b) {
        Value apart = alu(AluOp.ISUB, ScalarType.I32, bits(a), bits(b));
        return below(Const.i32(2 * FAR), alu(AluOp.IADD, ScalarType.I32, apart, Const.i32(FAR)));
    }

    /** The integer type of a float type's width. */
    public static ScalarType integer(ScalarType type) {
        return switch (type) {
            case F16 -> ScalarType.I16;
            case F32 -> ScalarType.I32;
            case F64 -> ScalarType.I64;
            case B1, I8, I16, I32, I64 -> type;
        };
    }
}
