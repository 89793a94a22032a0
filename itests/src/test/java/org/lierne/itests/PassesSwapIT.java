package org.lierne.itests;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.inject.Inject;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.lierne.recompiler.program.ShaderCorpus;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;

/** A pass bundle moved into {@code load/} takes part in the next translation, and is gone from it once it is removed. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class PassesSwapIT {
    private static final String SHIPPED = "pass.opt.dead-code";
    private static final String EXPERIMENT = "pass.opt.dead-code-experiment";
    private static final Path CORPUS =
            Path.of(System.getProperty("lierne.root"), "bundles/shader-harness/src/test/resources/corpus/programs.zip");
    private static final String PROGRAM = "comp-0b474be98dbb";

    @Inject
    private ShaderCorpus corpus;

    @Configuration
    public Option[] distribution() {
        return Distribution.over(user());
    }

    private static Path user() {
        return Distribution.userFolder(PassesSwapIT.class);
    }

    @Test
    public void aDropInIsUsedByTheNextTranslationAndGoneWhenRemoved() throws Exception {
        assertFalse(translation(), translation().contains(EXPERIMENT));
        Path jar = experiment();

        Path dropIn = user().resolve("load").resolve("experiment.jar");
        Files.move(jar, dropIn, StandardCopyOption.ATOMIC_MOVE);
        assertTrue(translation(), awaits(true));
        Files.delete(dropIn);

        assertTrue(translation(), awaits(false));
        assertTrue(translation(), translation().contains(SHIPPED));
    }

    /** File Install would update the shipped bundle by its twin and take it away with it; garbage must not stop the others. */
    @Test
    public void aTwinOfAShippedPassAndGarbageAreLeftAlone() throws Exception {
        Path load = user().resolve("load");
        Files.copy(HigherVersion.shipped("dead-code"), load.resolve("twin.jar"), StandardCopyOption.REPLACE_EXISTING);
        Files.writeString(load.resolve("garbage.jar"), "no jar at all");
        Path dropIn = load.resolve("experiment.jar");
        Files.move(experiment(), dropIn, StandardCopyOption.ATOMIC_MOVE);
        assertTrue(translation(), awaits(true));

        Files.delete(load.resolve("twin.jar"));
        Files.delete(load.resolve("garbage.jar"));
        Files.delete(dropIn);

        assertTrue(translation(), awaits(false));
        assertTrue(translation(), translation().contains(SHIPPED));
    }

    private String translation() {
        StringBuilder text = new StringBuilder();
        corpus.translate(CORPUS, new ShaderCorpus.Selection(List.of(PROGRAM), 32, java.util.Map.of()), row -> text.append(row.text()));
        return text.toString();
    }

    /** The folder is polled, so the change is seen within some polls. */
    private boolean awaits(boolean isUsed) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (System.nanoTime() < end) {
            if (translation().contains(EXPERIMENT) == isUsed) {
                return true;
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        return false;
    }

    /** The shipped pass under another symbolic name and id, as someone trying a change would build it. */
    private static Path experiment() throws IOException {
        Path shipped;
        try (Stream<Path> jars = Files.list(Distribution.HOME.resolve("bundle"))) {
            shipped = jars.filter(j -> j.getFileName().toString().contains("dead-code")).findFirst().orElseThrow();
        }
        Path made = Files.createTempFile(user(), "experiment", ".tmp");
        try (JarFile in = new JarFile(shipped.toFile()); OutputStream file = Files.newOutputStream(made)) {
            Manifest manifest = in.getManifest();
            manifest.getMainAttributes().putValue("Bundle-SymbolicName", "org.lierne." + EXPERIMENT);
            try (JarOutputStream out = new JarOutputStream(file, manifest)) {
                for (JarEntry entry : in.stream().filter(e -> !e.isDirectory() && !e.getName().equals(JarFile.MANIFEST_NAME)).toList()) {
                    out.putNextEntry(new JarEntry(entry.getName()));
                    try (InputStream content = in.getInputStream(entry)) {
                        byte[] bytes = content.readAllBytes();
                        out.write(entry.getName().endsWith(".xml")
                                ? new String(bytes, StandardCharsets.UTF_8).replace('"' + SHIPPED + '"', '"' + EXPERIMENT + '"').getBytes(StandardCharsets.UTF_8)
                                : bytes);
                    }
                }
            }
        }
        return made;
    }
}
