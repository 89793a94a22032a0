package org.lierne.console;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
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

    @Override
    int run(List<String> line, Streams streams) throws IOException {
        Arguments arguments = parse(line, java.util.Set.of(), java.util.Set.of());
        arguments.atMost(1);
        List<ToolProvider> verbs = tools.stream()
                .filter(v -> forms(v).findAny().isPresent())
                .filter(v -> arguments.optionalWord(0).map(v.name()::equals).orElse(true))
                .sorted(Comparator.comparing(ToolProvider::name)).toList();
        if (verbs.isEmpty()) {
            throw new UsageError("no verb '" + arguments.word(0, "VERB") + "'");
        }
        if (arguments.has(JSON_FLAG)) {
            streams.json(verbs.stream().collect(java.util.stream.Collectors.toMap(ToolProvider::name, v -> forms(v).toList(),
                    (a, b) -> a, java.util.TreeMap::new)));
            return Exit.DONE;
        }
        for (ToolProvider verb : verbs) {
            forms(verb).forEach(l -> streams.out().println("lierne " + l));
        }
        if (arguments.words().isEmpty()) {
            streams.out().println("""
                    lierne console [--web [--serve]] [-c COMMANDS]…
                    lierne new pass|library|quirk NAME [--into FOLDER]
                    from a checkout also: lierne test [--fast|--long] · lierne bench [NAME…]""");
        }
        return Exit.DONE;
    }

    private static Stream<String> forms(ToolProvider verb) {
        return verb.description().orElse(verb.name()).lines();
    }
}
