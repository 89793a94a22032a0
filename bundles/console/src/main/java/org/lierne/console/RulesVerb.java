package org.lierne.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** {@code lierne rules}: the rules of the specification, their state, and the tests that hold them. Works in a checkout. */
@Component(service = ToolProvider.class, property = "lierne.verb=rules")
public final class RulesVerb extends Verb {
    private static final String OPEN = "open";

    private final Path home;

    @Activate
    public RulesVerb(BundleContext context) {
        super("rules", "rules");
        this.home = Path.of(String.valueOf(context.getProperty("lierne.home")));
    }

    @Override
    int run(List<String> line, Streams streams) throws IOException {
        Arguments arguments = parse(line, Set.of(), Set.of());
        arguments.atMost(0);
        List<RuleCoverage.Rule> rules = RuleCoverage.of(checkout());
        if (arguments.has(JSON_FLAG)) {
            streams.json(Map.of("rules", rules));
            return Exit.DONE;
        }
        for (RuleCoverage.Rule rule : rules) {
            streams.out().println("%-6s %-12s %2d tests%s  %s".formatted(rule.id(), rule.state(), rule.tests().size(),
                    rule.notRun().isEmpty() ? "" : " (%d not run)".formatted(rule.notRun().size()), String.join(" ", rule.plugins())).stripTrailing());
        }
        streams.out().println(rules.stream().collect(Collectors.groupingBy(RuleCoverage.Rule::state, TreeMap::new, Collectors.counting()))
                .entrySet().stream().map(e -> e.getValue() + " " + e.getKey()).collect(Collectors.joining(", ")));
        long unknown = rules.stream().filter(r -> r.state().equals(OPEN) && !r.notRun().isEmpty()).count();
        if (unknown > 0) {
            long without = rules.stream().filter(r -> r.state().equals(OPEN) && r.notRun().isEmpty()).count();
            streams.out().println("of those that are open, %d are held by tests that have not been run here (./lierne test does), %d by no test that passed"
                    .formatted(unknown, without));
        }
        return Exit.DONE;
    }

    /** The checkout that the distribution was assembled in. */
    private Path checkout() {
        for (Path folder = home; folder != null; folder = folder.getParent()) {
            if (Files.isDirectory(folder.resolve("docs/rules")) && Files.exists(folder.resolve("pom.xml"))) {
                return folder;
            }
        }
        throw new Refused("rules: " + home + " lies in no checkout; the rules and the tests that hold them are read from one");
    }
}
