package org.lierne.recompiler.core.interpreter;

/** Where flat addresses mean LDS and scratch (rule B-003). */
final class Apertures {
    /** High word of shared addresses. */
    static final int SHARED_HIGH = 0x80000000;
    /** High word of private addresses. */
    static final int PRIVATE_HIGH = 0x70000000;
    static final long SHARED_BASE = (long) SHARED_HIGH << 32;
    static final long PRIVATE_BASE = (long) PRIVATE_HIGH << 32;

    private Apertures() {
    }
}
