package org.lierne.console;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** {@code lierne help}: the forms of every verb. */
@Component(service = ToolProvider.class, property = "lierne.verb=help")
public final class HelpVerb extends Verb {
    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY,
            target = "(&(lierne.verb=*)(!(lierne.verb=help))(!(lierne.stand-in=*)))")
    private volatile List<ToolProvider> tools = List.of();

    public HelpVerb() {
        super("help", "help [VERB]");
    }

    /** What the launcher and the scripts do themselves. */
    private static final Map<String, List<String>> OF_SCRIPTS = Map.of(
            "console", List.of("console [--web [--serve]] [-c COMMANDS]…"),
            "new", List.of("new pass|library|quirk NAME [--into FOLDER]"),
            "test", List.of("test [--fast|--long] (in a checkout)"),
            "bench", List.of("bench [NAME…] (in a checkout)"));

    @Override
    int run(List<String> line, Streams streams) throws IOException {
        Arguments arguments = parse(line, Set.of(), Set.of());
        arguments.atMost(1);
        SortedMap<String, List<String>> all = new TreeMap<>();
        tools.stream().filter(verb -> forms(verb).findAny().isPresent()).forEach(verb -> all.putIfAbsent(verb.name(), forms(verb).toList()));
        all.putAll(OF_SCRIPTS);
        SortedMap<String, List<String>> meant = arguments.optionalWord(0).map(verb -> only(verb, all)).orElse(all);
        if (arguments.has(JSON_FLAG)) {
            streams.json(meant);
        } else {
            meant.values().forEach(forms -> forms.forEach(form -> streams.out().println("lierne " + form)));
        }
        return Exit.DONE;
    }

    private static SortedMap<String, List<String>> only(String verb, SortedMap<String, List<String>> all) {
        List<String> forms = all.get(verb);
        if (forms == null) {
            throw new UsageError("no verb '" + verb + "'");
        }
        return new TreeMap<>(Map.of(verb, forms));
    }

    private static Stream<String> forms(ToolProvider verb) {
        return verb.description().orElse(verb.name()).lines();
    }
}
