package org.lierne.itests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Tells what hangs from what a machine starves: time in which threads of this process stood ready and got no processor does not count against
 * it, time on a processor does. So threads that only keep one another busy count as hanging, as slowly as the machine lets them run.
 * Documented: proc(5), the first two numbers of a task's {@code schedstat}.
 */
final class Patience {
    private static final long LOOK_NS = TimeUnit.SECONDS.toNanos(1);
    private static final Path THREADS = Path.of("/proc/self/task");

    /** What the threads of this process did so far, in sum, in nanoseconds. */
    record Times(long running, long ready) {}

    private final long mostNs;
    private final LongSupplier clock;
    private final Supplier<Times> threads;
    private long progress = Long.MIN_VALUE;
    private long lookedNs;
    private Times lookedAt;
    private long stoodNs;
    private long starvedInAllNs;

    /** @param mostS without any progress, on a machine that lets this process run */
    Patience(long mostS) {
        this(mostS, System::nanoTime, Patience::ofThisProcess);
    }

    Patience(long mostS, LongSupplier clock, Supplier<Times> threads) {
        this.mostNs = TimeUnit.SECONDS.toNanos(mostS);
        this.clock = clock;
        this.threads = threads;
        begin(Long.MIN_VALUE);
    }

    private void begin(long from) {
        progress = from;
        lookedNs = clock.getAsLong();
        lookedAt = threads.get();
        stoodNs = 0;
    }

    /**
     * @param now changes as long as there is progress
     * @throws AssertionError with the stacks of all threads, once it has not for too long
     */
    void look(long now, Supplier<String> what) {
        if (now != progress) {
            begin(now);
            return;
        }
        long time = clock.getAsLong();
        long passed = time - lookedNs;
        if (passed < LOOK_NS) {
            return;
        }
        Times times = threads.get();
        long starved = Math.clamp(times.ready - lookedAt.ready, 0, passed);
        long ran = Math.clamp(times.running - lookedAt.running, 0, passed);
        starvedInAllNs += starved;
        stoodNs += Math.max(passed - starved, ran);
        lookedNs = time;
        lookedAt = times;
        if (stoodNs > mostNs) {
            throw new AssertionError(what.get() + told() + "no progress for " + TimeUnit.NANOSECONDS.toSeconds(stoodNs) + " s\n" + stacks());
        }
    }

    /** For the message of a failure. */
    String told() {
        return "threads stood ready without a processor for " + TimeUnit.NANOSECONDS.toSeconds(starvedInAllNs) + " s of the waits\n";
    }

    private static Times ofThisProcess() {
        try (Stream<Path> all = Files.list(THREADS)) {
            return all.map(Patience::ofThread).reduce(new Times(0, 0), (a, b) -> new Times(a.running + b.running, a.ready + b.ready));
        } catch (IOException _) {
            return new Times(0, 0);
        }
    }

    /** Nothing of a thread that has ended meanwhile. */
    private static Times ofThread(Path thread) {
        try {
            String[] numbers = Files.readString(thread.resolve("schedstat")).strip().split(" ");
            return new Times(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]));
        } catch (IOException | ArrayIndexOutOfBoundsException | NumberFormatException _) {
            return new Times(0, 0);
        }
    }

    private static String stacks() {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<Thread, StackTraceElement[]> thread : Thread.getAllStackTraces().entrySet()) {
            text.append(thread.getKey()).append('\n');
            for (StackTraceElement frame : thread.getValue()) {
                text.append("    ").append(frame).append('\n');
            }
        }
        return text.toString();
    }
}
