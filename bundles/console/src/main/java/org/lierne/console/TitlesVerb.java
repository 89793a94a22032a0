package org.lierne.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.spi.ToolProvider;
import org.lierne.kernel.title.TitleFacts;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code lierne titles}: the titles of folders, or those that are shipped or were run; how the last run ended, what is switched. */
@Component(service = ToolProvider.class, property = "lierne.verb=titles")
public final class TitlesVerb extends Verb {
    private final TitleShelf shelf;
    private final LastRuns runs;
    private final FileCompatProfiles profiles;

    @Activate
    public TitlesVerb(@Reference TitleShelf shelf, @Reference LastRuns runs, @Reference FileCompatProfiles profiles) {
        super("titles", "titles [DIR…]");
        this.shelf = shelf;
        this.runs = runs;
        this.profiles = profiles;
    }

    @Override
    int run(List<String> line, Streams streams) throws IOException {
        Arguments arguments = parse(line, Set.of(), Set.of());
        List<Path> folders = arguments.words().stream().map(Arguments::toPath).toList();
        for (Path folder : folders) {
            if (!Files.isDirectory(folder)) {
                throw new Refused("titles: " + folder + (Files.exists(folder) ? " is no folder" : ": no such folder"));
            }
        }
        TitleShelf.Found found;
        try (ProgressLine progress = ProgressLine.on(streams)) {
            found = shelf.titles(folders, (looked, titles) -> progress.show("%d folders looked at, %d titles".formatted(looked, titles)));
        }
        found.refusals().forEach(streams.err()::println);
        List<Map<String, Object>> rows = found.titles().stream().map(this::document).toList();
        if (arguments.has(JSON_FLAG)) {
            streams.json(Map.of("titles", rows, "refused", found.refusals()));
        } else {
            print(rows, streams);
        }
        return found.refusals().isEmpty() ? Exit.DONE : Exit.DIFFERED;
    }

    /** One title, as {@code --json} and the pages show it. */
    Map<String, Object> document(TitleFacts title) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("id", title.id());
        document.put("name", title.name());
        document.put("version", title.version());
        document.put("folder", title.root().toString());
        document.put("lastRun", runs.of(title.id()).map(run -> run.time() + " " + run.outcome()).orElse("never run"));
        document.put("screenshot", runs.of(title.id()).map(LastRuns.LastRun::screenshot).orElse(""));
        document.put("profile", FileCompatProfiles.isTitleId(title.id()) ? profile(title.id()) : List.of());
        return document;
    }

    /** The switches of the title's own files. */
    private List<String> profile(String id) {
        List<String> switches = new ArrayList<>();
        profiles.titleOnly(id).states().forEach((plugin, on) -> switches.add(plugin + "=" + (on ? "on" : "off")));
        return switches;
    }

    private static void print(List<Map<String, Object>> rows, Streams streams) {
        if (rows.isEmpty()) {
            streams.out().println("no titles");
        }
        for (Map<String, Object> row : rows) {
            streams.out().println("%-12s %-10s %s".formatted(shown(row, "id"), shown(row, "version"), shown(row, "name")).stripTrailing());
            streams.out().println("  folder    " + shown(row, "folder"));
            streams.out().println("  last run  " + shown(row, "lastRun"));
            String profile = row.get("profile") instanceof List<?> list ? String.join(" ", list.stream().map(String::valueOf).toList()) : "";
            streams.out().println("  profile   " + (profile.isEmpty() ? "default" : profile));
        }
    }

    private static String shown(Map<String, Object> row, String key) {
        return Printable.of(String.valueOf(row.get(key)));
    }
}
