package org.lierne.devicetests;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Parts of a long run in processes of their own, with this one's class path and options: a driver that ends its process ends one part alone,
 * and there are drivers that find their device no more in a process that has opened it some thirty times.
 *
 * <p>Of what a part prints only findings and counts are taken; counts of one name are added up.
 */
final class WorkerProcesses {
    private static final int SHOWN = 40;
    private static final String COUNT = "#count ";
    private static final String FINDING = "#found ";

    private final Class<?> main;
    private final Map<String, Long> counts = new TreeMap<>();
    private final List<String> found = new ArrayList<>();

    private WorkerProcesses(Class<?> main) {
        this.main = main;
    }

    /** Tells a count, from within a part. */
    static void count(long number, String what) {
        System.out.println(COUNT + number + " " + what);
    }

    /** Tells something found, from within a part. */
    static void found(String what) {
        System.out.println(FINDING + what);
    }

    /** The arguments of parts, seeds drawn from one and a number each, that together are so many. */
    static List<List<String>> parts(long seed, long all, int each) {
        SplittableRandom seeds = new SplittableRandom(seed);
        List<List<String>> parts = new ArrayList<>();
        for (long done = 0; done < all; done += each) {
            parts.add(List.of(Long.toString(seeds.nextLong()), Integer.toString(each)));
        }
        return parts;
    }

    /** Runs the parts, prints the first of what they found, and then the counts. @param parts the arguments of each */
    static void run(Class<?> main, List<List<String>> parts, int processes) {
        WorkerProcesses run = new WorkerProcesses(main);
        try (ExecutorService threads = Executors.newFixedThreadPool(processes)) {
            List<Future<?>> all = new ArrayList<>();
            parts.forEach(part -> all.add(threads.submit(() -> run.part(part))));
            for (Future<?> each : all) {
                each.get();
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("a part could not be run", e);
        }
        run.found.stream().limit(SHOWN).forEach(System.out::println);
        System.out.printf("%d parts, %d findings%s%n", parts.size(), run.found.size(), run.found.size() > SHOWN ? ", the first shown" : "");
        run.counts.forEach((what, number) -> System.out.println(number + " " + what));
    }

    private Void part(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        Path errors = Files.createTempFile("part", ".txt");
        Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
        List<String> lines = new ArrayList<>();
        process.inputReader().lines().forEach(lines::add);
        int status = process.waitFor();
        if (status != 0) {
            List<String> told = Files.readAllLines(errors);
            lines.add(FINDING + "part %s ended with status %d: %s".formatted(arguments, status, String.join(" / ", told.subList(Math.max(0, told.size() - 5),
                    told.size()))));
        }
        Files.delete(errors);
        add(lines);
        return null;
    }

    private synchronized void add(List<String> lines) {
        for (String line : lines) {
            if (line.startsWith(COUNT)) {
                String[] count = line.substring(COUNT.length()).split(" ", 2);
                counts.merge(count[1], Long.parseLong(count[0]), Long::sum);
            } else if (line.startsWith(FINDING)) {
                found.add(line.substring(FINDING.length()));
            }
        }
    }
}
