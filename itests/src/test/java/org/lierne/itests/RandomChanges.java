package org.lierne.itests;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.lierne.recompiler.pass.CompatProfiles;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.wiring.BundleWiring;

/** Changes of passes, libraries and switches as a user makes them, one after another at random. */
final class RandomChanges {
    /** Passes without which a picture is the same. */
    private static final List<String> OPTIONAL = List.of("pass.opt.dead-code", "pass.opt.constant-folding", "pass.opt.implied-conditions");
    /** Libraries that hold nothing for a title, so that it goes on whenever they come back within the time that a call waits. */
    private static final List<String> LIBRARIES = List.of("lib.random", "lib.rtc", "lib.user-service", "lib.system-service");
    private static final long WAIT_S = 60;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final BundleContext context;
    private final CompatProfiles profiles;
    private final Path user;
    private final String mode;
    private final List<String> done = new ArrayList<>();
    private final List<WeakReference<ClassLoader>> loaders = new ArrayList<>();

    /** @param mode is switched on and off for the title */
    RandomChanges(BundleContext context, CompatProfiles profiles, Path user, String mode) {
        this.context = context;
        this.profiles = profiles;
        this.user = user;
        this.mode = mode;
    }

    int count() {
        return done.size();
    }

    /** Up to so many. */
    int some(int most) {
        return 1 + random.nextInt(most);
    }

    /** For the message of a failure. */
    String told() {
        return "seed " + seed + ", changes " + done + "\n";
    }

    void make(String title) throws Exception {
        String id = OPTIONAL.get(random.nextInt(OPTIONAL.size()));
        String library = LIBRARIES.get(random.nextInt(LIBRARIES.size()));
        switch (random.nextInt(9)) {
            case 0, 1 -> did("tint", () -> profiles.set(title, mode, random.nextBoolean()));
            case 2 -> did("file", () -> editFile(title));
            case 3 -> did("switch " + id, () -> profiles.set(title, id, random.nextBoolean()));
            case 4 -> did("stop or start " + id, () -> toggle(bundle(id)));
            case 5 -> did("update " + id, () -> update(bundle(id)));
            case 6 -> did("restart " + library, () -> restart(bundle(library)));
            case 7 -> did("update " + library, () -> update(bundle(library)));
            default -> did("come or go", this::swap);
        }
    }

    private interface Change {
        void make() throws Exception;
    }

    private void did(String what, Change change) throws Exception {
        done.add(what);
        change.make();
    }

    /** As an editor does: another file in the place of the old one. */
    private void editFile(String title) throws IOException {
        Path folder = Files.createDirectories(user.resolve("titles"));
        Path edited = Files.writeString(folder.resolve("edited"), "# by hand\n" + mode + " = " + (random.nextBoolean() ? "on" : "off") + "\n",
                StandardCharsets.UTF_8);
        Files.move(edited, folder.resolve(title + ".cfg"), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void toggle(Bundle bundle) throws BundleException {
        if (bundle.getState() == Bundle.ACTIVE) {
            bundle.stop();
        } else {
            bundle.start();
        }
    }

    private static void restart(Bundle bundle) throws BundleException {
        bundle.stop();
        bundle.start();
    }

    private void update(Bundle bundle) throws BundleException {
        remember(bundle);
        bundle.update();
        bundle.start();
    }

    /** A bundle of a higher version takes the place of a shipped one, or gives it back. */
    private void swap() throws Exception {
        Optional<Bundle> guest = guest();
        if (guest.isPresent()) {
            remember(guest.get());
            guest.get().uninstall();
        } else {
            Path jar = HigherVersion.of("dead-code", user);
            context.installBundle(jar.toUri().toString()).start();
            Files.delete(jar);
        }
    }

    private Optional<Bundle> guest() {
        return Arrays.stream(context.getBundles()).filter(b -> HigherVersion.VERSION.equals(b.getVersion().toString())).findFirst();
    }

    private void remember(Bundle bundle) {
        BundleWiring wiring = bundle.adapt(BundleWiring.class);
        if (wiring != null) {
            loaders.add(new WeakReference<>(wiring.getClassLoader()));
        }
    }

    /** Everything that was stopped is started, and what came goes. */
    void putBack() throws Exception {
        if (guest().isPresent()) {
            swap();
        }
        for (String id : OPTIONAL) {
            bundle(id).start();
        }
    }

    private Bundle bundle(String id) {
        return Arrays.stream(context.getBundles())
                .filter(b -> ("org.lierne." + id).equals(b.getSymbolicName()) && !HigherVersion.VERSION.equals(b.getVersion().toString()))
                .findFirst().orElseThrow();
    }

    /** Of each bundle. */
    Map<String, Integer> states() {
        Map<String, Integer> states = new TreeMap<>();
        Arrays.stream(context.getBundles()).forEach(b -> states.put(b.getSymbolicName() + " " + b.getVersion(), b.getState()));
        return states;
    }

    /** The class loaders of revisions that are no more are let go of: the collector finds them. */
    void assertLoadersGo() throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_S);
        while (System.nanoTime() < end && loaders.stream().anyMatch(l -> l.get() != null)) {
            System.gc();
            TimeUnit.MILLISECONDS.sleep(50);
        }
        assertEquals(told() + "class loaders that stay:", List.of(),
                loaders.stream().map(WeakReference::get).filter(Objects::nonNull).map(Object::toString).toList());
        loaders.clear();
    }
}
