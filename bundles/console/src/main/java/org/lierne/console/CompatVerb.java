package org.lierne.console;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.spi.ToolProvider;
import org.lierne.recompiler.pass.CompatUse;
import org.lierne.recompiler.pass.DriverQuirk;
import org.lierne.recompiler.pass.DriverRange;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.HostDriver;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code lierne compat …}: compatibility modes and what titles switch. */
@Component(service = ToolProvider.class, property = {
    "lierne.verb=compat", "lierne.subverbs=list", "lierne.subverbs=show", "lierne.subverbs=on", "lierne.subverbs=off",
    "lierne.subverbs=unset", "lierne.subverbs=bisect",
    "lierne.subverbs=debt", "lierne.subverbs=cost", "lierne.subverbs=probe",
    "lierne.guest=bisect", "lierne.live=list", "lierne.live=show"
})
public final class CompatVerb extends Verb {
    private final CompatCatalogue catalogue;
    private final FileCompatProfiles profiles;
    private final CompatUse use;
    private final TitleShelf shelf;
    private final FrameBisection bisection;
    private final HostDriverLookup host;
    private final ModelCostReport report;
    private final MeasuredCosts costs;
    private final DriverProbeReport probe;

    @Activate
    public CompatVerb(@Reference CompatCatalogue catalogue, @Reference FileCompatProfiles profiles, @Reference CompatUse use,
            @Reference TitleShelf shelf, @Reference FrameBisection bisection, @Reference HostDriverLookup host,
            @Reference ModelCostReport report, @Reference MeasuredCosts costs, @Reference DriverProbeReport probe) {
        super("compat", """
                compat list
                compat show ID
                compat debt
                compat cost [ORACLEDIR --programs DIR]
                compat probe
                compat on|off ID [--title ID] [--why TEXT]
                compat unset ID [--title ID]
                compat bisect TITLE --frame N [--expect FILE.png] [--among ID]…
                compat bisect CAPTURE [--expect FILE.png] [--among ID]…""");
        this.bisection = bisection;
        this.catalogue = catalogue;
        this.profiles = profiles;
        this.use = use;
        this.shelf = shelf;
        this.host = host;
        this.report = report;
        this.costs = costs;
        this.probe = probe;
    }

    @Override
    int run(List<String> line, Streams streams) throws IOException {
        Arguments arguments = parse(line, Set.of(), Set.of("--title", "--why", "--frame", "--expect", "--among", "--programs"));
        switch (arguments.word(0, "list, show, debt, cost, probe, on, off, unset or bisect")) {
            case "list" -> {
                arguments.atMost(1);
                list(arguments, streams);
            }
            case "debt" -> {
                arguments.atMost(1);
                debt(arguments.has(JSON_FLAG), streams);
            }
            case "cost" -> {
                arguments.atMost(2);
                return report.run(arguments.optionalWord(1).map(Arguments::toPath), arguments.path("--programs"), arguments.has(JSON_FLAG), streams);
            }
            case "probe" -> {
                arguments.atMost(1);
                return probe.run(arguments.has(JSON_FLAG), streams);
            }
            case "show" -> {
                arguments.atMost(2);
                show(known(arguments), arguments, streams);
            }
            case "on" -> set(arguments, true, streams);
            case "off" -> set(arguments, false, streams);
            case "unset" -> unset(arguments, streams);
            case "bisect" -> {
                arguments.atMost(2);
                return bisection.run(Arguments.toPath(arguments.word(1, "TITLE")), arguments.count("--frame"), arguments.path("--expect"),
                        arguments.values("--among"), arguments.has(JSON_FLAG), streams);
            }
            default -> throw new UsageError("unknown '" + arguments.words().get(0) + "'");
        }
        return Exit.DONE;
    }

    /** The counts of the ledger, as {@code docs/debt/README.md} shows them. */
    private void debt(boolean asJson, Streams streams) throws IOException {
        DebtCounts counts = DebtCounts.of(catalogue.rows().values());
        if (asJson) {
            streams.json(counts);
            return;
        }
        counts.areas().forEach((area, words) -> streams.out().println("%-12s %s".formatted(area, words(words))));
        streams.out().println("%d entries: %s".formatted(counts.entries(), words(counts.evidence())));
    }

    private static String words(Map<String, Integer> counts) {
        return String.join(", ", counts.entrySet().stream().map(e -> e.getValue() + " " + e.getKey()).toList());
    }

    private CompatCatalogue.Row known(Arguments arguments) {
        String id = arguments.word(1, "ID");
        return catalogue.row(id).orElseThrow(() -> new Refused("compat: no switch '" + id + "'; compat list shows them, compat show those below one"));
    }

    private Map<String, Object> document(CompatCatalogue.Row row, Optional<HostDriver> driver, Map<String, String> cost,
            Map<String, String> probed) {
        CompatUse.Use used = use.uses().getOrDefault(row.id(), new CompatUse.Use(0, ""));
        Map<String, Boolean> titles = new LinkedHashMap<>();
        profiles.titles().forEach((title, switches) -> {
            Boolean state = switches.states().get(row.id());
            if (state != null) {
                titles.put(title, state);
            }
        });
        boolean isOn = profiles.forTitle(FileCompatProfiles.EVERY_TITLE).isOn(row.id(), row.on());
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("id", row.id());
        document.put("kind", row.kind());
        document.put("state", isOn ? "on" : "off");
        document.put("default", row.on() ? "on" : "off");
        document.put("off", row.off());
        document.put("applies", applies(row, driver));
        document.put("drivers", row.drivers() == null ? List.of() : row.drivers().drivers().stream().map(DriverRange::toString).toList());
        document.put("rules", row.rules());
        document.put("evidence", row.evidence());
        document.put("title", row.title());
        document.put("count", used.count());
        document.put("firstPlace", used.firstPlace());
        document.put("cost", cost.getOrDefault(row.id(), ""));
        document.put("probed", probed.getOrDefault(row.id(), ""));
        document.put("titles", titles);
        document.put("below", row.below().entrySet().stream().map(e -> e.getKey() + " = "
                + (profiles.forTitle(FileCompatProfiles.EVERY_TITLE).isOn(e.getKey(), e.getValue()) ? "on" : "off")).toList());
        return document;
    }

    /** Whether a workaround for drivers is for the one at hand; empty for what is for all of them. */
    private static String applies(CompatCatalogue.Row row, Optional<HostDriver> driver) {
        DriverQuirk quirk = row.drivers();
        if (quirk == null) {
            return "";
        }
        return driver.map(d -> quirk.appliesTo(d) ? "yes" : "no").orElse("no device");
    }

    private void list(Arguments arguments, Streams streams) throws IOException {
        List<Map<String, Object>> rows = new ArrayList<>();
        Optional<HostDriver> driver = host.driver();
        Map<String, String> cost = costs.known();
        Map<String, String> probed = probe.known();
        catalogue.rows().values().forEach(r -> rows.add(document(r, driver, cost, probed)));
        if (arguments.has(JSON_FLAG)) {
            streams.json(rows);
            return;
        }
        streams.out().printf("%-42s %-5s %-8s %-11s %-9s %7s  %-36s %s%n", "id", "state", "default", "if off", "applies", "count",
                "cost", "titles that change it");
        for (Map<String, Object> row : rows) {
            streams.out().printf("%-42s %-5s %-8s %-11s %-9s %7s  %-36s %s%n", row.get("id"), row.get("state"), row.get("default"),
                    row.get("off"), row.get("applies"), row.get("count"), row.get("cost"), titles(row));
        }
    }

    private void show(CompatCatalogue.Row row, Arguments arguments, Streams streams) throws IOException {
        Optional<HostDriver> driver = host.driver();
        Map<String, Object> document = document(row, driver, costs.known(), probe.known());
        if (arguments.has(JSON_FLAG)) {
            streams.json(document);
            return;
        }
        streams.out().println(row.id() + (row.title().isEmpty() ? "" : ": " + row.title()));
        for (String key : List.of("kind", "state", "default", "off", "below", "applies", "drivers", "rules", "evidence", "count", "firstPlace",
                "cost", "probed")) {
            Object value = document.get(key);
            String text = value instanceof List<?> list ? String.join(key.equals("rules") ? " " : "; ", list.stream().map(String::valueOf).toList()) : String.valueOf(value);
            if (!text.isEmpty()) {
                streams.out().printf("  %-11s %s%n", key.equals("off") ? "if off" : key.equals("firstPlace") ? "first at" : key, text);
            }
        }
        if (!titles(document).isEmpty()) {
            streams.out().printf("  %-11s %s%n", "titles", titles(document));
        }
        if (!row.evidence().isEmpty()) {
            streams.out().printf("  %-11s doc/debt/%s.md%n", "ledger", row.id());
        }
    }

    private static String titles(Map<String, Object> document) {
        List<String> titles = new ArrayList<>();
        if (document.get("titles") instanceof Map<?, ?> map) {
            map.forEach((title, on) -> titles.add(title + "=" + (Boolean.TRUE.equals(on) ? "on" : "off")));
        }
        return String.join(" ", titles);
    }

    private void set(Arguments arguments, boolean on, Streams streams) throws IOException {
        String id = settable(arguments);
        String title = title(arguments);
        String why = arguments.value("--why").orElse("");
        if (!why.equals(Printable.of(why))) {
            throw new UsageError("--why wants one line of text");
        }
        boolean isKnown = shelf.knows(title);
        profiles.set(title, id, on, why);
        if (!isKnown) {
            streams.err().println("compat: no title " + title + " was run or is shipped here; " + profiles.ownFile(title) + " was made for it");
        }
        if (arguments.has(JSON_FLAG)) {
            streams.json(Map.of("id", id, "title", title, "state", on ? "on" : "off"));
            return;
        }
        streams.out().println(id + " = " + (on ? "on" : "off") + scope(title));
    }

    /** Back to what the weaker layers say, and to the plugin's own default where none says anything. */
    private void unset(Arguments arguments, Streams streams) throws IOException {
        String id = settable(arguments);
        String title = title(arguments);
        boolean wasSet = profiles.unset(title, id);
        String state = state(id, profiles.forTitle(title));
        String who = profiles.settings(title).stream().filter(s -> s.id().equals(id)).reduce((_, last) -> last)
                .map(FileCompatProfiles.Setting::who).orElse("the plugin's default");
        if (arguments.has(JSON_FLAG)) {
            streams.json(Map.of("id", id, "title", title, "state", state, "wasSet", wasSet, "setBy", who));
            return;
        }
        streams.out().println((wasSet ? "" : "was not set: ") + id + " = " + state + scope(title) + " by " + who);
    }

    private String state(String id, Switches switches) {
        return switches.isOn(id, catalogue.byDefault(id).orElse(false)) ? "on" : "off";
    }

    /** A switch, or one below a plugin's. */
    private String settable(Arguments arguments) {
        arguments.atMost(2);
        String id = arguments.word(1, "ID");
        if (!catalogue.isSwitch(id)) {
            throw new Refused("compat: " + known(arguments).id() + " is an assumption without a switch; see doc/debt/" + id + ".md");
        }
        return id;
    }

    private static String title(Arguments arguments) {
        String title = arguments.value("--title").orElse(FileCompatProfiles.EVERY_TITLE);
        FileCompatProfiles.checkTitleId("compat", title);
        return title;
    }

    private static String scope(String title) {
        return title.equals(FileCompatProfiles.EVERY_TITLE) ? " for every title" : " for " + title;
    }
}
