package org.lierne.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** {@code lierne plugin …}: bundles as plugins. Added ones are drop-ins: jars in the user's {@code load/} folder. */
@Component(service = ToolProvider.class, property = {
    "lierne.verb=plugin",
    "lierne.subverbs=list",
    "lierne.subverbs=add",
    "lierne.subverbs=remove",
    "lierne.subverbs=start",
    "lierne.subverbs=stop",
    "lierne.shared=start",
    "lierne.shared=stop"
})
public final class PluginVerb extends Verb {
    private static final String OURS = "org.lierne.";

    private final BundleContext context;
    private final StoppedPlugins stops;

    @Activate
    public PluginVerb(BundleContext context) {
        super("plugin", "plugin list\nplugin add JAR\nplugin remove|start|stop ID");
        this.context = context;
        this.stops = new StoppedPlugins(Path.of(String.valueOf(context.getProperty("lierne.user")), "plugins.stopped"));
    }

    @Override
    int run(List<String> line, Streams streams) throws IOException {
        Arguments arguments = parse(line, Set.of(), Set.of());
        switch (arguments.word(0, "list, add, remove, start or stop")) {
            case "list" -> {
                arguments.atMost(1);
                return list(arguments, streams);
            }
            case "add" -> {
                arguments.atMost(2);
                add(arguments, streams);
            }
            case "remove", "start", "stop" -> {
                arguments.atMost(2);
                act(arguments, streams);
            }
            default -> throw new UsageError("unknown '" + arguments.words().get(0) + "'");
        }
        return Exit.DONE;
    }

    private void act(Arguments arguments, Streams streams) throws IOException {
        Bundle bundle = plugin(arguments.word(1, "ID"));
        switch (arguments.word(0, "remove, start or stop")) {
            case "remove" -> remove(bundle, arguments, streams);
            case "start" -> change(bundle, true, arguments, streams);
            case "stop" -> change(bundle, false, arguments, streams);
            default -> throw new AssertionError(arguments.words());
        }
    }

    /** The sentence, or with {@code --json} the document. */
    private static void tell(String sentence, Map<String, Object> document, Arguments arguments, Streams streams) throws IOException {
        if (arguments.has(JSON_FLAG)) {
            streams.json(document);
        } else {
            streams.out().println(sentence);
        }
    }

    /** What {@code --json} says of a plugin. */
    private static Map<String, Object> document(Bundle bundle) {
        return new TreeMap<>(Map.of("id", id(bundle).orElseGet(bundle::getSymbolicName), "version", bundle.getVersion().toString(),
                "state", state(bundle), "dropIn", DropIns.isDropIn(bundle)));
    }

    private int list(Arguments arguments, Streams streams) throws IOException {
        List<Bundle> bundles = Arrays.stream(context.getBundles())
                .filter(b -> id(b).isPresent()).sorted(Comparator.comparing(b -> id(b).orElseThrow())).toList();
        if (arguments.has(JSON_FLAG)) {
            streams.json(bundles.stream().map(PluginVerb::document).toList());
            return Exit.DONE;
        }
        tellUnused(streams);
        for (Bundle bundle : bundles) {
            streams.out().printf("%-44s %-10s %s%s%n", id(bundle).orElseThrow(), state(bundle), bundle.getVersion(),
                    DropIns.isDropIn(bundle) ? "  (drop-in)" : "");
        }
        return Exit.DONE;
    }

    /** Jars in {@code load/} that are not used, and why. */
    private void tellUnused(Streams streams) throws IOException {
        Path load = Path.of(context.getProperty("lierne.user"), "load");
        if (Files.isDirectory(load)) {
            try (Stream<Path> jars = Files.list(load)) {
                jars.filter(jar -> jar.toString().endsWith(".jar")).sorted().forEach(jar -> DropIns.fault(context, jar)
                        .ifPresent(fault -> streams.err().println("plugin list: " + jar + " " + fault + "; it is not used")));
            }
        }
    }

    private void add(Arguments arguments, Streams streams) throws IOException {
        Path jar = Arguments.toPath(arguments.word(1, "JAR"));
        if (!Files.exists(jar)) {
            throw new NoSuchFileException(jar.toString());
        }
        DropIns.fault(context, jar).ifPresent(fault -> {
            throw new Refused("plugin add: " + jar + " " + fault);
        });
        Path load = Path.of(context.getProperty("lierne.user"), "load");
        Files.createDirectories(load);
        Path temporary = Files.createTempFile(load, ".add-", ".tmp");
        Files.copy(jar, temporary, StandardCopyOption.REPLACE_EXISTING);
        Path target = load.resolve(jar.getFileName());
        Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        tell("added " + target, Map.of("added", target.toString()), arguments, streams);
    }

    private static void remove(Bundle bundle, Arguments arguments, Streams streams) throws IOException {
        if (!DropIns.isDropIn(bundle)) {
            throw new Refused("plugin remove: " + bundle.getSymbolicName() + " is part of the distribution; stop it, or switch it with compat off");
        }
        Path jar = Path.of(java.net.URI.create(bundle.getLocation()));
        Files.deleteIfExists(jar);
        tell("removed " + jar, Map.of("removed", jar.toString()), arguments, streams);
    }

    private void change(Bundle bundle, boolean start, Arguments arguments, Streams streams) throws IOException {
        if (!start && bundle.equals(context.getBundle())) {
            // The stop would outlast this process, and nothing would be left that could take it back.
            throw new Refused("plugin stop: " + bundle.getSymbolicName() + " is what takes commands, so none could start it again");
        }
        try {
            if (start) {
                bundle.start();
            } else {
                bundle.stop();
            }
            if (!DropIns.isDropIn(bundle)) {
                stops.keep(bundle.getSymbolicName(), !start);
            }
            tell(bundle.getSymbolicName() + " " + state(bundle), document(bundle), arguments, streams);
        } catch (BundleException e) {
            throw new Refused("plugin: " + bundle.getSymbolicName() + ": " + e.getMessage(), e);
        }
    }

    private Bundle plugin(String id) {
        return Arrays.stream(context.getBundles())
                .filter(b -> id(b).map(id::equals).orElse(false) || id.equals(b.getSymbolicName()) || id.equals(Long.toString(b.getBundleId())))
                .max(Comparator.comparing(Bundle::getVersion))
                .orElseThrow(() -> new Refused("plugin: no plugin '" + id + "'; plugin list shows them"));
    }

    static java.util.Optional<String> id(Bundle bundle) {
        String name = bundle.getSymbolicName();
        if (name == null || (!name.startsWith(OURS) && !DropIns.isDropIn(bundle))) {
            return java.util.Optional.empty();
        }
        return java.util.Optional.of(name.startsWith(OURS) ? name.substring(OURS.length()) : name);
    }

    static String state(Bundle bundle) {
        return switch (bundle.getState()) {
            case Bundle.ACTIVE -> "active";
            case Bundle.STARTING -> "starting";
            case Bundle.STOPPING -> "stopping";
            case Bundle.RESOLVED -> "stopped";
            case Bundle.INSTALLED -> "unresolved";
            default -> "uninstalled";
        };
    }
}
