package org.lierne.agc.driver.module;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Words of a small host module of our own, instruction by instruction. */
public final class ModuleWords {
    private static final int MAGIC = 0x07230203;
    private static final int VERSION_1_3 = 0x00010300;

    /** Opcodes by their names in the grammar. */
    public enum Op {
        MemoryModel(14), EntryPoint(15), ExecutionMode(16), Capability(17), TypeVoid(19), TypeBool(20), TypeInt(21),
        TypeFloat(22), TypeVector(23), TypeArray(28), TypeRuntimeArray(29), TypeStruct(30), TypePointer(32), TypeFunction(33), Constant(43),
        Function(54), FunctionEnd(56), Variable(59), Load(61), Store(62), AccessChain(65), Decorate(71), MemberDecorate(72),
        VectorShuffle(79), CompositeConstruct(80), CompositeExtract(81), IAdd(128), FAdd(129), ISub(130), FSub(131), IMul(132), UMod(137),
        Dot(148), LogicalAnd(167), Select(169), ULessThan(176), FOrdGreaterThanEqual(190), ShiftRightLogical(194), ShiftLeftLogical(196),
        BitwiseOr(197), BitwiseXor(198), BitwiseAnd(199), Not(200), EmitVertex(218), EndPrimitive(219), SelectionMerge(247), Label(248),
        Branch(249), BranchConditional(250), Return(253);

        private final int code;

        Op(int code) {
            this.code = code;
        }
    }

    private final List<Integer> body = new ArrayList<>();
    private int nextId = 1;

    /** A fresh id. */
    public int id() {
        return nextId++;
    }

    /** An instruction without a result, or whose result stands among the operands. */
    public void op(Op op, int... operands) {
        body.add(operands.length + 1 << 16 | op.code);
        for (int operand : operands) {
            body.add(operand);
        }
    }

    /** An instruction with a type and a result. */
    public int value(Op op, int type, int... operands) {
        int id = id();
        int[] all = new int[operands.length + 2];
        all[0] = type;
        all[1] = id;
        System.arraycopy(operands, 0, all, 2, operands.length);
        op(op, all);
        return id;
    }

    /** A type or other instruction whose result comes first. */
    public int type(Op op, int... operands) {
        int id = id();
        int[] all = new int[operands.length + 1];
        all[0] = id;
        System.arraycopy(operands, 0, all, 1, operands.length);
        op(op, all);
        return id;
    }

    /** Names the entry point {@code main}. @param model the execution model */
    public void entryPoint(int model, int main, int[] variables) {
        byte[] name = "main\0\0\0\0".getBytes(StandardCharsets.US_ASCII);
        int[] operands = new int[4 + variables.length];
        operands[0] = model;
        operands[1] = main;
        for (int i = 0; i < name.length; i++) {
            operands[2 + i / 4] |= name[i] << 8 * (i % 4);
        }
        System.arraycopy(variables, 0, operands, 4, variables.length);
        op(Op.EntryPoint, operands);
    }

    /** The module. */
    public int[] words() {
        int[] words = new int[5 + body.size()];
        words[0] = MAGIC;
        words[1] = VERSION_1_3;
        words[3] = nextId;
        for (int i = 0; i < body.size(); i++) {
            words[5 + i] = body.get(i);
        }
        return words;
    }
}
