package org.lierne.devicetests;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.lierne.devicetests.ProgramComparison.Ending;
import org.lierne.recompiler.isa.MeasuredRow;

/**
 * A long run of random programs: portions of successive seeds, each in a process of its own ({@link RandomWorker}), several at once.
 * A program that takes its process with it is a find like others, and the rest of its portion goes on in a fresh process. What did not end
 * is tried once more at the end, by itself: on a busy machine a wait may run out without a reason in the program.
 */
final class RandomProcesses {
    /** Where rows of what differs are written; each may go into {@code computed.rows.tsv} as it is. */
    static final Path FOUND = Path.of("target", "random.rows.tsv");

    private static final int PORTION = 400;

    /** As the virtual machine names the innermost frame of a crash. */
    private static final Pattern CRASH_FRAME = Pattern.compile("^# [CVJj] ");

    private final int length;
    private final long first;
    private final long end;
    private final long deadline;
    private final Consumer<String> listener;
    private final Map<String, Integer> refusals = new ConcurrentSkipListMap<>();
    private final List<Long> overdue = Collections.synchronizedList(new ArrayList<>());
    private final List<String> finds = new ArrayList<>();
    private final List<String> rows = new ArrayList<>(List.of(MeasuredRow.HEADER));
    private long next;

    private RandomProcesses(long first, long count, int length, long seconds, Consumer<String> listener) {
        this.first = first;
        this.next = first;
        this.end = first + count;
        this.length = length;
        this.deadline = System.nanoTime() + seconds * 1_000_000_000L;
        this.listener = listener;
    }

    /**
     * Runs programs until there are no more, or the time is up.
     *
     * @param first    the first seed
     * @param length   instructions in each program
     * @param workers  processes at a time
     * @param seconds  after which no further portion is begun
     * @param listener told each find, in one line
     */
    static RandomProcesses of(long first, long count, int length, int workers, long seconds, Consumer<String> listener) {
        RandomProcesses run = new RandomProcesses(first, count, length, seconds, listener);
        try (ExecutorService threads = Executors.newFixedThreadPool(workers)) {
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < workers; i++) {
                ends.add(threads.submit(run::portions));
            }
            for (Future<?> each : ends) {
                each.get();
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("a portion of the run could not be made", e);
        }
        run.overdue.forEach(seed -> run.portion(seed, seed + 1, true));
        return run;
    }

    private void portions() {
        for (long from = take(); from < end; from = take()) {
            portion(from, Math.min(end, from + PORTION), false);
        }
    }

    private synchronized long take() {
        if (next >= end || System.nanoTime() > deadline) {
            return end;
        }
        long from = next;
        next += PORTION;
        return from;
    }

    private void portion(long from, long to, boolean again) {
        long at = from;
        while (at < to) {
            at = new Portion(at, to, again).run();
        }
    }

    /** Processor seconds go to sixteen workers at a time, so each has one collector thread. */
    private static ProcessBuilder process(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), RandomWorker.class.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command).redirectErrorStream(true);
    }

    /** A process and what it has told. */
    private final class Portion {
        private final long from;
        private final long to;
        private final boolean again;
        private long at;
        private boolean ended;
        private boolean told;
        private String last = "";
        private String crash = "";

        Portion(long from, long to, boolean again) {
            this.from = from;
            this.to = to;
            this.again = again;
            this.at = from;
        }

        /** Runs it, and gives the seed to go on with. */
        long run() {
            try {
                Process process = process(List.of(String.valueOf(from), String.valueOf(to - from), String.valueOf(length))).start();
                try (BufferedReader lines = new BufferedReader(new java.io.InputStreamReader(process.getInputStream(),
                        StandardCharsets.UTF_8))) {
                    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                        hear(line);
                    }
                }
                int status = process.waitFor();
                if (!ended && !told) {
                    found(at, "ended its process with status " + status + ": " + (crash.isEmpty() ? last : crash));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted at seed " + at, e);
            }
            return ended ? to : at + 1;
        }

        private void hear(String line) {
            String[] parts = line.split("\t", -1);
            if (!parts[0].equals(RandomWorker.MARK)) {
                crash = crash.isEmpty() && CRASH_FRAME.matcher(line).find() ? line : crash;
                last = line;
                return;
            }
            switch (parts[1]) {
                case "at" -> {
                    at = Long.parseLong(parts[2]);
                    told = false;
                }
                case "find" -> find(Long.parseLong(parts[2]), Ending.valueOf(parts[3]), parts[4]);
                case "row" -> row(String.join("\t", List.of(parts).subList(2, parts.length)));
                case "refused" -> refusals.merge(parts[3], Integer.parseInt(parts[2]), Integer::sum);
                case "end" -> ended = true;
                default -> throw new IllegalStateException("a worker says " + line);
            }
        }

        private void find(long seed, Ending ending, String what) {
            told = true;
            if (ending == Ending.OVERDUE && !again) {
                overdue.add(seed);
            } else {
                found(seed, ending.text() + ": " + what);
            }
        }

        private void row(String row) {
            if (again || !overdue.contains(at)) {
                keep(row);
            }
        }
    }

    private synchronized void found(long seed, String what) {
        String find = "seed " + seed + " " + what;
        finds.add(find);
        listener.accept(find);
    }

    private synchronized void keep(String row) {
        rows.add(row);
        try {
            Files.createDirectories(FOUND.toAbsolutePath().getParent());
            Files.write(FOUND, rows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Everything that was found, a line each. */
    synchronized List<String> finds() {
        return List.copyOf(finds);
    }

    /** Programs run, less than were asked for when the time was up. */
    synchronized long programs() {
        return Math.min(next, end) - first;
    }

    /** What was left out of the programs because interpreter or translator refuse it, and how often. */
    Map<String, Integer> refusals() {
        return refusals;
    }

    /** The run in a line. */
    String summary() {
        int left = refusals.values().stream().mapToInt(Integer::intValue).sum();
        return "%d programs from seed %d, the next would be %d: %d finds%s; %d waits ran out at first; %d parts left out because one of the two"
                .formatted(programs(), first, first + programs(), finds().size(), finds().isEmpty() ? "" : ", rows in "
                        + FOUND.toAbsolutePath(), overdue.size(), left) + " refuses them";
    }
}
