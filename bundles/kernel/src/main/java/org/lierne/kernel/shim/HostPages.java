package org.lierne.kernel.shim;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The host's pages that were written since they were last asked for (src/main/native/pages.c). */
public final class HostPages {
    /** Words that tell of a run of pages: first address, end, and one of no interest. */
    public static final int RUN_WORDS = 3;

    private static final MethodHandle OPEN = Shim.handle("pages_open", FunctionDescriptor.of(JAVA_INT));
    private static final MethodHandle WATCH = Shim.handle("pages_watch", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle SCAN =
            Shim.handle("pages_scan", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS));

    private HostPages() {}

    private static AssertionError unexpected(Throwable e) {
        return new AssertionError("a native call threw", e);
    }

    /** Once for the process. @return 0, or the negative error number where the host does not tell */
    public static int open() {
        try {
            return (int) OPEN.invokeExact();
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Mapped memory may be scanned from now on. @return 0 or the negative error number */
    public static int watch(long address, long bytes) {
        try {
            return (int) WATCH.invokeExact(address, bytes);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /**
     * Finds what was written since the last scan; writes to it are noticed again.
     *
     * @param runs takes {@link #RUN_WORDS} words a run
     * @param next takes where to go on, the end of the range where nothing is left
     * @return how many runs there are, or the negative error number
     */
    public static int scan(long address, long bytes, MemorySegment runs, MemorySegment next) {
        try {
            return (int) SCAN.invokeExact(address, bytes, runs, runs.byteSize() / (RUN_WORDS * Long.BYTES), next);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }
}
