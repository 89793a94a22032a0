package org.lierne.recompiler.ir;

/** The structured construct a block heads, as in SPIR-V. Block ids. */
public sealed interface Merge {
    /** The block heads no construct. */
    record None() implements Merge {
    }

    /** Both ways of the block's branch come together in {@code merge}. */
    record Selection(int merge) implements Merge {
    }

    /** The block heads a loop left to {@code merge} and repeated from {@code continueTarget}. */
    record Loop(int merge, int continueTarget) implements Merge {
    }

    /** The usual answer. */
    Merge NONE = new None();
}
