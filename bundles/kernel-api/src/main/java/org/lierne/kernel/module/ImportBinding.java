package org.lierne.kernel.module;

import org.lierne.kernel.cpu.CallTarget;

/** Who serves an import that no guest module serves. */
public sealed interface ImportBinding {
    /** A function in Java; {@code plugin} is the bundle's plugin id. */
    record Function(CallTarget target, String plugin) implements ImportBinding {}

    /** A data object, at this guest address. */
    record Data(long address, String plugin) implements ImportBinding {}

    /** Nobody: calling it refuses with this target. */
    record Refusing(CallTarget target, String name) implements ImportBinding {}
}
