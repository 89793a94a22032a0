package org.lierne.kernel.cpu;

import java.lang.invoke.MethodHandle;
import java.util.List;

/**
 * What an import calls.
 *
 * @param handle         takes {@code long}, {@code float} or {@code double} as the shape says (variadic: one {@link RegisterFrame}), and
 *                       gives its result; may throw anything: the cpu turns it into a stop
 * @param library        library, function and NID for reports
 * @param front          a native function that is asked first and may leave the call to the handle; empty for none
 * @param parameterNames one name a parameter of the shape, for reports
 */
public record CallTarget(MethodHandle handle, CallShape shape, String library, String function, String nid,
        String front, List<String> parameterNames) {
    public CallTarget {
        parameterNames = List.copyOf(parameterNames);
    }

    /** A call that the handle alone serves. */
    public CallTarget(MethodHandle handle, CallShape shape, String library, String function, String nid, List<String> parameterNames) {
        this(handle, shape, library, function, nid, "", parameterNames);
    }
}
