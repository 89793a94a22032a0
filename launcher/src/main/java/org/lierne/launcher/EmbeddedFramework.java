package org.lierne.launcher;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.apache.felix.framework.Felix;
import org.apache.felix.framework.util.FelixConstants;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.osgi.framework.wiring.FrameworkWiring;

/** Felix with the bundles of {@code HOME/bundle}; its cache and all that changes lie in the user's folder. */
final class EmbeddedFramework implements AutoCloseable {
    private static final String REFERENCE = "reference:";
    private static final long STOP_MS = 10_000;
    private static final String VERB = "lierne.verb";
    /** Where Gogo looks for a command without a scope; {@code etc/gosh_profile} says the same for the interactive console. */
    private static final String VERBS_FIRST = "lierne:gogo:*";

    private static final String SHELL_PROCESSOR = "org.apache.felix.service.command.CommandProcessor";

    private final Framework framework;
    private final Optional<Path> temporary;
    private final FileChannel lock;

    private EmbeddedFramework(Framework framework, Optional<Path> temporary, FileChannel lock) {
        this.framework = framework;
        this.temporary = temporary;
        this.lock = lock;
    }

    /**
     * Starts and returns when every bundle up to the level has started and its components are there.
     *
     * @throws IOException if the distribution or the user's folder cannot be used
     */
    static EmbeddedFramework start(Path home, Path user, int level, PrintStream errors) throws IOException, BundleException {
        // What a title's process makes for itself lies apart: nothing that other processes run comes from there.
        Path cache = Path.of(System.getProperty("lierne.cache", user.resolve("cache").toString()));
        System.setProperty("lierne.cache", cache.toString());
        Map<String, String> settings = settings(home, user, cache);
        settings.put(Constants.FRAMEWORK_BEGINNING_STARTLEVEL, Integer.toString(level));
        for (String folder : List.of("etc", "titles", "load", "logs")) {
            Files.createDirectories(user.resolve(folder));
        }
        Files.createDirectories(cache);
        System.setProperty("lierne.user", user.toString());
        Path bundles = home.resolve("bundle");
        String fingerprint = fingerprint(bundles);
        // One process at a time may use the kept cache. Our own lock decides before Felix touches it: Felix cleans before it locks.
        FileChannel lock = FileChannel.open(cache.resolve("framework.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        Optional<Path> temporary = Optional.empty();
        if (lock.tryLock() != null) {
            settings.put(Constants.FRAMEWORK_STORAGE, cache.resolve("framework").toString());
            if (!fingerprint.equals(readOrEmpty(cache.resolve("framework.fingerprint")))) {
                settings.put(Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT);
            }
            SpareStorage.clear(cache);
        } else {
            lock.close();
            temporary = Optional.of(SpareStorage.create(cache));
            settings.put(Constants.FRAMEWORK_STORAGE, temporary.get().toString());
        }
        Framework framework = open(settings, bundles, errors);
        if (temporary.isEmpty()) {
            Files.writeString(cache.resolve("framework.fingerprint"), fingerprint);
        }
        BundleContext context = framework.getBundleContext();
        startAllBut(context, user.resolve("plugins.stopped"));
        context.addFrameworkListener(event -> {
            Throwable thrown = event.getThrowable();
            if (thrown != null) {
                errors.println("lierne: framework: " + event.getBundle().getSymbolicName() + ": " + thrown);
            }
        });
        context.registerService(ToolProvider.class, new LogVerb(user.resolve("logs")), logProperties());
        if (level >= StartLevels.OURS) {
            framework.adapt(FrameworkWiring.class).resolveBundles(null);
        }
        framework.start();
        return new EmbeddedFramework(framework, temporary, lock);
    }

    /** Of a verb of the launcher, as the console's components declare theirs. */
    private static Hashtable<String, Object> logProperties() {
        Hashtable<String, Object> properties = new Hashtable<>();
        properties.put(VERB, "log");
        properties.put("lierne.subverbs", new String[] {"tail", "levels", "level"});
        properties.put("lierne.shared", "level");
        return properties;
    }

    /** The framework with all shipped bundles; a cache that is damaged is thrown away, since all of it can be made again. */
    private static Framework open(Map<String, String> settings, Path bundles, PrintStream errors) throws IOException, BundleException {
        FrameworkLog log = new FrameworkLog(errors);
        Framework framework = new Felix(withLog(settings, log));
        try {
            framework.init();
            if (log.opened() && isSound(framework.getBundleContext(), bundles)) {
                installMissing(framework.getBundleContext(), bundles);
                return framework;
            }
        } catch (BundleException _) {
            // the second attempt tells what is wrong, unless the cache was
        }
        stop(framework);
        Path storage = Path.of(settings.get(Constants.FRAMEWORK_STORAGE));
        errors.println("lierne: " + storage + " was damaged and is made anew");
        delete(storage);
        log = new FrameworkLog(errors);
        log.opened();
        framework = new Felix(withLog(settings, log));
        framework.init();
        installMissing(framework.getBundleContext(), bundles);
        return framework;
    }

    private static Map<String, Object> withLog(Map<String, String> settings, FrameworkLog log) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put(FelixConstants.LOG_LOGGER_PROP, log);
        return all;
    }

    private static void stop(Framework framework) throws BundleException {
        try {
            framework.stop();
            framework.waitForStop(STOP_MS);
        } catch (InterruptedException e) {
            throw new BundleException("interrupted while the framework stopped", e);
        }
    }

    /** Whether the cache holds each shipped bundle at most once, and else drop-ins alone. */
    private static boolean isSound(BundleContext context, Path folder) {
        Set<String> seen = new HashSet<>();
        String shipped = REFERENCE + folder.toUri();
        for (Bundle bundle : context.getBundles()) {
            String location = bundle.getLocation();
            boolean isKnown = bundle.getBundleId() == 0 || location.startsWith(shipped) || location.startsWith("file:");
            if (!isKnown || !seen.add(location) || bundle.getSymbolicName() == null) {
                return false;
            }
        }
        return true;
    }

    static void delete(Path folder) throws IOException {
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private static Map<String, String> settings(Path home, Path user, Path cache) throws IOException {
        Properties file = new Properties();
        try (InputStream in = Files.newInputStream(home.resolve("etc/framework.properties"))) {
            file.load(in);
        }
        Map<String, String> settings = new HashMap<>();
        for (String key : file.stringPropertyNames()) {
            settings.put(key, file.getProperty(key)
                    .replace("${lierne.home}", home.toString())
                    .replace("${lierne.user}", user.toString())
                    .replace("${lierne.cache}", cache.toString()));
        }
        for (String key : System.getProperties().stringPropertyNames()) {
            if (key.startsWith("lierne.") || key.startsWith("felix.") || key.startsWith("org.osgi.")) {
                settings.put(key, System.getProperty(key));
            }
        }
        settings.put("lierne.home", home.toString());
        settings.put("lierne.user", user.toString());
        return settings;
    }

    /** Installs what the cache does not have; a shipped bundle that a drop-in had replaced comes back here. */
    private static void installMissing(BundleContext context, Path folder) throws IOException, BundleException {
        Set<String> present = new HashSet<>();
        for (Bundle bundle : context.getBundles()) {
            present.add(bundle.getLocation());
        }
        try (Stream<Path> jars = Files.list(folder)) {
            for (Path jar : jars.filter(f -> f.toString().endsWith(".jar")).sorted().toList()) {
                String location = REFERENCE + jar.toUri();
                if (!present.contains(location)) {
                    Bundle bundle = context.installBundle(location);
                    bundle.adapt(BundleStartLevel.class).setStartLevel(StartLevels.forBundle(bundle.getSymbolicName()));
                }
            }
        }
    }

    /** Shipped bundles start unless the user has stopped them, whatever this cache remembers. */
    private static void startAllBut(BundleContext context, Path file) throws IOException, BundleException {
        Set<String> stopped = Files.isRegularFile(file) ? Set.copyOf(Files.readAllLines(file)) : Set.of();
        for (Bundle bundle : context.getBundles()) {
            boolean isWanted = !stopped.contains(bundle.getSymbolicName());
            if (isShipped(bundle) && isWanted != isToStart(bundle)) {
                if (isWanted) {
                    bundle.start(Bundle.START_ACTIVATION_POLICY);
                } else {
                    bundle.stop();
                }
            }
        }
    }

    /** Without fragments, which do not start. */
    private static boolean isShipped(Bundle bundle) {
        return bundle.getLocation().startsWith(REFERENCE) && bundle.getHeaders().get(Constants.FRAGMENT_HOST) == null;
    }

    private static boolean isToStart(Bundle bundle) {
        return bundle.adapt(BundleStartLevel.class).isPersistentlyStarted();
    }

    /** Which shipped bundles the user has stopped, where a verb is missing; nothing for none. */
    String stoppedPlugins() {
        List<String> stopped = Stream.of(framework.getBundleContext().getBundles()).filter(bundle -> isShipped(bundle) && !isToStart(bundle))
                .map(Bundle::getSymbolicName).sorted().toList();
        return stopped.isEmpty() ? "" : "; a stopped plugin may have it: " + String.join(" ", stopped);
    }

    /** Names, sizes and times of the jars: a changed set makes a new cache, since a cache with references does not notice additions. */
    private static String fingerprint(Path folder) throws IOException {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> jars = Files.list(folder)) {
            for (Path jar : jars.sorted().toList()) {
                text.append(jar).append(' ').append(Files.size(jar)).append(' ').append(Files.getLastModifiedTime(jar).toMillis()).append('\n');
            }
        }
        return text.toString();
    }

    private static String readOrEmpty(Path file) throws IOException {
        return Files.isRegularFile(file) ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8) : "";
    }

    /** The service that does a verb. */
    Optional<ToolProvider> tool(String verb) {
        BundleContext context = framework.getBundleContext();
        try {
            return context.getServiceReferences(ToolProvider.class, "(" + VERB + "=" + verb.replaceAll("[^a-z-]", "") + ")").stream()
                    .max(ServiceReference::compareTo).map(context::getService);
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The verbs that people ask for: those that say how. */
    List<String> verbs() {
        BundleContext context = framework.getBundleContext();
        try {
            return context.getServiceReferences(ToolProvider.class, "(" + VERB + "=*)").stream()
                    .filter(r -> Optional.ofNullable(context.getService(r)).flatMap(ToolProvider::description).filter(d -> !d.isEmpty()).isPresent())
                    .map(r -> String.valueOf(r.getProperty(VERB))).sorted().distinct().toList();
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Runs one console command and prints its result.
     *
     * @return 0, or 2 if there is no such command, or 1 if it threw, or its own exit status if its exception carries one
     */
    int execute(String command, PrintStream out, PrintStream errors) throws ReflectiveOperationException, IOException {
        BundleContext context = framework.getBundleContext();
        ServiceReference<?> reference = context.getServiceReference(SHELL_PROCESSOR);
        if (reference == null) {
            errors.println("lierne: the shell bundle did not start");
            return Main.REFUSED;
        }
        Object processor = context.getService(reference);
        // The shell's api lives in a bundle, so it is reached by reflection: the launcher stays free of it.
        Method create = Stream.of(processor.getClass().getMethods())
                .filter(m -> m.getName().equals("createSession") && m.getParameterCount() == 3
                        && m.getParameterTypes()[0] == InputStream.class && m.getParameterTypes()[1] == OutputStream.class)
                .findFirst().orElseThrow();
        Object session = create.invoke(processor, new ByteArrayInputStream(new byte[0]), out, errors);
        Class<?> api = processor.getClass().getClassLoader().loadClass("org.apache.felix.service.command.CommandSession");
        try {
            api.getMethod("put", String.class, Object.class).invoke(session, "SCOPE", VERBS_FIRST);
            Object result = api.getMethod("execute", CharSequence.class).invoke(session, command);
            if (result != null) {
                out.println(api.getMethod("format", Object.class, int.class).invoke(session, result, 0));
            }
            return 0;
        } catch (InvocationTargetException e) {
            return report(e.getCause(), errors);
        } finally {
            api.getMethod("close").invoke(session);
        }
    }

    private int report(@Nullable Throwable thrown, PrintStream errors) {
        // The console room's exception: the verb has already printed why, and its message is the exit status.
        if (thrown != null && thrown.getClass().getName().equals("org.lierne.console.VerbFailed")) {
            return Integer.parseInt(String.valueOf(thrown.getMessage()));
        }
        boolean isUnknown = thrown != null && thrown.getClass().getSimpleName().equals("CommandNotFoundException");
        errors.println("lierne: console: " + (thrown == null || thrown.getMessage() == null ? thrown : thrown.getMessage())
                + (isUnknown ? stoppedPlugins() : ""));
        return isUnknown ? Main.USAGE : 1;
    }

    void awaitStop() throws InterruptedException {
        framework.waitForStop(0);
    }

    @Override
    public void close() throws BundleException, IOException {
        stop(framework);
        lock.close();
        if (temporary.isPresent()) {
            delete(temporary.get());
        }
    }
}
