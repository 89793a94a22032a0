package org.lierne.console;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import org.lierne.hle.HleRegistry;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code lierne hle …}: the exports of every library and who serves them. */
@Component(service = ToolProvider.class, property = {
    "lierne.verb=hle", "lierne.subverbs=list", "lierne.subverbs=show", "lierne.subverbs=refusals",
    "lierne.live=list", "lierne.live=show", "lierne.live=refusals"
})
public final class HleVerb extends Verb {
    private final HleRegistry registry;

    @Activate
    public HleVerb(@Reference HleRegistry registry) {
        super("hle", "hle list [LIBRARY]\nhle show NAME|NID\nhle refusals");
        this.registry = registry;
    }

    @Override
    int run(List<String> line, Streams streams) throws IOException {
        Arguments arguments = parse(line, Set.of(), Set.of());
        boolean asJson = arguments.has(JSON_FLAG);
        switch (arguments.word(0, "list, show or refusals")) {
            case "list" -> {
                arguments.atMost(2);
                List<HleRegistry.Row> rows = registry.exports().stream()
                        .filter(r -> arguments.optionalWord(1).map(r.library()::equals).orElse(true)).toList();
                if (rows.isEmpty() && arguments.optionalWord(1).isPresent()) {
                    throw new Refused("hle list: no library '" + arguments.word(1, "LIBRARY") + "'; hle list shows them");
                }
                if (asJson) {
                    streams.json(rows);
                } else {
                    list(rows, streams);
                }
            }
            case "show" -> {
                arguments.atMost(2);
                String name = arguments.word(1, "NAME");
                List<HleRegistry.Row> rows = registry.find(name);
                if (rows.isEmpty()) {
                    throw new Refused("hle show: no export '" + name + "' is known; its NID would be "
                            + org.lierne.kernel.format.Nid.of(name).text());
                }
                if (asJson) {
                    streams.json(rows);
                } else {
                    rows.forEach(r -> show(r, streams));
                }
            }
            case "refusals" -> {
                arguments.atMost(1);
                List<HleRegistry.Refusal> refusals = registry.refusals();
                if (asJson) {
                    streams.json(refusals);
                } else {
                    refusals.forEach(r -> streams.out().printf("%-6s %s %s %s (imported by %s) %s%n", r.called() ? "called" : "bound",
                            r.nid(), r.name().isEmpty() ? "?" : r.name(), r.library(), r.importer(), r.message()));
                }
            }
            default -> throw new UsageError("unknown '" + arguments.words().get(0) + "'");
        }
        return Exit.DONE;
    }

    private static void list(List<HleRegistry.Row> rows, Streams streams) {
        Map<String, List<HleRegistry.Row>> byLibrary = rows.stream()
                .collect(Collectors.groupingBy(HleRegistry.Row::library, TreeMap::new, Collectors.toList()));
        byLibrary.forEach((library, exports) -> {
            streams.out().printf("%s (%s)%n", library, exports.stream()
                    .collect(Collectors.groupingBy(HleVerb::status, TreeMap::new, Collectors.counting()))
                    .entrySet().stream().map(e -> e.getValue() + " " + e.getKey()).collect(Collectors.joining(", ")));
            exports.forEach(r -> streams.out().printf("  %s  %-12s %s%n", r.nid(), status(r), r.name().isEmpty() ? "?" : r.name()));
        });
    }

    private static void show(HleRegistry.Row row, Streams streams) {
        streams.out().printf("%s%n  nid       %s%n  library   %s%n  status    %s%n", row.name().isEmpty() ? "?" : row.name(),
                row.nid(), row.library(), status(row));
        if (!row.signature().isEmpty()) {
            streams.out().printf("  signature %s%n", row.signature());
        }
        if (!row.plugin().isEmpty()) {
            streams.out().printf("  plugin    %s (%s)%n", row.plugin(), row.bundle());
        }
        streams.out().printf("  calls     %d%n", row.calls());
    }

    private static String status(HleRegistry.Row row) {
        return row.status().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
