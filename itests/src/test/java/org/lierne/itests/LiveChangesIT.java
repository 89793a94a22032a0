package org.lierne.itests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import javax.inject.Inject;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.lierne.agc.FrameFacts;
import org.lierne.agc.FrameWatcher;
import org.lierne.kernel.title.TitleOutcome;
import org.lierne.kernel.title.TitleRequest;
import org.lierne.kernel.title.TitleRunner;
import org.lierne.recompiler.pass.CompatProfiles;
import org.lierne.recompiler.pass.TranslationPass;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.ServiceRegistration;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.framework.wiring.FrameworkWiring;

/**
 * Passes, libraries and switches change at random while our title runs: each frame is the picture of the one or the other profile, nothing
 * breaks, and of what came and went nothing stays.
 */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class LiveChangesIT {
    private static final int CHANGES = 500;
    private static final int LONG_CHANGES = 10_000;
    /** Changes before the first count of classes and bytes: what the first of each kind brings along stays for good. */
    private static final int WARM_UP = 60;
    private static final int MOST_CHANGES_A_FRAME = 12;
    private static final int FRAMES = 90;
    /** What caches and the virtual machine may keep more than before. */
    private static final long MORE_BYTES = 16L << 20;
    private static final int MORE_CLASSES = 200;
    private static final long WAIT_S = 60;
    private static final String TITLE = "LRNE00001";
    private static final String TINT = "pass.test-tint";
    /** Passes without which the picture is the same. */
    private static final List<String> OPTIONAL = List.of("pass.opt.dead-code", "pass.opt.constant-folding", "pass.opt.implied-conditions");
    /** Libraries that hold nothing for the title, so that it goes on whenever they come back within the time that a call waits. */
    private static final List<String> LIBRARIES = List.of("lib.random", "lib.rtc", "lib.user-service", "lib.system-service");

    private static final ClassLoadingMXBean CLASSES = ManagementFactory.getClassLoadingMXBean();

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final Map<Long, Long> sums = new ConcurrentHashMap<>();
    private final List<String> done = new ArrayList<>();
    private final List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    private final List<ServiceRegistration<?>> registered = new ArrayList<>();
    private final Map<Long, Long> plain = new ConcurrentHashMap<>();
    private final Map<Long, Long> tinted = new ConcurrentHashMap<>();
    private volatile String strange = "";

    @Inject
    private BundleContext context;

    @Inject
    private TitleRunner runner;

    @Inject
    private CompatProfiles profiles;

    @Inject
    private FrameFacts frames;

    @Configuration
    public Option[] distribution() {
        return Distribution.over(user());
    }

    private static Path user() {
        return Distribution.userFolder(LiveChangesIT.class);
    }

    @Before
    public void watch() throws IOException {
        Files.deleteIfExists(user().resolve("titles/" + TITLE + ".cfg"));
        FrameWatcher watcher = (_, frame, _, _, rgb) -> {
            CRC32 sum = new CRC32();
            sum.update(rgb);
            sums.put(frame, sum.getValue());
        };
        registered.add(context.registerService(FrameWatcher.class, watcher, null));
    }

    @After
    public void forget() throws IOException {
        registered.forEach(ServiceRegistration::unregister);
        Files.deleteIfExists(user().resolve("titles/" + TITLE + ".cfg"));
    }

    private TitleOutcome run() {
        return run(FRAMES, Optional.empty());
    }

    private TitleOutcome run(int count, Optional<Path> capture) {
        return runner.run(new TitleRequest(CommandLine.TITLES.resolve("first-light"), Optional.empty(), true, OptionalInt.of(count),
                Optional.empty(), capture, Set.of(), Set.of(), Optional.empty(), new ByteArrayOutputStream()));
    }

    /** Tints what the program of the last draw gives, where the pass is on. */
    private void registerTint() {
        List<String> shaders = frames.draws().getLast().shaders();
        String pixel = shaders.getLast().substring(shaders.getLast().indexOf(' ') + 1);
        registered.add(context.registerService(TranslationPass.class, new TestTint(pixel), properties()));
    }

    /** The sums of all frames of a run under one profile. */
    private Map<Long, Long> reference() {
        sums.clear();
        TitleOutcome outcome = run();
        assertTrue(outcome.toString(), outcome instanceof TitleOutcome.Exited);
        assertEquals(FRAMES, sums.size());
        return Map.copyOf(sums);
    }

    @Test
    public void everyFrameIsOfOneProfileWhateverChanges() throws Exception {
        plain.putAll(reference());
        registerTint();
        profiles.set(TITLE, TINT, true);
        tinted.putAll(reference());
        assertTrue("the tint is seen", !plain.equals(tinted));
        Map<String, Integer> before = states();
        changeWhileRunning(WARM_UP);
        settle();
        int classes = CLASSES.getLoadedClassCount();
        long bytes = usedBytes();

        int wanted = WARM_UP + (Boolean.getBoolean("lierne.long") ? LONG_CHANGES : CHANGES);
        changeWhileRunning(wanted);

        assertEquals(told(), before, states());
        assertEquals(told(), List.of(), List.copyOf(context.getBundle(0).adapt(FrameworkWiring.class).getRemovalPendingBundles()));
        settle();
        awaits("classes loaded, of " + classes, () -> CLASSES.getLoadedClassCount() <= classes + MORE_CLASSES, CLASSES::getLoadedClassCount);
        awaits("bytes used, of " + bytes, () -> usedBytes() <= bytes + MORE_BYTES, LiveChangesIT::usedBytes);
    }

    @Test
    public void twoProfilesDifferInTheDrawThatOneOfThemTints() throws Exception {
        Path capture = user().resolve("frame.capture");
        Path difference = user().resolve("difference.png");
        TitleOutcome outcome = run(3, Optional.of(capture));
        registerTint();
        profiles.set(TITLE, TINT, true);

        Distribution.Run same = Distribution.verb(context, "profile", "compare", capture.toString(), TITLE, TITLE);
        Distribution.Run other = Distribution.verb(context, "profile", "compare", capture.toString(), "default", TITLE, "--difference",
                difference.toString());

        assertTrue(outcome.toString(), outcome instanceof TitleOutcome.Exited);
        assertEquals(same.out() + same.err(), 0, same.status());
        assertEquals(other.out() + other.err(), 1, other.status());
        List<String> lines = other.out().lines().toList();
        assertEquals(other.out(), 2, lines.size());
        assertTrue(other.out(), lines.getFirst().matches("draw 1  draw 36 indices.*: code of ps .*, target-0"));
        assertTrue(other.out(), lines.getLast().matches("1 draws and [1-9][0-9]* of 921600 pixels differ"));
        BufferedImage seen = ImageIO.read(difference.toFile());
        assertEquals("black where both are the same", 0, seen.getRGB(0, 0) & 0xffffff);
        assertTrue("bright in the middle, where the tinted cube is", (seen.getRGB(seen.getWidth() / 2, seen.getHeight() / 2) & 0xffffff) != 0);
    }

    /** A run as at the start; with its end the kernel lets go of what earlier titles had bound. */
    private void settle() throws InterruptedException {
        profiles.set(TITLE, TINT, false);
        assertEquals(told(), plain, reference());
        assertLoadersGo();
    }

    /** Until so many changes were made, run after run. */
    private void changeWhileRunning(int wanted) throws Exception {
        while (done.size() < wanted) {
            changeInOneRun(wanted);
        }
    }

    private void changeInOneRun(int wanted) throws Exception {
        sums.clear();
        CompletableFuture<TitleOutcome> run = CompletableFuture.supplyAsync(this::run);
        long seen = 0;
        while (!run.isDone() && done.size() < wanted) {
            if (sums.size() > seen) {
                seen = sums.size();
                for (int i = random.nextInt(MOST_CHANGES_A_FRAME); i >= 0 && done.size() < wanted; i--) {
                    change();
                }
            } else {
                TimeUnit.MILLISECONDS.sleep(1);
            }
        }
        putBack();
        TitleOutcome outcome = run.get(5, TimeUnit.MINUTES);
        assertTrue(told() + outcome, outcome instanceof TitleOutcome.Exited exited && exited.code() == 0);
        sums.forEach((frame, sum) -> {
            if (!sum.equals(plain.get(frame)) && !sum.equals(tinted.get(frame))) {
                strange += " " + frame;
            }
        });
        assertEquals(told() + "frames of no profile:", "", strange);
    }

    private String told() {
        return "seed " + seed + ", changes " + done + "\n";
    }

    // --- changes -----------------------------------------------------------------------------------------------

    private void change() throws Exception {
        String id = OPTIONAL.get(random.nextInt(OPTIONAL.size()));
        String library = LIBRARIES.get(random.nextInt(LIBRARIES.size()));
        switch (random.nextInt(9)) {
            case 0, 1 -> did("tint", () -> profiles.set(TITLE, TINT, random.nextBoolean()));
            case 2 -> did("file", this::editFile);
            case 3 -> did("switch " + id, () -> profiles.set(TITLE, id, random.nextBoolean()));
            case 4 -> did("stop or start " + id, () -> toggle(bundle("org.lierne." + id)));
            case 5 -> did("update " + id, () -> update(bundle("org.lierne." + id)));
            case 6 -> did("restart " + library, () -> restart(bundle("org.lierne." + library)));
            case 7 -> did("update " + library, () -> update(bundle("org.lierne." + library)));
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
    private void editFile() throws IOException {
        Path folder = Files.createDirectories(user().resolve("titles"));
        Path edited = Files.writeString(folder.resolve("edited"), "# by hand\n" + TINT + " = " + (random.nextBoolean() ? "on" : "off") + "\n",
                StandardCharsets.UTF_8);
        Files.move(edited, folder.resolve(TITLE + ".cfg"), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
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
            Path jar = HigherVersion.of("dead-code", user());
            context.installBundle(jar.toUri().toString()).start();
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

    private void putBack() throws Exception {
        if (guest().isPresent()) {
            swap();
        }
        for (String id : OPTIONAL) {
            bundle("org.lierne." + id).start();
        }
    }

    // --- what stays --------------------------------------------------------------------------------------------

    private Bundle bundle(String name) {
        return Arrays.stream(context.getBundles()).filter(b -> name.equals(b.getSymbolicName()) && !HigherVersion.VERSION.equals(b.getVersion().toString()))
                .findFirst().orElseThrow();
    }

    private Map<String, Integer> states() {
        Map<String, Integer> states = new java.util.TreeMap<>();
        Arrays.stream(context.getBundles()).forEach(b -> states.put(b.getSymbolicName() + " " + b.getVersion(), b.getState()));
        return states;
    }

    /** The class loaders of revisions that are no more are let go of: the collector finds them. */
    private void assertLoadersGo() throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_S);
        while (System.nanoTime() < end && loaders.stream().anyMatch(l -> l.get() != null)) {
            System.gc();
            TimeUnit.MILLISECONDS.sleep(50);
        }
        assertEquals(told() + "class loaders that stay:", List.of(),
                loaders.stream().map(WeakReference::get).filter(java.util.Objects::nonNull).map(Object::toString).toList());
    }

    private static long usedBytes() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** The collector takes its time, and so do threads that go to sleep for good. */
    private void awaits(String what, BooleanSupplier isReached, Supplier<? extends Number> now) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_S);
        while (!isReached.getAsBoolean()) {
            assertTrue(told() + now.get() + " " + what, System.nanoTime() < end);
            System.gc();
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private static Hashtable<String, Object> properties() {
        Hashtable<String, Object> properties = new Hashtable<>();
        properties.put("pass.id", TINT);
        properties.put("pass.on", false);
        properties.put("pass.needs", "SSA");
        properties.put("pass.appliesTo", "PIXEL");
        properties.put("pass.before", "pass.cf.structurizer");
        properties.put("pass.version", "1");
        return properties;
    }
}
