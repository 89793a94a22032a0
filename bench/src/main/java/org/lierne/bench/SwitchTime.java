package org.lierne.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * From the first draw under other switches to the first frame shown that is wholly drawn under them, as the platform itself tells, while a title draws with 200
 * cached programs of which the switch touches 20: for a plan that nobody had before, and for the way back to one that is known, when the title has
 * run for ten seconds and when it has just shown its first frame. How many variants were translated stands in the spread.
 */
final class SwitchTime implements Suite {
    private static final String TITLE = "LRNE00007";
    private static final String SWITCH = "pass.float.omod";
    private static final int RUNS = 5;
    private static final long CALM_MS = 10_000;
    private static final Pattern CHANGED = Pattern.compile("first frame under the new plan after (\\d+) ms, (\\d+) of (\\d+) variants translated anew");
    private static final long WAIT_S = 120;

    private final LierneProcess lierne;
    private final Path title;

    SwitchTime(LierneProcess lierne, Path root) {
        this.lierne = lierne;
        this.title = root.resolve("titles/many-programs");
    }

    @Override
    public String name() {
        return "switch";
    }

    @Override
    public List<Figure> run() throws IOException, InterruptedException {
        lierne.timed(Map.of(), "run", title.toString(), "--headless", "--frames", "2");
        Set<Path> cached = files("cache/player/shaders");
        List<Figure> figures = new ArrayList<>(figures("switch", cached, CALM_MS, "<= 100"));
        figures.addAll(figures("switch.at-start", cached, 0, ""));
        return figures;
    }

    private List<Figure> figures(String name, Set<Path> cached, long calmMs, String goal) throws IOException, InterruptedException {
        List<MatchResult> there = new ArrayList<>();
        List<MatchResult> back = new ArrayList<>();
        for (int i = 0; i < RUNS; i++) {
            for (Path made : files("cache/player/shaders")) {
                if (!cached.contains(made)) {
                    Files.delete(made);
                }
            }
            List<MatchResult> changes = thereAndBack(calmMs);
            there.add(changes.get(0));
            back.add(changes.get(1));
        }
        return List.of(figure(name + ".new-plan", there, goal), figure(name + ".known-plan", back, goal));
    }

    /** One run with two changes. */
    private List<MatchResult> thereAndBack(long calmMs) throws IOException, InterruptedException {
        Path profile = Files.createDirectories(lierne.user().resolve("titles")).resolve(TITLE + ".cfg");
        for (Path log : files("logs")) {
            Files.delete(log);
        }
        Files.deleteIfExists(profile);
        Process run = lierne.start(Map.of(), "run", title.toString(), "--headless");
        try {
            awaits(run, () -> Files.readString(lierne.user().resolve("last-output.txt")).contains("programs are shown"));
            Thread.sleep(calmMs);
            Files.writeString(profile, SWITCH + " = off\n");
            awaits(run, () -> changes().size() == 1);
            Files.writeString(profile, "");
            awaits(run, () -> changes().size() == 2);
            return changes();
        } finally {
            run.descendants().forEach(ProcessHandle::destroy);
            run.destroy();
            run.waitFor();
            Files.deleteIfExists(profile);
        }
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private void awaits(Process run, Condition condition) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_S);
        while (!condition.holds()) {
            if (!run.isAlive() || System.nanoTime() > end) {
                throw new IOException("the title showed no frame under other switches:\n" + Files.readString(lierne.user().resolve("last-output.txt")));
            }
            Thread.sleep(20);
        }
    }

    private Set<Path> files(String folder) throws IOException {
        Path below = lierne.user().resolve(folder);
        if (!Files.isDirectory(below)) {
            return Set.of();
        }
        try (Stream<Path> files = Files.walk(below)) {
            return files.filter(Files::isRegularFile).collect(Collectors.toSet());
        }
    }

    private List<MatchResult> changes() throws IOException {
        List<MatchResult> changes = new ArrayList<>();
        for (Path file : files("logs")) {
            CHANGED.matcher(Files.readString(file)).results().forEach(changes::add);
        }
        return changes;
    }

    private static Figure figure(String name, List<MatchResult> changes, String goal) {
        Figure times = new Samples(changes.stream().mapToDouble(m -> Double.parseDouble(m.group(1))).toArray()).figure(name, "ms", goal);
        List<String> variants = changes.stream().map(m -> m.group(2) + " of " + m.group(3)).distinct().toList();
        return new Figure(times.name(), times.value(), times.unit(), times.spread() + "; translated " + String.join(", ", variants), times.goal());
    }
}
