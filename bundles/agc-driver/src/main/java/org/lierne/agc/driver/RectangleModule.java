package org.lierne.agc.driver;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A host geometry module that makes rectangles of the triangles that a rectangle list gives: the fourth corner lies
 * opposite to the one that faces the longest edge. Positions and parameters of the fourth corner are those of the two
 * beside it minus the third's.
 */
final class RectangleModule {
    private static final int MAGIC = 0x07230203;
    private static final int VERSION_1_3 = 0x00010300;
    private static final int BUILT_IN = 11;
    private static final int LOCATION = 30;
    private static final int POSITION = 0;
    private static final int INPUT = 1;
    private static final int OUTPUT = 3;
    private static final int GEOMETRY = 3;
    private static final int TRIANGLES = 22;
    private static final int INVOCATIONS = 0;
    private static final int OUTPUT_VERTICES = 26;
    private static final int OUTPUT_TRIANGLE_STRIP = 29;

    /** Opcodes by their names in the grammar. */
    private enum Op {
        MemoryModel(14), EntryPoint(15), ExecutionMode(16), Capability(17), TypeVoid(19), TypeBool(20), TypeInt(21),
        TypeFloat(22), TypeVector(23), TypeArray(28), TypePointer(32), TypeFunction(33), Constant(43), Function(54),
        FunctionEnd(56), Variable(59), Load(61), Store(62), AccessChain(65), Decorate(71), VectorShuffle(79),
        IAdd(128), FAdd(129), FSub(131), UMod(137), Dot(148), LogicalAnd(167),
        Select(169), FOrdGreaterThanEqual(190), EmitVertex(218), EndPrimitive(219), Label(248), Return(253);

        private final int code;

        Op(int code) {
            this.code = code;
        }
    }

    private final List<Integer> body = new ArrayList<>();
    private int nextId = 1;

    private RectangleModule() {}

    private int id() {
        return nextId++;
    }

    private void op(Op op, int... operands) {
        body.add(operands.length + 1 << 16 | op.code);
        for (int operand : operands) {
            body.add(operand);
        }
    }

    /** An instruction with a type and a result. */
    private int value(Op op, int type, int... operands) {
        int id = id();
        int[] all = new int[operands.length + 2];
        all[0] = type;
        all[1] = id;
        System.arraycopy(operands, 0, all, 2, operands.length);
        op(op, all);
        return id;
    }

    /** A type or other instruction whose result comes first. */
    private int type(Op op, int... operands) {
        int id = id();
        int[] all = new int[operands.length + 1];
        all[0] = id;
        System.arraycopy(operands, 0, all, 1, operands.length);
        op(op, all);
        return id;
    }

    /** @param parameters four-component parameters at locations 0 and on */
    static int[] spirv(int parameters) {
        return new RectangleModule().build(parameters);
    }

    private int[] build(int parameters) {
        int main = id();
        int[] inputs = new int[parameters + 1];
        int[] outputs = new int[parameters + 1];
        for (int i = 0; i <= parameters; i++) {
            inputs[i] = id();
            outputs[i] = id();
        }
        op(Op.Capability, 2);
        op(Op.MemoryModel, 0, 1);
        entryPoint(main, inputs, outputs);
        op(Op.ExecutionMode, main, TRIANGLES);
        op(Op.ExecutionMode, main, INVOCATIONS, 1);
        op(Op.ExecutionMode, main, OUTPUT_TRIANGLE_STRIP);
        op(Op.ExecutionMode, main, OUTPUT_VERTICES, 4);
        op(Op.Decorate, inputs[0], BUILT_IN, POSITION);
        op(Op.Decorate, outputs[0], BUILT_IN, POSITION);
        for (int i = 1; i <= parameters; i++) {
            op(Op.Decorate, inputs[i], LOCATION, i - 1);
            op(Op.Decorate, outputs[i], LOCATION, i - 1);
        }
        int none = type(Op.TypeVoid);
        int function = type(Op.TypeFunction, none);
        int bool = type(Op.TypeBool);
        int real = type(Op.TypeFloat, 32);
        int pair = type(Op.TypeVector, real, 2);
        int quad = type(Op.TypeVector, real, 4);
        int word = type(Op.TypeInt, 32, 0);
        int[] number = new int[4];
        for (int i = 0; i < number.length; i++) {
            number[i] = value(Op.Constant, word, i);
        }
        int corners = type(Op.TypeArray, quad, number[3]);
        int cornersIn = type(Op.TypePointer, INPUT, corners);
        int quadIn = type(Op.TypePointer, INPUT, quad);
        int quadOut = type(Op.TypePointer, OUTPUT, quad);
        for (int i = 0; i <= parameters; i++) {
            op(Op.Variable, cornersIn, inputs[i], INPUT);
            op(Op.Variable, quadOut, outputs[i], OUTPUT);
        }
        op(Op.Function, none, main, 0, function);
        op(Op.Label, id());
        int[] length = new int[3];
        for (int i = 0; i < 3; i++) {
            int from = value(Op.Load, quad, value(Op.AccessChain, quadIn, inputs[0], number[(i + 1) % 3]));
            int to = value(Op.Load, quad, value(Op.AccessChain, quadIn, inputs[0], number[(i + 2) % 3]));
            int edge = value(Op.FSub, quad, to, from);
            int flat = value(Op.VectorShuffle, pair, edge, edge, 0, 1);
            length[i] = value(Op.Dot, real, flat, flat);
        }
        int isFirst = value(Op.LogicalAnd, bool, value(Op.FOrdGreaterThanEqual, bool, length[0], length[1]),
                value(Op.FOrdGreaterThanEqual, bool, length[0], length[2]));
        int isSecond = value(Op.FOrdGreaterThanEqual, bool, length[1], length[2]);
        int facing = value(Op.Select, word, isFirst, number[0], value(Op.Select, word, isSecond, number[1], number[2]));
        int[] corner = {facing, value(Op.UMod, word, value(Op.IAdd, word, facing, number[1]), number[3]),
            value(Op.UMod, word, value(Op.IAdd, word, facing, number[2]), number[3])};
        int[][] loaded = new int[3][parameters + 1];
        for (int c = 0; c < 3; c++) {
            for (int i = 0; i <= parameters; i++) {
                loaded[c][i] = value(Op.Load, quad, value(Op.AccessChain, quadIn, inputs[i], corner[c]));
                op(Op.Store, outputs[i], loaded[c][i]);
            }
            op(Op.EmitVertex);
        }
        for (int i = 0; i <= parameters; i++) {
            op(Op.Store, outputs[i], value(Op.FSub, quad, value(Op.FAdd, quad, loaded[1][i], loaded[2][i]),
                    loaded[0][i]));
        }
        op(Op.EmitVertex);
        op(Op.EndPrimitive);
        op(Op.Return);
        op(Op.FunctionEnd);
        int[] words = new int[5 + body.size()];
        words[0] = MAGIC;
        words[1] = VERSION_1_3;
        words[3] = nextId;
        for (int i = 0; i < body.size(); i++) {
            words[5 + i] = body.get(i);
        }
        return words;
    }

    private void entryPoint(int main, int[] inputs, int[] outputs) {
        byte[] name = "main\0\0\0\0".getBytes(StandardCharsets.US_ASCII);
        int[] operands = new int[4 + inputs.length + outputs.length];
        operands[0] = GEOMETRY;
        operands[1] = main;
        for (int i = 0; i < 8; i++) {
            operands[2 + i / 4] |= name[i] << 8 * (i % 4);
        }
        System.arraycopy(inputs, 0, operands, 4, inputs.length);
        System.arraycopy(outputs, 0, operands, 4 + inputs.length, outputs.length);
        op(Op.EntryPoint, operands);
    }
}
