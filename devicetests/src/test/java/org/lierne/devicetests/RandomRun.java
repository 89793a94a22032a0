package org.lierne.devicetests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.lierne.recompiler.isa.MeasuredRow;
import org.lierne.shader.harness.VulkanRows;

/** Random programs of successive seeds on interpreter and device, by as many workers as there are processors. */
final class RandomRun {
    /** Where rows of what differs are written; each may go into {@code computed.rows.tsv} as it is. */
    static final Path FOUND = Path.of("target", "random.rows.tsv");

    /** Programs that share a device and a translator, both of which keep what they have made. */
    private static final int TOGETHER = 100;

    private final int length;
    private final long end;
    private final AtomicLong next;
    private final Map<String, Integer> refusals = new ConcurrentSkipListMap<>();
    private final List<ProgramComparison.Outcome> different = new ArrayList<>();

    private RandomRun(long first, long count, int length) {
        this.next = new AtomicLong(first);
        this.end = first + count;
        this.length = length;
    }

    /**
     * Runs programs to the end, whatever differs.
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
                compare(seed, Math.min(end, seed + TOGETHER));
            }
            return true;
        };
    }

    private void compare(long from, long to) {
        try (VulkanRows device = Wiring.rows()) {
            ProgramComparison comparison = new ProgramComparison(device, refusals);
            for (long seed = from; seed < to; seed++) {
                ProgramComparison.Outcome outcome = comparison.compare(ProgramGenerator.program(seed, length));
                if (outcome.difference() != null) {
                    ProgramComparison.Outcome small = new ProgramShrinker(comparison).shrink(outcome.program());
                    note(small.difference() == null ? outcome : small); // what does not come again is told as it was
                }
            }
        }
    }

    private synchronized void note(ProgramComparison.Outcome outcome) {
        different.add(outcome);
        List<String> rows = new ArrayList<>(List.of(MeasuredRow.HEADER));
        different.forEach(each -> rows.add(each.row()));
        try {
            Files.createDirectories(FOUND.toAbsolutePath().getParent());
            Files.write(FOUND, rows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What differed, each made as small as it would go. */
    List<String> reports() {
        return different.stream().map(ProgramComparison.Outcome::report).toList();
    }

    /** What was left out of the programs because interpreter or translator refuse it, and how often. */
    Map<String, Integer> refusals() {
        return refusals;
    }
}
