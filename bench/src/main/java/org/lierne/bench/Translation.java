package org.lierne.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How long each shader of our title takes to translate in a cold process, beside what the driver takes to make the pipelines from the
 * translated modules, read from one run's log. The class path is cold as well: that is what a player waits for.
 */
final class Translation implements Suite {
    private static final Pattern TRANSLATED = Pattern.compile(" ((?:cs|vs|ps|gs) [0-9a-f]+) translated in ([0-9]+) us");
    private static final Pattern MADE = Pattern.compile("pipeline of (.+) made in ([0-9]+) us");

    private final LierneProcess lierne;

    Translation(LierneProcess lierne) {
        this.lierne = lierne;
    }

    @Override
    public String name() {
        return "translation";
    }

    @Override
    public List<Figure> run() throws IOException, InterruptedException {
        empty(lierne.user().resolve("cache/player/shaders"));
        empty(lierne.user().resolve("logs"));
        lierne.timed(Map.of("LIERNE_LOG_FILE", "DEBUG", "MESA_SHADER_CACHE_DISABLE", "true"), "run", "--headless", "--frames", "1");
        List<Figure> figures = new ArrayList<>();
        double translated = 0;
        double made = 0;
        for (String line : log()) {
            Matcher shader = TRANSLATED.matcher(line);
            Matcher pipeline = MADE.matcher(line);
            if (shader.find()) {
                double ms = Long.parseLong(shader.group(2)) / 1e3;
                translated += ms;
                figures.add(new Figure("translation." + shader.group(1).replace(' ', '-'), ms, "ms", "one cold run", ""));
            } else if (pipeline.find()) {
                double ms = Long.parseLong(pipeline.group(2)) / 1e3;
                made += ms;
                figures.add(new Figure("translation.pipeline-" + figures.size(), ms, "ms", pipeline.group(1).replaceAll(" ([0-9a-f]{6})[0-9a-f]+", " $1"), ""));
            }
        }
        if (translated == 0 || made == 0) {
            throw new IOException("the run's log names no translations or pipelines");
        }
        figures.add(new Figure("translation.all-shaders", translated, "ms", "one cold run", ""));
        figures.add(new Figure("translation.floor.all-pipelines", made, "ms", "one cold run", ""));
        return figures;
    }

    private List<String> log() throws IOException {
        try (Stream<Path> files = Files.list(lierne.user().resolve("logs"))) {
            List<String> lines = new ArrayList<>();
            for (Path file : files.sorted().toList()) {
                lines.addAll(Files.readAllLines(file));
            }
            return lines;
        }
    }

    private static void empty(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
