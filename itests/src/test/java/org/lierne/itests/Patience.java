package org.lierne.itests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Tells what hangs from what a machine starves: time in which threads of this process stood ready and got no processor does not count against
 * it. Documented: proc(5), the second number of a task's {@code schedstat}.
 */
final class Patience {
    private static final long LOOK_NS = TimeUnit.SECONDS.toNanos(1);
    private static final Path THREADS = Path.of("/proc/self/task");

    private final long mostNs;
    private long progress = Long.MIN_VALUE;
    private long lookedNs;
    private long starvedNs;
    private long stoodNs;
    private long starvedInAllNs;

    /** @param mostS without any progress, on a machine that lets this process run */
    Patience(long mostS) {
        this.mostNs = TimeUnit.SECONDS.toNanos(mostS);
        begin(Long.MIN_VALUE);
    }

    private void begin(long from) {
        progress = from;
        lookedNs = System.nanoTime();
        starvedNs = withoutProcessorNs();
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
        long time = System.nanoTime();
        if (time - lookedNs < LOOK_NS) {
            return;
        }
        long starved = withoutProcessorNs();
        long lost = Math.clamp(starved - starvedNs, 0, time - lookedNs);
        starvedInAllNs += lost;
        stoodNs += time - lookedNs - lost;
        lookedNs = time;
        starvedNs = starved;
        if (stoodNs > mostNs) {
            throw new AssertionError(what.get() + told() + "no progress for " + TimeUnit.NANOSECONDS.toSeconds(stoodNs) + " s\n" + stacks());
        }
    }

    /** For the message of a failure. */
    String told() {
        return "threads stood ready without a processor for " + TimeUnit.NANOSECONDS.toSeconds(starvedInAllNs) + " s of the waits\n";
    }

    private static long withoutProcessorNs() {
        try (Stream<Path> threads = Files.list(THREADS)) {
            return threads.mapToLong(Patience::ofThread).sum();
        } catch (IOException _) {
            return 0;
        }
    }

    /** 0 of a thread that has ended meanwhile. */
    private static long ofThread(Path thread) {
        try {
            return Long.parseLong(Files.readString(thread.resolve("schedstat")).strip().split(" ")[1]);
        } catch (IOException | ArrayIndexOutOfBoundsException | NumberFormatException _) {
            return 0;
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
