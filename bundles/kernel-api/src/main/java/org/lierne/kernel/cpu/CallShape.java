package org.lierne.kernel.cpu;

import java.util.List;

/**
 * How the guest passes arguments to an import: what decides which native stub it needs. Integers, pointers and enums are always one
 * {@code LONG}, so that a few dozen shapes serve every export.
 *
 * @param parameters empty if variadic: the target then takes one {@link RegisterFrame}
 */
public record CallShape(List<Kind> parameters, Result result, boolean variadic) {
    /** The register class of a parameter. */
    public enum Kind { LONG, FLOAT, DOUBLE }

    /** Where the result goes. */
    public enum Result { VOID, LONG, FLOAT, DOUBLE }

    public CallShape {
        parameters = List.copyOf(parameters);
    }

    /** 8-byte words that the caller leaves on its stack: integers beyond six and floating-point arguments beyond eight. */
    public int stackWords() {
        int longs = 0;
        int floats = 0;
        for (Kind kind : parameters) {
            if (kind == Kind.LONG) {
                longs++;
            } else {
                floats++;
            }
        }
        return variadic ? 0 : Math.max(0, longs - 6) + Math.max(0, floats - 8);
    }
}
