package org.lierne.console;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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
    private final Path reports;

    @Activate
    public ReportVerb(BundleContext context) {
        this(Path.of(String.valueOf(context.getProperty("lierne.user")), "reports"));
    }

    ReportVerb(Path reports) {
        super("report", "report TITLE");
        this.reports = reports;
    }

    @Override
    int run(List<String> line, Streams streams) throws IOException {
        Arguments arguments = parse(line, Set.of(), Set.of());
        arguments.atMost(1);
        String title = arguments.word(0, "TITLE");
        FileCompatProfiles.checkTitleId("report", title);
        Optional<Path> found = newest(reports.resolve(title));
        if (found.isEmpty()) {
            throw new Refused("report: no title '" + title + "' has stopped with a report; there are reports of: " + String.join(" ", titles()));
        }
        Path last = found.get();
        if (arguments.has(JSON_FLAG)) {
            streams.document(Files.readString(last.resolve("report.json"), StandardCharsets.UTF_8));
        } else {
            streams.out().println("report of " + last);
            streams.out().print(Files.readString(last.resolve("report.txt"), StandardCharsets.UTF_8));
        }
        return Exit.DONE;
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
