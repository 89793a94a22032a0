package org.lierne.console;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** {@code lierne report TITLE}: the last report of a title that stopped, by its id. */
@Component(service = ToolProvider.class, property = "lierne.verb=report")
public final class ReportVerb extends Verb {
    private static final int COLUMNS = 140;

    private final Path reports;

    @Activate
    public ReportVerb(BundleContext context) {
        this(Path.of(String.valueOf(context.getProperty("lierne.user")), "reports"));
    }

    ReportVerb(Path reports) {
        super("report", "report TITLE [--all]");
        this.reports = reports;
    }

    @Override
    int run(List<String> line, Streams streams) throws IOException {
        Arguments arguments = parse(line, Set.of("--all"), Set.of());
        arguments.atMost(1);
        String title = arguments.word(0, "TITLE");
        FileCompatProfiles.checkTitleId("report", title);
        Optional<Path> found = newest(reports.resolve(title));
        if (found.isEmpty()) {
            List<String> others = titles();
            throw new Refused("report: no title '" + title + "' has stopped with a report; " + (others.isEmpty() ? "there are none"
                    : "there are reports of: " + String.join(" ", others)));
        }
        Path last = found.get();
        if (arguments.has(JSON_FLAG)) {
            streams.document(Files.readString(last.resolve("report.json"), StandardCharsets.UTF_8));
        } else if (arguments.has("--all")) {
            streams.out().println("report of " + last);
            streams.out().print(Files.readString(last.resolve("report.txt"), StandardCharsets.UTF_8));
        } else {
            screen(last).forEach(streams.out()::println);
        }
        return Exit.DONE;
    }

    /** What fits on one screen: the end of the title, where it was, what was switched, what it lacked, the last lines of its log. */
    private static List<String> screen(Path report) throws IOException {
        Map<String, Object> facts = JSON.std.mapFrom(Files.readString(report.resolve("report.json"), StandardCharsets.UTF_8));
        List<String> lines = new ArrayList<>();
        lines.add("report of " + report);
        for (String key : List.of("reason", "title", "name", "thread", "place", "frames presented", "device")) {
            Object value = facts.get(key);
            if (value != null && !value.equals("")) {
                lines.add("%-17s %s".formatted(key, Printable.of(String.valueOf(value))));
            }
        }
        part(lines, facts, "on", 3, false);
        part(lines, facts, "off", 3, false);
        part(lines, facts, "switches", 4, false);
        part(lines, facts, "frames", 4, false);
        part(lines, facts, "calls", 3, true);
        part(lines, facts, "missing", 4, false);
        part(lines, facts, "packets", 3, true);
        part(lines, facts, "crash", 8, false);
        part(lines, facts, "log", 4, true);
        if (Files.isDirectory(report.resolve("programs"))) {
            lines.add("its programs: lierne shader translate " + report.resolve("programs"));
        }
        lines.add("all of it: " + report.resolve("report.txt") + ", or --all");
        if (Files.isRegularFile(report.resolve("report.zip"))) {
            lines.add("to pass on: " + report.resolve("report.zip"));
        }
        return lines;
    }

    /** Some lines of a list, its first or its last, and how many more there are. */
    private static void part(List<String> lines, Map<String, Object> facts, String key, int most, boolean isEnd) {
        if (facts.get(key) instanceof List<?> list && !list.isEmpty()) {
            int from = isEnd ? Math.max(0, list.size() - most) : 0;
            List<?> shown = list.subList(from, Math.min(list.size(), from + most));
            String more = list.size() > shown.size() ? " (%d of %d)".formatted(shown.size(), list.size()) : "";
            lines.add((key.equals("frames") ? "stack" : key) + more + ":");
            shown.forEach(each -> lines.add("  " + cut(Printable.of(String.valueOf(each).replace(" org.lierne.", " ")))));
        }
    }

    private static String cut(String line) {
        return line.length() <= COLUMNS ? line : line.substring(0, COLUMNS - 1) + "…";
    }

    /** Folders are named by time, so the last by name is the last one written. */
    private static Optional<Path> newest(Path title) throws IOException {
        if (!Files.isDirectory(title)) {
            return Optional.empty();
        }
        try (Stream<Path> folders = Files.list(title)) {
            return folders.filter(f -> Files.exists(f.resolve("report.txt"))).max(Comparator.comparing(Path::getFileName));
        }
    }

    private List<String> titles() throws IOException {
        if (!Files.isDirectory(reports)) {
            return List.of();
        }
        List<String> titles = new ArrayList<>();
        try (Stream<Path> folders = Files.list(reports)) {
            for (Path folder : folders.sorted().toList()) {
                if (newest(folder).isPresent()) {
                    titles.add(String.valueOf(folder.getFileName()));
                }
            }
        }
        return titles;
    }
}
