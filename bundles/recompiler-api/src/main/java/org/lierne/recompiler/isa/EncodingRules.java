package org.lierne.recompiler.isa;

import org.jspecify.annotations.Nullable;

/** Which modifier and reserved bits an encoding allows. */
final class EncodingRules {
    private EncodingRules() {
    }

    /** What is wrong with bits that are not operands, or null. */
    static @Nullable String problem(Decoded d) {
        return null;
    }
}
