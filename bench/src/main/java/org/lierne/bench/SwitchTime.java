package org.lierne.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * From the first draw under other switches to the first frame shown under them, while the gallery runs, as the platform itself tells: for
 * plans that nobody had before, and for the way back to one that is known. The shaders that a change affects are translated, the others are
 * found; how many that were stands in the spread.
 */
final class SwitchTime implements Suite {
    private static final String TITLE = "LRNE00006";
    private static final List<String> SWITCHES =
            List.of("pass.opt.dead-code", "pass.opt.constant-folding", "pass.opt.implied-conditions", "pass.float.omod", "pass.float.nan");
    private static final Pattern CHANGED = Pattern.compile("first frame under the new plan after (\\d+) ms, (\\d+) of (\\d+) variants translated anew");
    private static final long WAIT_S = 60;

    private final LierneProcess lierne;
    private final Path title;

    SwitchTime(LierneProcess lierne, Path root) {
        this.lierne = lierne;
        this.title = root.resolve("titles/gallery");
    }

    @Override
    public String name() {
        return "switch";
    }

    @Override
    public List<Figure> run() throws IOException, InterruptedException {
        Path profile = Files.createDirectories(lierne.user().resolve("titles")).resolve(TITLE + ".cfg");
        Path logs = lierne.user().resolve("logs");
        clear(logs);
        Files.deleteIfExists(profile);
        Process run = lierne.start(Map.of(), "run", title.toString(), "--headless");
        List<MatchResult> changes = new ArrayList<>();
        try {
            awaits(run, () -> Files.readString(lierne.user().resolve("last-output.txt")).contains("gallery: page 12,"));
            for (String id : SWITCHES) {
                for (String line : List.of(id + " = off\n", "")) {
                    Files.writeString(profile, line);
                    int before = changes.size();
                    awaits(run, () -> {
                        changes.clear();
                        changes.addAll(changes(logs));
                        return changes.size() > before;
                    });
                }
            }
        } finally {
            run.descendants().forEach(ProcessHandle::destroy);
            run.destroy();
            run.waitFor();
            Files.deleteIfExists(profile);
        }
        return List.of(figure("switch.new-plan", changes, 0), figure("switch.known-plan", changes, 1));
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

    private static List<MatchResult> changes(Path logs) throws IOException {
        List<MatchResult> changes = new ArrayList<>();
        if (Files.isDirectory(logs)) {
            try (Stream<Path> files = Files.list(logs)) {
                for (Path file : files.toList()) {
                    CHANGED.matcher(Files.readString(file)).results().forEach(changes::add);
                }
            }
        }
        return changes;
    }

    private static void clear(Path logs) throws IOException {
        if (Files.isDirectory(logs)) {
            try (Stream<Path> files = Files.list(logs)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** Every second change from the first. */
    private static Figure figure(String name, List<MatchResult> changes, int first) {
        List<MatchResult> chosen = new ArrayList<>();
        for (int i = first; i < changes.size(); i += 2) {
            chosen.add(changes.get(i));
        }
        Figure times = new Samples(chosen.stream().mapToDouble(m -> Double.parseDouble(m.group(1))).toArray()).figure(name, "ms", "<= 100");
        List<String> variants = chosen.stream().map(m -> m.group(2) + " of " + m.group(3)).toList();
        return new Figure(times.name(), times.value(), times.unit(), times.spread() + "; translated " + String.join(", ", variants), times.goal());
    }
}
