package org.lierne.recompiler.core.spirv;

import static org.lierne.recompiler.core.spirv.Spv.Op.*;

import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Writes the function's instructions. Methods are named for the operation and give the result's id; words are the unsigned 32-bit
 * type unless a name says otherwise.
 */
final class Code {
    private final ModuleBuilder module;
    private final Words body;
    private int label;

    Code(ModuleBuilder module) {
        this(module, module.body());
    }

    /** Writes another function's instructions. */
    Code(ModuleBuilder module, Words body) {
        this.module = module;
        this.body = body;
    }

    /** An instruction with type and result. */
    int op(Spv.Op op, int type, int... operands) {
        int id = module.id();
        int[] words = new int[operands.length + 2];
        words[0] = type;
        words[1] = id;
        System.arraycopy(operands, 0, words, 2, operands.length);
        body.instruction(op, words);
        return id;
    }

    /** An instruction without result. */
    void effect(Spv.Op op, int... operands) {
        body.instruction(op, operands);
    }

    /** An extended instruction of GLSL.std.450. */
    int glsl(Spv.Glsl op, int type, int... operands) {
        return op(OpExtInst, type, Words.join(new int[] {module.glsl(), op.code()}, operands));
    }

    /** Starts a block. */
    void label(int id) {
        body.instruction(OpLabel, id);
        label = id;
    }

    /** The block being written. */
    int currentLabel() {
        return label;
    }

    void branch(int target) {
        effect(OpBranch, target);
    }

    // Words.

    int word() {
        return module.typeInt(32);
    }

    int constant(int value) {
        return module.constant(value);
    }

    int add(int a, int b) {
        return op(OpIAdd, word(), a, b);
    }

    /** Adds a constant; adding 0 writes nothing. */
    int addConstant(int a, int value) {
        return value == 0 ? a : add(a, constant(value));
    }

    int sub(int a, int b) {
        return op(OpISub, word(), a, b);
    }

    int mul(int a, int b) {
        return op(OpIMul, word(), a, b);
    }

    int and(int a, int b) {
        return op(OpBitwiseAnd, word(), a, b);
    }

    int or(int a, int b) {
        return op(OpBitwiseOr, word(), a, b);
    }

    int not(int a) {
        return op(OpNot, word(), a);
    }

    int shiftLeft(int a, int count) {
        return op(OpShiftLeftLogical, word(), a, count);
    }

    int shiftRight(int a, int count) {
        return op(OpShiftRightLogical, word(), a, count);
    }

    int shiftRightConstant(int a, int count) {
        return count == 0 ? a : shiftRight(a, constant(count));
    }

    /** The word that begins {@code shift} bits behind the start of one, less than 32, and ends in the next. */
    int joined(int word, int next, int shift) {
        int above = shiftLeft(shiftLeft(next, constant(1)), sub(constant(31), shift));
        return or(shiftRight(word, shift), above);
    }

    /** Bits of a word, zero-extended. */
    int field(int a, int offset, int bits) {
        if (offset == 0 && bits == 32) {
            return a;
        }
        if (offset + bits == 32) {
            return shiftRight(a, constant(offset));
        }
        return op(OpBitFieldUExtract, word(), a, constant(offset), constant(bits));
    }

    /** Bits of a word, sign-extended. */
    int signedField(int a, int offset, int bits) {
        return offset == 0 && bits == 32 ? a : op(OpBitFieldSExtract, word(), a, constant(offset), constant(bits));
    }

    int select(int type, int condition, int yes, int no) {
        return op(OpSelect, type, condition, yes, no);
    }

    int selectWord(int condition, int yes, int no) {
        return select(word(), condition, yes, no);
    }

    // Conditions.

    int bool() {
        return module.typeBool();
    }

    int equal(int a, int b) {
        return op(OpIEqual, bool(), a, b);
    }

    int notEqual(int a, int b) {
        return op(OpINotEqual, bool(), a, b);
    }

    int lessUnsigned(int a, int b) {
        return op(OpULessThan, bool(), a, b);
    }

    int both(int a, int b) {
        return op(OpLogicalAnd, bool(), a, b);
    }

    int notBool(int a) {
        return op(OpLogicalNot, bool(), a);
    }

    // Floats.

    int float32() {
        return module.typeFloat(32);
    }

    int constantFloat(float value) {
        return module.constantFloat(value);
    }

    int asFloat(int word) {
        return op(OpBitcast, float32(), word);
    }

    int asWord(int value) {
        return op(OpBitcast, word(), value);
    }

    /** A sum that must not be contracted with the product it takes. */
    int exact(Spv.Op op, int type, int... operands) {
        int id = op(op, type, operands);
        module.decorate(id, Spv.Decoration.NoContraction);
        return id;
    }

    /**
     * One half of a word as a float. The high half is shifted down first: constant folding of the second component is wrong in
     * Mesa before 23 ({@code unpack_half_2x16} of a constant gives 0 there).
     */
    int halfFloat(int word, int index) {
        int low = index == 0 ? word : shiftRight(word, constant(16));
        int pair = glsl(Spv.Glsl.UnpackHalf2x16, module.typeVector(float32(), 2), low);
        return extract(float32(), pair, 0);
    }

    // Structure.

    /** Runs {@code then} where the condition holds; gives a value that is {@code otherwise} elsewhere. */
    int when(int condition, int type, int otherwise, java.util.function.IntSupplier then) {
        int from = currentLabel();
        int yes = module.id();
        int merge = module.id();
        effect(OpSelectionMerge, merge, Spv.SelectionControl.None.code());
        effect(OpBranchConditional, condition, yes, merge);
        label(yes);
        int result = then.getAsInt();
        int end = currentLabel();
        branch(merge);
        label(merge);
        return op(OpPhi, type, result, end, otherwise, from);
    }

    /** One of two values, each computed only where it is needed. */
    int choose(int condition, int type, java.util.function.IntSupplier then, java.util.function.IntSupplier otherwise) {
        int yes = module.id();
        int no = module.id();
        int merge = module.id();
        effect(OpSelectionMerge, merge, Spv.SelectionControl.None.code());
        effect(OpBranchConditional, condition, yes, no);
        label(yes);
        int first = then.getAsInt();
        int firstEnd = currentLabel();
        branch(merge);
        label(no);
        int second = otherwise.getAsInt();
        int secondEnd = currentLabel();
        branch(merge);
        label(merge);
        return op(OpPhi, type, first, firstEnd, second, secondEnd);
    }

    /** Runs {@code then} where the condition holds; null means always. */
    void when(@Nullable Integer condition, Runnable then) {
        if (condition == null) {
            then.run();
            return;
        }
        int yes = module.id();
        int merge = module.id();
        effect(OpSelectionMerge, merge, Spv.SelectionControl.None.code());
        effect(OpBranchConditional, condition, yes, merge);
        label(yes);
        then.run();
        branch(merge);
        label(merge);
    }

    /**
     * Replaces the integer behind a pointer by what {@code change} makes of it, by compare and exchange until nobody came between.
     *
     * @return the value before
     */
    int exchangeUntilDone(int type, int pointer, int scope, IntUnaryOperator change) {
        int header = module.id();
        int next = module.id();
        int merge = module.id();
        int zero = constant(0);
        int first = op(OpAtomicLoad, type, pointer, scope, zero);
        int from = currentLabel();
        branch(header);
        label(header);
        int seen = module.id();
        int old = module.id();
        effect(OpPhi, type, old, first, from, seen, next);
        effect(OpLoopMerge, merge, next, Spv.LoopControl.None.code());
        int test = module.id();
        branch(test);
        label(test);
        int changed = change.applyAsInt(old);
        effect(OpAtomicCompareExchange, type, seen, pointer, scope, zero, zero, changed, old);
        effect(OpBranchConditional, equal(seen, old), merge, next);
        label(next);
        branch(header);
        label(merge);
        return seen;
    }

    // Vectors.

    int extract(int type, int vector, int index) {
        return op(OpCompositeExtract, type, vector, index);
    }

    int construct(int type, int... parts) {
        return op(OpCompositeConstruct, type, parts);
    }

    int load(int type, int pointer) {
        return op(OpLoad, type, pointer);
    }

    void store(int pointer, int value) {
        effect(OpStore, pointer, value);
    }

    int chain(int pointerType, int base, int... indices) {
        return op(OpAccessChain, pointerType, Words.join(new int[] {base}, indices));
    }
}
