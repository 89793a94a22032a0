package org.lierne.itests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.ops4j.pax.exam.CoreOptions.composite;
import static org.ops4j.pax.exam.CoreOptions.frameworkProperty;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
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
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.framework.wiring.FrameworkWiring;

/**
 * Passes, libraries and switches change at random while our titles run: each frame is the picture of the one or the other profile, nothing
 * breaks, and of what came and went nothing stays.
 */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class LiveChangesIT {
    private static final boolean IS_LONG = Boolean.getBoolean("lierne.long");
    private static final int CHANGES = Integer.getInteger("lierne.changes", IS_LONG ? 10_000 : 500);
    /** Changes of each title before the first count of classes and bytes: what the first of each kind brings along stays for good. */
    private static final int WARM_UP = 30;
    private static final int MOST_CHANGES_A_FRAME = 12;
    /** What caches and the virtual machine may keep more than before. */
    private static final long MORE_BYTES = 16L << 20;
    private static final int MORE_CLASSES = 200;
    private static final long WAIT_S = 60;
    private static final String TINT = "pass.test-tint";

    private static final ClassLoadingMXBean CLASSES = ManagementFactory.getClassLoadingMXBean();

    /** What runs meanwhile. */
    private enum Subject {
        /** The sheet of all pages, then each page twice, drawn anew each time; what shows a page is drawn last. */
        GALLERY("gallery", "LRNE00006", 35, "draw 6 vertices"),
        /** Two draws a frame, of which one is a cube; libraries are called all along. */
        FIRST_LIGHT("first-light", "LRNE00001", 60, "draw 36 indices");

        private final String folder;
        private final String id;
        private final int frames;
        private final String tintedDraw;

        Subject(String folder, String id, int frames, String tintedDraw) {
            this.folder = folder;
            this.id = id;
            this.frames = frames;
            this.tintedDraw = tintedDraw;
        }

        Path root() {
            return user().resolve("runs").resolve(folder);
        }

        Path profile() {
            return user().resolve("titles/" + id + ".cfg");
        }
    }

    private final Map<Long, Long> sums = new ConcurrentHashMap<>();
    private final List<ServiceRegistration<?>> registered = new ArrayList<>();
    private final Map<Subject, Map<Long, Long>> plain = new EnumMap<>(Subject.class);
    private final Map<Subject, Map<Long, Long>> tinted = new EnumMap<>(Subject.class);
    /** Begins anew with each frame: one may want many programs translated. */
    private final Patience patience = new Patience(10 * WAIT_S);
    private long framesUnderChange;
    private long tintedUnderChange;

    @Inject
    private BundleContext context;

    @Inject
    private TitleRunner runner;

    @Inject
    private CompatProfiles profiles;

    @Inject
    private FrameFacts frames;

    /** However slow the machine: a library that is restarted is waited for. */
    @Configuration
    public Option[] distribution() {
        return new Option[] {composite(Distribution.over(user())), frameworkProperty("lierne.library.hold-seconds").value(String.valueOf(WAIT_S))};
    }

    private static Path user() {
        return Distribution.userFolder(LiveChangesIT.class);
    }

    @Before
    public void watch() throws IOException {
        for (Subject subject : Subject.values()) {
            Files.deleteIfExists(subject.profile());
            copy(CommandLine.TITLES.resolve(subject.folder), subject.root());
        }
        Files.writeString(Subject.GALLERY.root().resolve("data/frames.txt"), "2\n");
        FrameWatcher watcher = (_, frame, _, _, rgb) -> {
            CRC32 sum = new CRC32();
            sum.update(rgb);
            sums.put(frame, sum.getValue());
        };
        registered.add(context.registerService(FrameWatcher.class, watcher, null));
    }

    private static void copy(Path title, Path to) throws IOException {
        for (String part : List.of("eboot.bin", "sce_sys", "sce_module", "data")) {
            if (Files.exists(title.resolve(part))) {
                try (var files = Files.walk(title.resolve(part))) {
                    for (Path file : files.filter(Files::isRegularFile).toList()) {
                        Path target = to.resolve(title.relativize(file));
                        Files.createDirectories(target.getParent());
                        Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
                    }
                }
            }
        }
    }

    @After
    public void forget() throws IOException {
        registered.forEach(ServiceRegistration::unregister);
        for (Subject subject : Subject.values()) {
            Files.deleteIfExists(subject.profile());
        }
    }

    private TitleOutcome run(Subject subject, int count, Optional<Path> capture) {
        return runner.run(new TitleRequest(subject.root(), Optional.empty(), true, OptionalInt.of(count), Optional.empty(), capture, Set.of(),
                Set.of(), Optional.empty(), new ByteArrayOutputStream()));
    }

    /** The pixel program of the draw that is to be tinted, after a run. */
    private String tintedProgram(Subject subject) {
        List<FrameFacts.DrawFacts> draws = frames.draws().stream().filter(draw -> draw.what().startsWith(subject.tintedDraw)).toList();
        assertTrue(frames.draws().toString(), !draws.isEmpty());
        String pixel = draws.getLast().shaders().getLast();
        assertTrue(pixel, pixel.startsWith("ps "));
        return pixel.substring("ps ".length());
    }

    private void registerTint(Set<String> programs) {
        registered.add(context.registerService(TranslationPass.class, new TestTint(programs), properties()));
    }

    /** The sums of the first frames of a run under one profile. */
    private Map<Long, Long> reference(Subject subject, int count) {
        sums.clear();
        TitleOutcome outcome = run(subject, count, Optional.empty());
        assertTrue(outcome.toString(), outcome instanceof TitleOutcome.Exited);
        assertEquals(count, sums.size());
        return Map.copyOf(sums);
    }

    @Test
    public void everyFrameIsOfOneProfileWhateverChanges() throws Exception {
        Set<String> programs = new HashSet<>();
        for (Subject subject : Subject.values()) {
            plain.put(subject, reference(subject, subject.frames));
            programs.add(tintedProgram(subject));
        }
        registerTint(programs);
        for (Subject subject : Subject.values()) {
            profiles.set(subject.id, TINT, true);
            tinted.put(subject, reference(subject, subject.frames));
            assertTrue("the tint is seen", !plain.get(subject).equals(tinted.get(subject)));
        }
        RandomChanges changes = new RandomChanges(context, profiles, user(), TINT);
        Map<String, Integer> before = changes.states();
        for (Subject subject : Subject.values()) {
            changeInOneRun(subject, changes, changes.count() + WARM_UP);
        }
        settle(changes);
        int classes = CLASSES.getLoadedClassCount();
        long bytes = usedBytes();

        int wanted = changes.count() + CHANGES;
        for (int i = 0; changes.count() < wanted; i++) {
            changeInOneRun(Subject.values()[i % Subject.values().length], changes, wanted);
            if (IS_LONG) {
                System.out.printf("live changes: %d of %d, %d frames%n", changes.count(), wanted, framesUnderChange);
            }
        }

        assertEquals(changes.told(), before, changes.states());
        assertEquals(changes.told(), List.of(), List.copyOf(context.getBundle(0).adapt(FrameworkWiring.class).getRemovalPendingBundles()));
        settle(changes);
        awaits("classes loaded, of " + classes, () -> CLASSES.getLoadedClassCount() <= classes + MORE_CLASSES, CLASSES::getLoadedClassCount);
        awaits("bytes used, of " + bytes, () -> usedBytes() <= bytes + MORE_BYTES, LiveChangesIT::usedBytes);
        if (IS_LONG) {
            System.out.printf("live changes: %d changes over %d frames (%d tinted), no wrong one; classes %d, then %d; heap %.1f MB, then %.1f MB%n",
                    changes.count(), framesUnderChange, tintedUnderChange, classes, CLASSES.getLoadedClassCount(), bytes / 1e6, usedBytes() / 1e6);
        }
    }

    @Test
    public void twoProfilesDifferInTheDrawThatOneOfThemTints() throws Exception {
        Path capture = user().resolve("frame.capture");
        Path difference = user().resolve("difference.png");
        TitleOutcome outcome = run(Subject.FIRST_LIGHT, 3, Optional.of(capture));
        registerTint(Set.of(tintedProgram(Subject.FIRST_LIGHT)));
        String title = Subject.FIRST_LIGHT.id;
        profiles.set(title, TINT, true);

        Distribution.Run same = Distribution.verb(context, "profile", "compare", capture.toString(), title, title);
        Distribution.Run other = Distribution.verb(context, "profile", "compare", capture.toString(), "default", title, "--difference",
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

    /** Runs as at the start; with their end the kernel lets go of what earlier titles had bound. */
    private void settle(RandomChanges changes) throws InterruptedException {
        for (Subject subject : Subject.values()) {
            profiles.set(subject.id, TINT, false);
            reference(subject, 3).forEach((frame, sum) -> assertEquals(changes.told() + subject + " frame " + frame, plain.get(subject).get(frame), sum));
        }
        changes.assertLoadersGo();
    }

    /** Changes behind each frame, until so many were made or the title has ended. */
    private void changeInOneRun(Subject subject, RandomChanges changes, int wanted) throws Exception {
        sums.clear();
        CompletableFuture<TitleOutcome> run = CompletableFuture.supplyAsync(() -> run(subject, subject.frames, Optional.empty()));
        long seen = 0;
        while (!run.isDone() && changes.count() < wanted) {
            if (sums.size() > seen) {
                seen = sums.size();
                for (int i = changes.some(MOST_CHANGES_A_FRAME); i > 0 && changes.count() < wanted; i--) {
                    changes.make(subject.id);
                }
            } else {
                awaitFrame(changes);
            }
        }
        changes.putBack();
        while (!run.isDone()) {
            awaitFrame(changes);
        }
        TitleOutcome outcome = run.get();
        assertTrue(changes.told() + patience.told() + outcome, outcome instanceof TitleOutcome.Exited exited && exited.code() == 0);
        List<Long> strange = new ArrayList<>();
        sums.forEach((frame, sum) -> {
            boolean isTinted = sum.equals(tinted.get(subject).get(frame));
            if (!isTinted && !sum.equals(plain.get(subject).get(frame))) {
                strange.add(frame);
            }
            tintedUnderChange += isTinted ? 1 : 0;
        });
        framesUnderChange += sums.size();
        assertEquals(changes.told() + subject + ", frames of no profile:", List.of(), strange);
    }

    private void awaitFrame(RandomChanges changes) throws InterruptedException {
        patience.look(sums.size(), changes::told);
        TimeUnit.MILLISECONDS.sleep(1);
    }

    private static long usedBytes() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** The collector takes its time, and so do threads that go to sleep for good. */
    private static void awaits(String what, BooleanSupplier isReached, Supplier<? extends Number> now) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_S);
        while (!isReached.getAsBoolean()) {
            assertTrue(now.get() + " " + what, System.nanoTime() < end);
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
