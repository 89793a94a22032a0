package org.lierne.console;

import java.io.PrintStream;

/** One line at the bottom of a terminal that tells how far long work is, and goes with its end; nothing where errors go to a file. */
final class ProgressLine implements AutoCloseable {
    private static final long PAUSE_NS = 100_000_000;
    private static final String BEGIN = "\r\033[K";

    private final PrintStream err;
    private final boolean isTerminal;
    private boolean isShown;
    private long shownNs;

    /** @param isTerminal whether {@code err} is one */
    ProgressLine(PrintStream err, boolean isTerminal) {
        this.err = err;
        this.isTerminal = isTerminal;
    }

    /** On this process's standard error, if the command found that to be a terminal. */
    static ProgressLine on(Verb.Streams streams) {
        return new ProgressLine(streams.err(), streams.err() == System.err && Boolean.getBoolean("lierne.terminal"));
    }

    /** Whether anybody sees it. */
    boolean isSeen() {
        return isTerminal;
    }

    /** Shows how far the work is, ten times a second at most. */
    synchronized void show(String text) {
        long nowNs = System.nanoTime();
        if (isTerminal && (!isShown || nowNs - shownNs >= PAUSE_NS)) {
            err.print(BEGIN + "lierne: " + text);
            err.flush();
            isShown = true;
            shownNs = nowNs;
        }
    }

    @Override
    public synchronized void close() {
        if (isShown) {
            err.print(BEGIN);
            err.flush();
            isShown = false;
        }
    }
}
