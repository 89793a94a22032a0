package org.lierne.devicetests;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.lierne.shader.harness.VulkanRows;

/** Random programs of successive seeds on interpreter and device, by as many threads as there are processors. */
final class RandomRun {
    /** Programs that share a device and a translator, both of which keep what they have made. */
    private static final int TOGETHER = 100;

    /** What a driver does to the signs of zeros by default is left to it; here everything is to be as IEEE 754 has it. */
    private static final Map<String, Boolean> SIGNS_OF_ZEROS = Map.of("quirk.driver.llvmpipe.zero-operand.sums", true);

    private final int length;
    private final long end;
    private final AtomicLong next;
    private final Map<String, Integer> refusals = new ConcurrentSkipListMap<>();
    private final List<ProgramComparison.Outcome> finds = new ArrayList<>();

    private RandomRun(long first, long count, int length) {
        this.next = new AtomicLong(first);
        this.end = first + count;
        this.length = length;
    }

    /**
     * Runs programs to the end, whatever is found.
     *
     * @param first  the first seed
     * @param length instructions in each program
     */
    static RandomRun of(long first, long count, int length) {
        RandomRun run = new RandomRun(first, count, length);
        int workers = Runtime.getRuntime().availableProcessors();
        try (ExecutorService threads = Executors.newFixedThreadPool(workers)) {
            for (Future<?> worker : threads.invokeAll(java.util.Collections.nCopies(workers, run.worker()))) {
                worker.get();
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("a worker ended early", e);
        }
        return run;
    }

    private Callable<Boolean> worker() {
        return () -> {
            for (long seed = next.getAndAdd(TOGETHER); seed < end; seed = next.getAndAdd(TOGETHER)) {
                compare(seed, Math.min(end, seed + TOGETHER), length, refusals, _ -> { }, this::note);
            }
            return true;
        };
    }

    /**
     * Compares programs one after the other on one device.
     *
     * @param to     the seed behind the last one
     * @param before told each seed before its program is made
     * @param found  told what somebody has to look at, as small as it would go
     */
    static void compare(long from, long to, int length, Map<String, Integer> refusals, LongConsumer before,
            Consumer<ProgramComparison.Outcome> found) {
        try (VulkanRows device = Wiring.rows(SIGNS_OF_ZEROS)) {
            ProgramComparison comparison = new ProgramComparison(device, refusals);
            for (long seed = from; seed < to; seed++) {
                before.accept(seed);
                ProgramComparison.Outcome outcome = comparison.compare(ProgramGenerator.program(seed, length));
                if (outcome.ending().isFind()) {
                    found.accept(new ProgramShrinker(comparison).shrink(outcome));
                }
            }
        }
    }

    private synchronized void note(ProgramComparison.Outcome outcome) {
        finds.add(outcome);
    }

    /** What was found, each made as small as it would go. */
    List<String> reports() {
        return finds.stream().map(ProgramComparison.Outcome::report).toList();
    }

    /** What was left out of the programs because interpreter or translator refuse it, and how often. */
    Map<String, Integer> refusals() {
        return refusals;
    }
}
