package org.lierne.console;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.spi.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * A console's titles run in a process of their own, so that one that ruins its process costs that process and not the console. Verbs say by
 * their properties which of their forms that concerns, and a stand-in takes their place:
 *
 * <ul>
 * <li>{@code lierne.guest}: runs a title's code, so it is done by a new player;
 * <li>{@code lierne.live}: tells of the running title, so the player is asked, also after the title's end until the next begins; with
 * {@code lierne.of-files} a line that names a file tells of that instead, which the player may not read, and with {@code lierne.written} the
 * values of those options are files or folders that the player may not write ({@link LentPlace});
 * <li>{@code lierne.shared}: changes something of the platform, here and in the player, and again in later ones.
 * </ul>
 *
 * <p>Switches need nothing: they lie in files, which the player looks at for each draw. Only in consoles ({@code lierne.players}): a verb from
 * the shell has a process of its own already.
 */
@Component(service = {}, immediate = true)
public final class Players {
    private static final String STAND_IN = "lierne.stand-in";
    private static final int RANKING = 100;
    private static final String ALL_FORMS = "*";

    private final BundleContext context;
    private final PlayerDeaths deaths;
    private final boolean isWanted;
    private final Path home;
    private final Path lender;
    private final Map<ServiceReference<ToolProvider>, ServiceRegistration<?>> standIns = new ConcurrentHashMap<>();
    private final List<List<String>> shared = new CopyOnWriteArrayList<>();
    private volatile @Nullable PlayerProcess player;
    private boolean isPlaying;

    @Activate
    public Players(BundleContext context, @Reference PlayerDeaths deaths) {
        this.context = context;
        this.deaths = deaths;
        this.isWanted = "true".equals(context.getProperty("lierne.players"));
        this.home = Path.of(String.valueOf(context.getProperty("lierne.home")));
        this.lender = Path.of(String.valueOf(context.getProperty("lierne.user")), "cache", "temporary");
    }

    @Deactivate
    void stop() {
        Optional.ofNullable(player).ifPresent(PlayerProcess::close);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC,
            target = "(&(!(" + STAND_IN + "=*))(|(lierne.guest=*)(lierne.live=*)(lierne.shared=*)))")
    void addVerb(ServiceReference<ToolProvider> verb) {
        if (isWanted) {
            Hashtable<String, Object> properties = new Hashtable<>();
            properties.put(ShellCommands.VERB, verb.getProperty(ShellCommands.VERB));
            Optional.ofNullable(verb.getProperty(ShellCommands.SUB_VERBS)).ifPresent(forms -> properties.put(ShellCommands.SUB_VERBS, forms));
            properties.put(STAND_IN, true);
            properties.put(Constants.SERVICE_RANKING, RANKING);
            standIns.put(verb, context.registerService(ToolProvider.class, new StandIn(verb), properties));
        }
    }

    void removeVerb(ServiceReference<ToolProvider> verb) {
        Optional.ofNullable(standIns.remove(verb)).ifPresent(ServiceRegistration::unregister);
    }

    /** Takes a verb's place. */
    private final class StandIn implements ToolProvider {
        private final ServiceReference<ToolProvider> verb;
        private final String name;
        private final Set<String> guest;
        private final Set<String> live;
        private final Set<String> forAll;
        private final boolean isOfFiles;
        private final Set<String> written;

        StandIn(ServiceReference<ToolProvider> verb) {
            this.verb = verb;
            this.name = String.valueOf(verb.getProperty(ShellCommands.VERB));
            this.guest = forms("lierne.guest");
            this.live = forms("lierne.live");
            this.forAll = forms("lierne.shared");
            this.isOfFiles = !forms("lierne.of-files").isEmpty();
            this.written = forms("lierne.written");
        }

        private Set<String> forms(String property) {
            return switch (verb.getProperty(property)) {
                case String[] many -> Set.of(many);
                case null -> Set.of();
                case Object one -> Set.of(one.toString());
            };
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int run(PrintStream out, PrintStream err, String... words) {
            List<String> line = new ArrayList<>(List.of(name));
            line.addAll(Arrays.asList(words));
            String form = words.length == 0 ? "" : words[0];
            Optional<PlayerProcess> there = Optional.ofNullable(player).filter(PlayerProcess::isAlive);
            if (guest.contains(ALL_FORMS) || guest.contains(form)) {
                return play(line, out, err);
            }
            if (there.isPresent() && live.contains(form) && !(isOfFiles && namesAFile(words))) {
                OptionalInt status = asked(there.get(), line, out, err);
                if (status.isPresent()) {
                    return status.getAsInt();
                }
            }
            int status = itself().run(out, err, words);
            if (status == Exit.DONE && forAll.contains(form)) {
                shared.add(line);
                there.ifPresent(now -> now.call(line, nowhere(), err));
            }
            return status;
        }

        @Override
        public int run(java.io.PrintWriter out, java.io.PrintWriter err, String... words) {
            throw new UnsupportedOperationException("verbs write bytes: use the stream form");
        }

        private OptionalInt asked(PlayerProcess there, List<String> line, PrintStream out, PrintStream err) {
            try {
                return LentPlace.call(line, written, lender, out, (changed, to) -> there.call(changed, to, err));
            } catch (IOException e) {
                err.println("lierne " + name + ": " + HostFiles.sentence(e));
                return OptionalInt.of(Exit.REFUSED);
            }
        }

        private static boolean namesAFile(String... words) {
            return Arrays.stream(words).skip(1).anyMatch(word -> new File(word).isFile());
        }

        private ToolProvider itself() {
            ToolProvider tool = context.getService(verb);
            if (tool == null) {
                throw new IllegalStateException("the bundle of " + name + " has stopped");
            }
            return tool;
        }
    }

    private static PrintStream nowhere() {
        return new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    }

    /** One title at a time, as within one process. */
    private synchronized boolean take() {
        boolean isFree = !isPlaying;
        isPlaying = true;
        return isFree;
    }

    private synchronized void give() {
        isPlaying = false;
    }

    private int play(List<String> line, PrintStream out, PrintStream err) {
        if (!take()) {
            err.println("kernel: a title is running already");
            return Exit.REFUSED;
        }
        try {
            Optional.ofNullable(player).ifPresent(PlayerProcess::close);
            PlayerProcess begun = PlayerProcess.start(home.resolve("bin/lierne"), line);
            player = begun;
            shared.forEach(each -> begun.call(each, nowhere(), nowhere()));
            OptionalInt status = begun.call(line, out, err);
            return status.isPresent() ? status.getAsInt() : died(begun, line, out, err);
        } catch (IOException e) {
            err.println("lierne " + line.getFirst() + ": the title's process cannot be started: " + HostFiles.sentence(e));
            return Exit.HOST_LACKS;
        } finally {
            give();
        }
    }

    private int died(PlayerProcess player, List<String> line, PrintStream out, PrintStream err) throws IOException {
        player.close(); // one that has only closed its output lives
        if (!player.hasBegun()) {
            return player.status();
        }
        return deaths.tell(player.end(), player.id(), line, new Verb.Streams(InputStream.nullInputStream(), out, err));
    }
}
