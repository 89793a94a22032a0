package org.lierne.recompiler.core.interpreter;

import org.lierne.recompiler.isa.Effect.Memory.Action;
import org.lierne.recompiler.isa.FloatFormat;

/** What an atomic operation leaves in memory. Values are 32 or 64 bits wide, zero-extended. */
final class Atomics {
    private Atomics() {
    }

    /**
     * The new value of memory.
     *
     * @param data    the operand, or the value to store of a compare-and-swap
     * @param compare what a compare-and-swap compares with
     */
    static long apply(Action action, FloatUnit floats, int bits, long old, long data, long compare) {
        FloatFormat f = bits == 64 ? FloatFormat.F64 : FloatFormat.F32;
        long mask = bits == 64 ? -1 : 0xffffffffL;
        long signedOld = bits == 64 ? old : (int) old;
        long signedData = bits == 64 ? data : (int) data;
        boolean below = Long.compareUnsigned(old, data) < 0;
        return mask & switch (action) {
            case SWAP -> data;
            case CMPSWAP -> old == compare ? data : old;
            case ADD -> old + data;
            case SUB -> old - data;
            case SMIN -> signedOld < signedData ? old : data;
            case UMIN -> below ? old : data;
            case SMAX -> signedOld > signedData ? old : data;
            case UMAX -> below ? data : old;
            case AND -> old & data;
            case OR -> old | data;
            case XOR -> old ^ data;
            case INC -> Long.compareUnsigned(old, data) >= 0 ? 0 : old + 1;
            case DEC -> old == 0 || Long.compareUnsigned(old, data) > 0 ? data : old - 1;
            case FCMPSWAP -> floats.atomicEquals(f, old, compare) ? data : old;
            case FMIN -> floats.atomicMinMax(f, old, data, false);
            case FMAX -> floats.atomicMinMax(f, old, data, true);
            case LOAD, STORE -> old;
        };
    }
}
