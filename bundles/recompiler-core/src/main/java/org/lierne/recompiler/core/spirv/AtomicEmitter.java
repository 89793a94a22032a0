package org.lierne.recompiler.core.spirv;

import static org.lierne.recompiler.core.spirv.Spv.Op.*;

import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.FloatBits;
import org.lierne.recompiler.ir.MemoryOp;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.program.FloatMode;

/**
 * Operations that read and write a word, or two, in one step. What the host has no instruction for is a loop around compare-and-exchange;
 * its body holds only what depends on the old value, since it runs again whenever another lane came between (rule B-042). Where no lane
 * can come between, the old value is loaded and the new one stored.
 */
final class AtomicEmitter {
    /** What an operation works on. */
    sealed interface Cell permits Shared, Held {
        /** 32 or 64. */
        int bits();
    }

    /** Reached by the host's atomic instructions, of a word or a pair. */
    record Shared(int pointer, int scope, int bits) implements Cell {}

    /**
     * A word, or two with the low one first, that nobody else changes meanwhile.
     *
     * @param scope of relaxed atomic loads and stores, for words that others see later; null for plain ones
     */
    record Held(int[] pointers, @Nullable Integer scope) implements Cell {
        @Override
        public int bits() {
            return 32 * pointers.length;
        }
    }

    /**
     * A lock of the workgroup.
     *
     * @param word a pointer to it; 0 when free
     * @param fences whether barriers of memory stand around what is done under it
     */
    record Lock(int word, boolean fences) {}

    /** Rules C-024 and B-040 state the bits; off, the host's own operations are used. */
    record FloatRules(boolean addition, boolean comparison) {}

    private final Code code;
    private final ModuleBuilder module;
    private final FloatMode mode;
    private final FloatRules rules;

    AtomicEmitter(Code code, ModuleBuilder module, FloatMode mode, FloatRules rules) {
        this.code = code;
        this.module = module;
        this.mode = mode;
        this.rules = rules;
    }

    /**
     * Does the operation and gives the old value, both of the cell's width.
     *
     * @param a the operand; what compare-and-swaps compare with; the bits {@code mskor} clears
     * @param b what compare-and-swaps store, {@code mskor} sets and {@code wrap} adds; else unused
     */
    int apply(MemoryOp op, Cell cell, int a, int b) {
        return switch (cell) {
            case Shared shared -> {
                int type = module.typeInt(shared.bits());
                if (shared.bits() == 64) {
                    module.capability(Spv.Capability.Int64Atomics);
                }
                Integer done = byInstruction(op, type, shared, a, b);
                yield done != null ? done : (Integer) code.exchangeUntilDone(type, shared.pointer(), code.constant(shared.scope()),
                        change(op, new Width(shared.bits()), a, b));
            }
            case Held held -> exchange(held, change(op, new Width(held.bits()), a, b));
        };
    }

    /** Whether an operation on what atomic instructions reach is a loop: where nothing is reached, it would never end. */
    static boolean isLoop(MemoryOp op) {
        return op != MemoryOp.CMPSWAP && instruction(op) == null;
    }

    private static Spv.@Nullable Op instruction(MemoryOp op) {
        return switch (op) {
            case SWAP -> OpAtomicExchange;
            case ADD -> OpAtomicIAdd;
            case SUB -> OpAtomicISub;
            case SMIN -> OpAtomicSMin;
            case UMIN -> OpAtomicUMin;
            case SMAX -> OpAtomicSMax;
            case UMAX -> OpAtomicUMax;
            case AND -> OpAtomicAnd;
            case OR -> OpAtomicOr;
            case XOR -> OpAtomicXor;
            default -> null;
        };
    }

    private @Nullable Integer byInstruction(MemoryOp op, int type, Shared cell, int a, int b) {
        int pointer = cell.pointer();
        int scope = code.constant(cell.scope());
        int relaxed = code.constant(0);
        Spv.Op instruction = instruction(op);
        if (op == MemoryOp.CMPSWAP) {
            return code.op(OpAtomicCompareExchange, type, pointer, scope, relaxed, relaxed, b, a);
        }
        return instruction == null ? null : (Integer) code.op(instruction, type, pointer, scope, relaxed, a);
    }

    /**
     * Does the operation while this lane alone holds a lock. Each turn of the loop takes and gives the lock back, so that lanes which
     * advance together do not wait for one another.
     */
    int applyLocked(MemoryOp op, Held cell, Lock lock, int a, int b) {
        IntUnaryOperator change = change(op, new Width(cell.bits()), a, b);
        int header = module.id();
        int attempt = module.id();
        int critical = module.id();
        int after = module.id();
        int next = module.id();
        int merge = module.id();
        int workgroup = code.constant(Spv.Scope.Workgroup.code());
        code.branch(header);
        code.label(header);
        code.effect(OpLoopMerge, merge, next, Spv.LoopControl.None.code());
        code.branch(attempt);
        code.label(attempt);
        int holder = code.op(OpAtomicCompareExchange, code.word(), lock.word(), workgroup,
                code.constant(0), code.constant(0), code.constant(1), code.constant(0));
        int taken = code.equal(holder, code.constant(0));
        code.effect(OpSelectionMerge, after, Spv.SelectionControl.None.code());
        code.effect(OpBranchConditional, taken, critical, after);
        code.label(critical);
        int fence = code.constant(Spv.MemorySemantics.AcquireRelease.code() | Spv.MemorySemantics.WorkgroupMemory.code());
        if (lock.fences()) {
            code.effect(OpMemoryBarrier, workgroup, fence);
        }
        int found = exchange(cell, change);
        if (lock.fences()) {
            code.effect(OpMemoryBarrier, workgroup, fence);
        }
        code.effect(OpAtomicStore, lock.word(), workgroup, code.constant(0), code.constant(0));
        int end = code.currentLabel();
        code.branch(after);
        code.label(after);
        int type = module.typeInt(cell.bits());
        int result = code.op(OpPhi, type, found, end, module.constantNull(type), attempt);
        code.effect(OpBranchConditional, taken, merge, next);
        code.label(next);
        code.branch(header);
        code.label(merge);
        return result;
    }

    private int exchange(Held cell, IntUnaryOperator change) {
        int old = load(cell);
        store(cell, change.applyAsInt(old));
        return old;
    }

    private int load(Held cell) {
        int[] words = new int[cell.pointers().length];
        for (int i = 0; i < words.length; i++) {
            int pointer = cell.pointers()[i];
            words[i] = cell.scope() == null ? code.load(code.word(), pointer)
                    : code.op(OpAtomicLoad, code.word(), pointer, code.constant(cell.scope()), code.constant(0));
        }
        return words.length == 1 ? words[0] : pair(words[0], words[1]);
    }

    private void store(Held cell, int value) {
        for (int i = 0; i < cell.pointers().length; i++) {
            int word = cell.bits() == 32 ? value : word(value, i);
            if (cell.scope() == null) {
                code.store(cell.pointers()[i], word);
            } else {
                code.effect(OpAtomicStore, cell.pointers()[i], code.constant(cell.scope()), code.constant(0), word);
            }
        }
    }

    /** Two words as one of 64 bits. */
    int pair(int low, int high) {
        return code.op(OpBitcast, module.typeInt(64), code.construct(words(), low, high));
    }

    /** 64 bits as a vector of two words. */
    int split(int pair) {
        return code.op(OpBitcast, words(), pair);
    }

    private int word(int pair, int index) {
        return code.extract(code.word(), split(pair), index);
    }

    private int words() {
        return module.typeVector(code.word(), 2);
    }

    // What memory becomes.

    private IntUnaryOperator change(MemoryOp op, Width w, int a, int b) {
        return switch (op) {
            case SWAP -> _ -> a;
            case CMPSWAP -> old -> w.select(w.test(OpIEqual, old, a), b, old);
            case ADD -> old -> w.op(OpIAdd, old, a);
            case SUB -> old -> w.op(OpISub, old, a);
            case RSUB -> old -> w.op(OpISub, a, old);
            case SMIN -> old -> w.select(w.test(OpSLessThan, old, a), old, a);
            case UMIN -> old -> w.select(w.test(OpULessThan, old, a), old, a);
            case SMAX -> old -> w.select(w.test(OpSLessThan, a, old), old, a);
            case UMAX -> old -> w.select(w.test(OpULessThan, a, old), old, a);
            case AND -> old -> w.op(OpBitwiseAnd, old, a);
            case OR -> old -> w.op(OpBitwiseOr, old, a);
            case XOR -> old -> w.op(OpBitwiseXor, old, a);
            case INC -> old -> w.select(w.test(OpULessThan, old, a), w.op(OpIAdd, old, w.constant(1)), w.constant(0));
            case DEC -> old -> {
                int wraps = code.op(OpLogicalOr, code.bool(), w.isZero(old), w.test(OpULessThan, a, old));
                return w.select(wraps, a, w.op(OpISub, old, w.constant(1)));
            };
            case MSKOR -> {
                int kept = code.op(OpNot, w.type, a);
                yield old -> w.op(OpBitwiseOr, w.op(OpBitwiseAnd, old, kept), b);
            }
            case WRAP -> old -> w.select(w.test(OpULessThan, old, a), w.op(OpIAdd, old, b), w.op(OpISub, old, a));
            case CONDXCHG -> {
                int exchanges = w.test(OpINotEqual, w.op(OpBitwiseAnd, a, w.constant(w.sign)), w.constant(0));
                int stored = w.op(OpBitwiseAnd, a, w.constant(w.sign - 1));
                yield old -> w.select(exchanges, stored, old);
            }
            case FADD -> rules.addition() ? sum(w, a) : hostSum(a);
            case FMIN -> rules.comparison() ? extreme(w, a, false) : old -> w.hostExtreme(Spv.Glsl.NMin, old, a);
            case FMAX -> rules.comparison() ? extreme(w, a, true) : old -> w.hostExtreme(Spv.Glsl.NMax, old, a);
            case FCMPSWAP -> equalSwap(w, a, b);
            case LOAD, STORE, ORDERED_ADD, ORDERED_SWAP -> throw new IllegalStateException(op + " changes nothing in one step");
        };
    }

    private IntUnaryOperator hostSum(int data) {
        int addend = code.asFloat(data);
        return old -> code.asWord(code.exact(OpFAdd, code.float32(), code.asFloat(old), addend));
    }

    /** Rule B-040: NaNs quieted, the data's first; nearest even always; operands and result flushed by a bit of the mode each. */
    private IntUnaryOperator sum(Width w, int data) {
        boolean flushesResult = (mode.denormals32() & 2) == 0;
        int addend = code.asFloat(w.flushed(data));
        int isNan = w.isNan(data);
        int quieted = w.quieted(data);
        return old -> {
            int raw = code.asWord(code.exact(OpFAdd, code.float32(), code.asFloat(w.flushed(old)), addend));
            int valid = w.select(w.isNan(raw), w.constant(FloatBits.defaultNan(ScalarType.F32)), flushesResult ? w.flushedAlways(raw) : raw);
            return w.select(isNan, quieted, w.select(w.isNan(old), w.quieted(old), valid));
        };
    }

    /** Rule C-024: signalling NaNs win quieted, quiet ones lose, and -0 lies below +0. */
    private IntUnaryOperator extreme(Width w, int data, boolean greatest) {
        int operand = w.flushed(data);
        int isNan = w.isNan(operand);
        int isSignalling = w.isSignalling(operand);
        int quieted = w.quieted(operand);
        int order = w.order(operand);
        return old -> {
            int before = w.flushed(old);
            int beforeOrder = w.order(before);
            int wins = greatest ? w.test(OpULessThan, order, beforeOrder) : w.test(OpULessThan, beforeOrder, order);
            int number = w.select(code.op(OpLogicalOr, code.bool(), isNan, wins), before, operand);
            int notNan = w.select(w.isNan(before), operand, number);
            return w.select(isSignalling, quieted, w.select(w.isSignalling(before), w.quieted(before), notNan));
        };
    }

    /** Rule C-024: the flushed values are compared, both zeros are equal, NaNs never. */
    private IntUnaryOperator equalSwap(Width w, int compared, int stored) {
        int operand = w.flushed(compared);
        int isNumber = code.notBool(w.isNan(operand));
        int isZero = w.isZero(w.size(operand));
        return old -> {
            int before = w.flushed(old);
            int same = code.both(w.test(OpIEqual, before, operand), isNumber);
            int zeros = code.both(w.isZero(w.size(before)), isZero);
            return w.select(code.op(OpLogicalOr, code.bool(), same, zeros), stored, old);
        };
    }

    /** Operations on values of one width. */
    private final class Width {
        private final int bits;
        private final int type;
        private final ScalarType real;
        private final long sign;
        private final boolean flushes;

        Width(int bits) {
            this.bits = bits;
            this.type = module.typeInt(bits);
            this.real = bits == 64 ? ScalarType.F64 : ScalarType.F32;
            this.sign = FloatBits.sign(real);
            this.flushes = ((bits == 64 ? mode.denormals16() : mode.denormals32()) & 1) == 0;
        }

        int constant(long value) {
            return module.constant(type, bits, value);
        }

        int op(Spv.Op op, int a, int b) {
            return code.op(op, type, a, b);
        }

        int test(Spv.Op op, int a, int b) {
            return code.op(op, code.bool(), a, b);
        }

        int select(int condition, int yes, int no) {
            return code.select(type, condition, yes, no);
        }

        int isZero(int value) {
            return test(OpIEqual, value, constant(0));
        }

        /** Without the sign. */
        int size(int value) {
            return op(OpBitwiseAnd, value, constant(sign - 1));
        }

        int isNan(int value) {
            return test(OpULessThan, constant(FloatBits.infinity(real)), size(value));
        }

        int isSignalling(int value) {
            return code.both(isNan(value), isZero(op(OpBitwiseAnd, value, constant(FloatBits.quiet(real)))));
        }

        int quieted(int value) {
            return op(OpBitwiseOr, value, constant(FloatBits.quiet(real)));
        }

        /** The value as an operation reads it: a denormal is a zero of its sign where the mode flushes inputs. */
        int flushed(int value) {
            return flushes ? flushedAlways(value) : value;
        }

        int flushedAlways(int value) {
            int tiny = test(OpULessThan, size(value), constant(FloatBits.smallestNormal(real)));
            return select(tiny, op(OpBitwiseAnd, value, constant(sign)), value);
        }

        /** Unsigned numbers in the order of the floats: negative ones from the end up, positive ones above all of them. */
        int order(int value) {
            int negative = op(OpShiftRightArithmetic, value, code.constant(bits - 1));
            return op(OpBitwiseXor, value, op(OpBitwiseOr, negative, constant(sign)));
        }

        int hostExtreme(Spv.Glsl op, int old, int data) {
            int floats = module.typeFloat(bits);
            return code.op(OpBitcast, type, code.glsl(op, floats, code.op(OpBitcast, floats, old), code.op(OpBitcast, floats, data)));
        }
    }
}
