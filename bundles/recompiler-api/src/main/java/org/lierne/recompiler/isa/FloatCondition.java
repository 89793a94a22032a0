package org.lierne.recompiler.isa;

/** The sixteen float comparisons, in opcode order: bit 0 less, bit 1 equal, bit 2 greater, bit 3 unordered. */
public enum FloatCondition {
    F, LT, EQ, LE, GT, LG, GE, O, U, NGE, NLG, NGT, NLE, NEQ, NLT, TRU;

    /** Whether the condition holds for a pair whose relation has the given bit (1 less, 2 equal, 4 greater, 8 unordered). */
    public boolean holds(int relation) {
        return (ordinal() & relation) != 0;
    }
}
