package org.lierne.launcher;

import java.io.PrintStream;
import org.apache.felix.framework.Logger;
import org.jspecify.annotations.Nullable;

/** What Felix has to say: its own logger writes whole stack traces to standard output, which belongs to the verb. */
final class FrameworkLog extends Logger {
    private final PrintStream errors;
    private boolean isOpening = true;
    private boolean hasFailed;

    FrameworkLog(PrintStream errors) {
        this.errors = errors;
    }

    @Override
    protected synchronized void doLog(int level, @Nullable String message, @Nullable Throwable thrown) {
        if (level != LOG_ERROR) {
            return;
        }
        if (isOpening) {
            hasFailed = true;
        } else {
            errors.println("lierne: framework: " + message + (thrown == null ? "" : ": " + thrown));
        }
    }

    /** The cache is open; from now on errors are printed. True if it opened without one. */
    synchronized boolean opened() {
        isOpening = false;
        return !hasFailed;
    }
}
