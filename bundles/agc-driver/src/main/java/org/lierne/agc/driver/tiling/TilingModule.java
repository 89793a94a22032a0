package org.lierne.agc.driver.tiling;

import org.lierne.agc.driver.module.ModuleWords;
import org.lierne.agc.driver.module.ModuleWords.Op;

/** A host compute module that moves dwords between packed rows and blocks, one a thread; see {@link GpuTiling}. */
final class TilingModule {
    /** Threads of a workgroup, all in one row. */
    static final int GROUP = 64;
    static final int CONSTANTS = 0;
    static final int TABLES = 1;
    static final int SURFACE = 2;
    static final int PACKED = 3;
    /** Where the tables of rows and of slices begin. */
    static final int ROWS_AT = 1024;
    static final int SLICES_AT = 2048;
    static final int SLICES = 128;

    private static final int COMPUTE = 5;
    private static final int LOCAL_SIZE = 17;
    private static final int BLOCK = 2;
    private static final int ARRAY_STRIDE = 6;
    private static final int BUILT_IN = 11;
    private static final int GLOBAL_ID = 28;
    private static final int BINDING = 33;
    private static final int DESCRIPTOR_SET = 34;
    private static final int OFFSET = 35;
    private static final int INPUT = 1;
    private static final int UNIFORM = 2;
    private static final int STORAGE = 12;

    private final ModuleWords module = new ModuleWords();
    private final int main = module.id();
    private final int globalId = module.id();
    private final int constants = module.id();
    private final int[] buffers = {module.id(), module.id(), module.id()};
    private int bool;
    private int word;
    private int triple;
    private int last;
    private int lastSlice;
    private int rowsAt;
    private int slicesAt;
    private int all;
    private int[] numbers = {};
    private int wordOfUniform;
    private int wordOfStorage;

    private TilingModule() {}

    /** @param isWrite from packed rows into blocks, else out of them */
    static int[] spirv(boolean isWrite) {
        return new TilingModule().build(isWrite);
    }

    private int[] build(boolean isWrite) {
        module.op(Op.Capability, 1);
        module.op(Op.MemoryModel, 0, 1);
        module.entryPoint(COMPUTE, main, new int[] {globalId});
        module.op(Op.ExecutionMode, main, LOCAL_SIZE, GROUP, 1, 1);
        declare();
        module.op(Op.Label, module.id());
        int id = module.value(Op.Load, triple, globalId);
        int x = module.value(Op.CompositeExtract, word, id, 0);
        int y = module.value(Op.CompositeExtract, word, id, 1);
        int z = module.value(Op.CompositeExtract, word, id, 2);
        int body = module.id();
        int end = module.id();
        int isInside = module.value(Op.LogicalAnd, bool, module.value(Op.ULessThan, bool, x, constant(Parameter.ROW_DWORDS)),
                module.value(Op.ULessThan, bool, y, constant(Parameter.ROWS)));
        module.op(Op.SelectionMerge, end, 0);
        module.op(Op.BranchConditional, isInside, body, end);
        module.op(Op.Label, body);
        move(isWrite, x, y, z);
        module.op(Op.Branch, end);
        module.op(Op.Label, end);
        module.op(Op.Return);
        module.op(Op.FunctionEnd);
        return module.words();
    }

    /** Decorations, types, constants and variables, up to the head of the function. */
    private void declare() {
        int array = module.id();
        int storage = module.id();
        int quads = module.id();
        int uniform = module.id();
        module.op(Op.Decorate, globalId, BUILT_IN, GLOBAL_ID);
        module.op(Op.Decorate, array, ARRAY_STRIDE, 4);
        module.op(Op.Decorate, quads, ARRAY_STRIDE, 16);
        module.op(Op.Decorate, storage, BLOCK);
        module.op(Op.Decorate, uniform, BLOCK);
        module.op(Op.MemberDecorate, storage, 0, OFFSET, 0);
        module.op(Op.MemberDecorate, uniform, 0, OFFSET, 0);
        bind(constants, CONSTANTS);
        for (int i = 0; i < buffers.length; i++) {
            bind(buffers[i], TABLES + i);
        }
        int none = module.type(Op.TypeVoid);
        int function = module.type(Op.TypeFunction, none);
        bool = module.type(Op.TypeBool);
        word = module.type(Op.TypeInt, 32, 0);
        triple = module.type(Op.TypeVector, word, 3);
        int quad = module.type(Op.TypeVector, word, 4);
        numbers = new int[Math.max(Parameter.values().length, 5)];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = number(i);
        }
        module.op(Op.TypeRuntimeArray, array, word);
        module.op(Op.TypeStruct, storage, array);
        module.op(Op.TypeArray, quads, quad, numbers[Parameter.QUADS]);
        module.op(Op.TypeStruct, uniform, quads);
        int tripleOfInput = module.type(Op.TypePointer, INPUT, triple);
        wordOfUniform = module.type(Op.TypePointer, UNIFORM, word);
        wordOfStorage = module.type(Op.TypePointer, STORAGE, word);
        module.op(Op.Variable, tripleOfInput, globalId, INPUT);
        module.op(Op.Variable, module.type(Op.TypePointer, UNIFORM, uniform), constants, UNIFORM);
        int buffer = module.type(Op.TypePointer, STORAGE, storage);
        for (int each : buffers) {
            module.op(Op.Variable, buffer, each, STORAGE);
        }
        last = number(ROWS_AT - 1);
        lastSlice = number(SLICES - 1);
        rowsAt = number(ROWS_AT);
        slicesAt = number(SLICES_AT);
        all = number(-1);
        module.op(Op.Function, none, main, 0, function);
    }

    private int number(int value) {
        return module.value(Op.Constant, word, value);
    }

    /** Moves dword x of packed row y in slice z. */
    private void move(boolean isWrite, int x, int y, int z) {
        int bytes = shiftLeft(x, numbers[2]);
        int place = place(bytes, y, z);
        int packed = add(multiply(add(multiply(z, constant(Parameter.ROWS)), y), constant(Parameter.ROW_DWORDS)), x);
        if (!isWrite) {
            store(PACKED, packed, load(SURFACE, place));
            return;
        }
        int left = module.value(Op.ISub, word, constant(Parameter.ROW_BYTES), bytes);
        int isPart = module.value(Op.ULessThan, bool, left, numbers[4]);
        int bits = module.value(Op.Select, word, isPart, shiftLeft(left, numbers[3]), numbers[0]);
        int mask = module.value(Op.Select, word, isPart, module.value(Op.ISub, word, shiftLeft(numbers[1], bits), numbers[1]), all);
        int kept = and(load(SURFACE, place), module.value(Op.Not, word, mask));
        store(SURFACE, place, module.value(Op.BitwiseOr, word, kept, and(load(PACKED, packed), mask)));
    }

    /** The dword of the surface that holds a byte of a row. */
    private int place(int bytes, int y, int z) {
        int elementBits = constant(Parameter.ELEMENT_BITS);
        int column = add(shiftRight(bytes, elementBits), constant(Parameter.ORIGIN_X));
        int row = add(y, constant(Parameter.ORIGIN_Y));
        int inElement = and(bytes, module.value(Op.ISub, word, shiftLeft(numbers[1], elementBits), numbers[1]));
        int byX = load(TABLES, and(column, last));
        int byY = load(TABLES, add(rowsAt, and(row, last)));
        int byZ = load(TABLES, add(slicesAt, and(z, lastSlice)));
        int inBlock = add(module.value(Op.BitwiseXor, word, module.value(Op.BitwiseXor, word, byX, byY), byZ), inElement);
        int block = add(multiply(shiftRight(row, constant(Parameter.Y_BITS)), constant(Parameter.BLOCKS_OF_ROW)),
                shiftRight(column, constant(Parameter.X_BITS)));
        int group = multiply(shiftRight(z, constant(Parameter.GROUP_BITS)), constant(Parameter.GROUP_DWORDS));
        return add(add(constant(Parameter.BASE_DWORD), group), add(shiftLeft(block, constant(Parameter.BLOCK_DWORD_BITS)),
                shiftRight(inBlock, numbers[2])));
    }

    /** What a dispatch is told, in this order. */
    enum Parameter {
        ROW_DWORDS, ROWS, ELEMENT_BITS, ORIGIN_X, ORIGIN_Y, X_BITS, Y_BITS, BLOCKS_OF_ROW, BLOCK_DWORD_BITS, BASE_DWORD, GROUP_DWORDS,
        GROUP_BITS, ROW_BYTES;

        /** Blocks of four words that they take. */
        static final int QUADS = 4;
    }

    private void bind(int variable, int binding) {
        module.op(Op.Decorate, variable, DESCRIPTOR_SET, 0);
        module.op(Op.Decorate, variable, BINDING, binding);
    }

    private int constant(Parameter parameter) {
        int at = parameter.ordinal();
        return module.value(Op.Load, word, module.value(Op.AccessChain, wordOfUniform, constants, numbers[0], numbers[at / 4],
                numbers[at % 4]));
    }

    private int pointer(int binding, int index) {
        return module.value(Op.AccessChain, wordOfStorage, buffers[binding - TABLES], numbers[0], index);
    }

    private int load(int binding, int index) {
        return module.value(Op.Load, word, pointer(binding, index));
    }

    private void store(int binding, int index, int value) {
        module.op(Op.Store, pointer(binding, index), value);
    }

    private int add(int a, int b) {
        return module.value(Op.IAdd, word, a, b);
    }

    private int multiply(int a, int b) {
        return module.value(Op.IMul, word, a, b);
    }

    private int and(int a, int b) {
        return module.value(Op.BitwiseAnd, word, a, b);
    }

    private int shiftLeft(int a, int b) {
        return module.value(Op.ShiftLeftLogical, word, a, b);
    }

    private int shiftRight(int a, int b) {
        return module.value(Op.ShiftRightLogical, word, a, b);
    }
}
