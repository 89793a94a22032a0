package org.lierne.agc.driver;

import org.lierne.agc.driver.module.ModuleWords;
import org.lierne.agc.driver.module.ModuleWords.Op;

/**
 * A host geometry module that makes rectangles of the triangles that a rectangle list gives: the fourth corner lies
 * opposite to the one that faces the longest edge. Positions and parameters of the fourth corner are those of the two
 * beside it minus the third's.
 */
final class RectangleModule {
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

    private final ModuleWords module = new ModuleWords();

    private RectangleModule() {}

    /** @param parameters four-component parameters at locations 0 and on */
    static int[] spirv(int parameters) {
        return new RectangleModule().build(parameters);
    }

    private int[] build(int parameters) {
        int main = module.id();
        int[] inputs = new int[parameters + 1];
        int[] outputs = new int[parameters + 1];
        for (int i = 0; i <= parameters; i++) {
            inputs[i] = module.id();
            outputs[i] = module.id();
        }
        module.op(Op.Capability, 2);
        module.op(Op.MemoryModel, 0, 1);
        int[] all = java.util.Arrays.copyOf(inputs, inputs.length + outputs.length);
        System.arraycopy(outputs, 0, all, inputs.length, outputs.length);
        module.entryPoint(GEOMETRY, main, all);
        module.op(Op.ExecutionMode, main, TRIANGLES);
        module.op(Op.ExecutionMode, main, INVOCATIONS, 1);
        module.op(Op.ExecutionMode, main, OUTPUT_TRIANGLE_STRIP);
        module.op(Op.ExecutionMode, main, OUTPUT_VERTICES, 4);
        module.op(Op.Decorate, inputs[0], BUILT_IN, POSITION);
        module.op(Op.Decorate, outputs[0], BUILT_IN, POSITION);
        for (int i = 1; i <= parameters; i++) {
            module.op(Op.Decorate, inputs[i], LOCATION, i - 1);
            module.op(Op.Decorate, outputs[i], LOCATION, i - 1);
        }
        int none = module.type(Op.TypeVoid);
        int function = module.type(Op.TypeFunction, none);
        int bool = module.type(Op.TypeBool);
        int real = module.type(Op.TypeFloat, 32);
        int pair = module.type(Op.TypeVector, real, 2);
        int quad = module.type(Op.TypeVector, real, 4);
        int word = module.type(Op.TypeInt, 32, 0);
        int[] number = new int[4];
        for (int i = 0; i < number.length; i++) {
            number[i] = module.value(Op.Constant, word, i);
        }
        int corners = module.type(Op.TypeArray, quad, number[3]);
        int cornersIn = module.type(Op.TypePointer, INPUT, corners);
        int quadIn = module.type(Op.TypePointer, INPUT, quad);
        int quadOut = module.type(Op.TypePointer, OUTPUT, quad);
        for (int i = 0; i <= parameters; i++) {
            module.op(Op.Variable, cornersIn, inputs[i], INPUT);
            module.op(Op.Variable, quadOut, outputs[i], OUTPUT);
        }
        module.op(Op.Function, none, main, 0, function);
        module.op(Op.Label, module.id());
        int[] length = new int[3];
        for (int i = 0; i < 3; i++) {
            int from = module.value(Op.Load, quad, module.value(Op.AccessChain, quadIn, inputs[0], number[(i + 1) % 3]));
            int to = module.value(Op.Load, quad, module.value(Op.AccessChain, quadIn, inputs[0], number[(i + 2) % 3]));
            int edge = module.value(Op.FSub, quad, to, from);
            int flat = module.value(Op.VectorShuffle, pair, edge, edge, 0, 1);
            length[i] = module.value(Op.Dot, real, flat, flat);
        }
        int isFirst = module.value(Op.LogicalAnd, bool, module.value(Op.FOrdGreaterThanEqual, bool, length[0], length[1]),
                module.value(Op.FOrdGreaterThanEqual, bool, length[0], length[2]));
        int isSecond = module.value(Op.FOrdGreaterThanEqual, bool, length[1], length[2]);
        int facing = module.value(Op.Select, word, isFirst, number[0], module.value(Op.Select, word, isSecond, number[1], number[2]));
        int[] corner = {facing, module.value(Op.UMod, word, module.value(Op.IAdd, word, facing, number[1]), number[3]),
            module.value(Op.UMod, word, module.value(Op.IAdd, word, facing, number[2]), number[3])};
        int[][] loaded = new int[3][parameters + 1];
        for (int c = 0; c < 3; c++) {
            for (int i = 0; i <= parameters; i++) {
                loaded[c][i] = module.value(Op.Load, quad, module.value(Op.AccessChain, quadIn, inputs[i], corner[c]));
                module.op(Op.Store, outputs[i], loaded[c][i]);
            }
            module.op(Op.EmitVertex);
        }
        for (int i = 0; i <= parameters; i++) {
            module.op(Op.Store, outputs[i], module.value(Op.FSub, quad, module.value(Op.FAdd, quad, loaded[1][i], loaded[2][i]),
                    loaded[0][i]));
        }
        module.op(Op.EmitVertex);
        module.op(Op.EndPrimitive);
        module.op(Op.Return);
        module.op(Op.FunctionEnd);
        return module.words();
    }
}
