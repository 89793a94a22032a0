package org.lierne.recompiler.ir;

import java.util.Locale;

/** What an access to buffer, global or LDS memory does. Atomics return the old value when they have a result. */
public enum MemoryOp {
    LOAD, STORE,
    SWAP, CMPSWAP, ADD, SUB, RSUB, SMIN, UMIN, SMAX, UMAX, AND, OR, XOR, INC, DEC, MSKOR,
    FADD, FMIN, FMAX, FCMPSWAP,
    /** LDS only: exchange if different words, append and consume counters. */
    CONDXCHG, APPEND, CONSUME;

    public boolean isAtomic() {
        return this != LOAD && this != STORE;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
