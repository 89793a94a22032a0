package org.lierne.lib.kernel;

import org.lierne.kernel.title.CompatMode;

/** Where the kernel library's answers are not proven to be the system's. */
public enum KernelLibraryCompat implements CompatMode {
    /** The time-stamp counter's calls count nanoseconds; the instruction counts the host's clock. */
    TIME_STAMP_COUNTER("kernel.time-stamp-counter"),
    /** Pages of the memory pool have one state, and a batch entry one layout. */
    MEMORY_POOL("kernel.memory.pool"),
    /** Where a cancelled thread ends. */
    CANCELLATION("kernel.cancellation"),
    /** What a handler of a signal sees, and when it runs. */
    EXCEPTION_HANDLERS("kernel.exception-handlers");

    private final String id;

    KernelLibraryCompat(String id) {
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }
}
