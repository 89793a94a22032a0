package org.lierne.recompiler.isa;

/** The eight integer comparisons, in opcode order. */
public enum IntCondition {
    F, LT, EQ, LE, GT, NE, GE, T;

    /** Whether the condition holds for {@code compare(a, b)}'s sign. */
    public boolean holds(int order) {
        return switch (this) {
            case F -> false;
            case LT -> order < 0;
            case EQ -> order == 0;
            case LE -> order <= 0;
            case GT -> order > 0;
            case NE -> order != 0;
            case GE -> order >= 0;
            case T -> true;
        };
    }
}
