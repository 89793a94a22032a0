package org.lierne.recompiler.ir;

import java.util.Locale;

/** What an access to buffer, global or LDS memory does. Atomics return the old value when they have a result. */
public enum MemoryOp {
    LOAD, STORE,
    SWAP, CMPSWAP, ADD, SUB, RSUB, SMIN, UMIN, SMAX, UMAX, AND, OR, XOR, INC, DEC, MSKOR,
    FADD, FMIN, FMAX, FCMPSWAP,
    /**
     * LDS only. {@code wrap}: less the first operand where that leaves no negative number, else plus the second. {@code condxchg}: a word
     * whose highest bit is set is stored without it, another is not stored.
     */
    WRAP, CONDXCHG,
    /** In the global data share only: an addition or exchange that the waves of a dispatch do in their order (rule C-033). */
    ORDERED_ADD, ORDERED_SWAP;

    public boolean isAtomic() {
        return this != LOAD && this != STORE;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
