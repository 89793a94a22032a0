package org.lierne.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.spi.ToolProvider;
import org.lierne.console.FileCompatProfiles.Setting;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code lierne profile …}: what a title switches over the default, who set it and why; profiles as files for others. */
@Component(service = ToolProvider.class, property = {
    "lierne.verb=profile", "lierne.subverbs=show", "lierne.subverbs=diff", "lierne.subverbs=export", "lierne.subverbs=import",
    "lierne.subverbs=compare"
})
public final class ProfileVerb extends Verb {
    private final FileCompatProfiles profiles;
    private final CompatCatalogue catalogue;
    private final ProfileComparison comparison;

    @Activate
    public ProfileVerb(@Reference FileCompatProfiles profiles, @Reference CompatCatalogue catalogue, @Reference ProfileComparison comparison) {
        super("profile", """
                profile show [TITLE]
                profile diff TITLE [TITLE]
                profile export TITLE FILE
                profile import FILE [--title ID] [--over]
                profile compare CAPTURE TITLE|FILE TITLE|FILE [--difference FILE.png]""");
        this.comparison = comparison;
        this.profiles = profiles;
        this.catalogue = catalogue;
    }

    @Override
    int run(List<String> line, Streams streams) throws IOException {
        Arguments arguments = parse(line, Set.of("--over"), Set.of("--title", "--difference"));
        return switch (arguments.word(0, "show, diff, export, import or compare")) {
            case "show" -> {
                arguments.atMost(2);
                yield show(arguments.optionalWord(1).orElse(FileCompatProfiles.EVERY_TITLE), arguments.has(JSON_FLAG), streams);
            }
            case "diff" -> {
                arguments.atMost(3);
                yield diff(arguments.word(1, "TITLE"), arguments.optionalWord(2).orElse(FileCompatProfiles.EVERY_TITLE),
                        arguments.has(JSON_FLAG), streams);
            }
            case "export" -> {
                arguments.atMost(3);
                yield export(arguments.word(1, "TITLE"), Arguments.toPath(arguments.word(2, "FILE")), arguments.has(JSON_FLAG), streams);
            }
            case "import" -> {
                arguments.atMost(2);
                yield adopt(Arguments.toPath(arguments.word(1, "FILE")), arguments, streams);
            }
            case "compare" -> {
                arguments.atMost(4);
                yield comparison.run(Arguments.toPath(arguments.word(1, "CAPTURE")), arguments.word(2, "TITLE"), arguments.word(3, "TITLE"),
                        arguments.path("--difference"), arguments.has(JSON_FLAG), streams);
            }
            default -> throw new UsageError("unknown '" + arguments.words().get(0) + "'");
        };
    }

    /** The settings of each switch, the weakest layer first. */
    private Map<String, List<Setting>> layers(String title) {
        FileCompatProfiles.checkTitleId("profile", title);
        Map<String, List<Setting>> layers = new TreeMap<>();
        profiles.settings(title).forEach(s -> layers.computeIfAbsent(s.id(), _ -> new ArrayList<>()).add(s));
        return layers;
    }

    private int show(String title, boolean asJson, Streams streams) throws IOException {
        Map<String, List<Setting>> layers = layers(title);
        Map<String, CompatCatalogue.Row> rows = catalogue.rows();
        if (asJson) {
            streams.json(Map.of("title", title, "switches", layers.entrySet().stream().map(e -> document(e.getKey(), e.getValue(), rows)).toList()));
            return Exit.DONE;
        }
        streams.out().println(title.equals(FileCompatProfiles.EVERY_TITLE) ? "the profile of every title" : "the profile of " + title);
        layers.forEach((id, settings) -> {
            Setting acting = settings.getLast();
            streams.out().println(("  %-40s %-3s  %s  %s%s".formatted(id, word(acting.on()), acting.who(), Printable.of(acting.why()),
                    catalogue.isSwitch(id) ? "" : " [no plugin here has this switch]")).stripTrailing());
            settings.reversed().stream().skip(1).forEach(s -> streams.out().println(
                    ("  %-40s %-3s  %s  %s".formatted("  over", word(s.on()), s.who(), Printable.of(s.why()))).stripTrailing()));
        });
        long others = rows.values().stream().filter(r -> r.isSwitch() && !layers.containsKey(r.id())).count();
        streams.out().println("  %d switches stay at their plugin's default; compat list shows them".formatted(others));
        return Exit.DONE;
    }

    private static Map<String, Object> document(String id, List<Setting> settings, Map<String, CompatCatalogue.Row> rows) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("id", id);
        document.put("state", word(settings.getLast().on()));
        document.put("default", rows.containsKey(id) ? word(rows.get(id).on()) : "unknown");
        document.put("layers", settings.reversed().stream().map(s -> Map.of("state", word(s.on()), "file", s.file().toString(),
                "line", s.line(), "own", s.isOwn(), "why", s.why())).toList());
        return document;
    }

    private static String word(boolean on) {
        return on ? "on" : "off";
    }

    private record Difference(String id, String first, String second) {}

    private int diff(String first, String second, boolean asJson, Streams streams) throws IOException {
        Map<String, List<Setting>> ofFirst = layers(first);
        Map<String, List<Setting>> ofSecond = layers(second);
        Map<String, CompatCatalogue.Row> rows = catalogue.rows();
        Set<String> ids = new TreeSet<>(ofFirst.keySet());
        ids.addAll(ofSecond.keySet());
        List<Difference> differences = ids.stream().map(id -> new Difference(id, state(id, ofFirst, rows), state(id, ofSecond, rows)))
                .filter(d -> !d.first().equals(d.second())).toList();
        if (asJson) {
            streams.json(Map.of("first", first, "second", second, "differences", differences));
        } else {
            differences.forEach(d -> streams.out().println("%-40s %-7s in %s, %s in %s".formatted(d.id(), d.first(), first, d.second(), second)));
            if (differences.isEmpty()) {
                streams.out().println(first + " and " + second + " switch the same");
            }
        }
        return differences.isEmpty() ? Exit.DONE : Exit.DIFFERED;
    }

    private static String state(String id, Map<String, List<Setting>> layers, Map<String, CompatCatalogue.Row> rows) {
        return Optional.ofNullable(layers.get(id)).map(s -> word(s.getLast().on()))
                .orElseGet(() -> rows.containsKey(id) ? word(rows.get(id).on()) : "default");
    }

    private int export(String title, Path file, boolean asJson, Streams streams) throws IOException {
        List<Setting> acting = layers(title).values().stream().map(List::getLast).toList();
        if (acting.isEmpty()) {
            throw new Refused("profile export: " + title + " switches nothing; there is nothing to export");
        }
        OutputFiles.check("profile export", "FILE", file);
        Files.write(file, SharedProfile.lines(title, acting), java.nio.charset.StandardCharsets.UTF_8);
        if (asJson) {
            streams.json(Map.of("title", title, "file", file.toString(), "switches", acting.size()));
        } else {
            streams.out().println("%d switches of %s in %s".formatted(acting.size(), title, file));
        }
        return Exit.DONE;
    }

    private int adopt(Path file, Arguments arguments, Streams streams) throws IOException {
        SharedProfile shared = SharedProfile.read("profile import", file, catalogue::isSwitch);
        String title = arguments.value("--title").orElse(shared.title());
        FileCompatProfiles.checkTitleId("profile import", title);
        Path own = profiles.ownFile(title);
        if (Files.exists(own) && !arguments.has("--over")) {
            throw new Refused("profile import: " + own + " holds switches of yours; --over puts the imported ones in their place");
        }
        profiles.replace(title, shared.kept());
        if (arguments.has(JSON_FLAG)) {
            streams.json(Map.of("title", title, "file", own.toString(), "switches", shared.switches().size()));
        } else {
            streams.out().println("%d switches for %s in %s".formatted(shared.switches().size(), title, own));
        }
        return Exit.DONE;
    }
}
