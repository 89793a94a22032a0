package org.lierne.devicetests;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One process of a long run: compares the programs of a portion and tells each step on standard output, since a driver may take the
 * process with it. Lines that begin with {@link #MARK} hold a word and its tab-separated parts:
 * {@code at SEED} before a program, {@code find SEED ENDING TEXT} and {@code row ROW} after one that somebody has to look at,
 * {@code refused TIMES WHAT} and {@code end} behind the last.
 */
final class RandomWorker {
    static final String MARK = "random:";

    /** A program that takes longer, shrinking included, has a driver that does not come back. */
    private static final long PATIENCE_NS = 300_000_000_000L;

    private static final int CHECK_MS = 1000;

    private final AtomicLong seed = new AtomicLong();
    private final AtomicLong since = new AtomicLong(System.nanoTime());

    private RandomWorker() {}

    /** First seed, number of programs, instructions in each. */
    public static void main(String[] arguments) {
        long first = Long.parseLong(arguments[0]);
        RandomWorker worker = new RandomWorker();
        Thread.ofPlatform().daemon().start(worker::watch);
        Map<String, Integer> refusals = new TreeMap<>();
        RandomRun.compare(first, first + Long.parseLong(arguments[1]), Integer.parseInt(arguments[2]), refusals, worker::begin, worker::found);
        refusals.forEach((what, times) -> tell("refused", times, what));
        tell("end");
        halt();
    }

    private void begin(long program) {
        seed.set(program);
        since.set(System.nanoTime());
        tell("at", program);
    }

    private void found(ProgramComparison.Outcome outcome) {
        tell("find", outcome.program().seed(), outcome.ending(), outcome.what());
        tell("row", outcome.row());
        if (outcome.ending() == ProgramComparison.Ending.OVERDUE) {
            halt();
        }
    }

    private void watch() {
        while (true) {
            try {
                Thread.sleep(CHECK_MS);
            } catch (InterruptedException e) {
                return;
            }
            if (System.nanoTime() - since.get() > PATIENCE_NS) {
                tell("find", seed, ProgramComparison.Ending.OVERDUE, "the driver did not come back");
                halt();
            }
        }
    }

    private static void tell(Object... parts) {
        StringBuilder line = new StringBuilder(MARK);
        for (Object part : parts) {
            line.append('\t').append(String.valueOf(part).replaceAll("\\s*\n\\s*", ", "));
        }
        System.out.println(line);
    }

    /** Ends without closing what a driver at work would not let go. */
    private static void halt() {
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }
}
