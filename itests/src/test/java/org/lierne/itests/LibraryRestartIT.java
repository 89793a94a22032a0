package org.lierne.itests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.inject.Inject;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleOutcome;
import org.lierne.kernel.title.TitleRequest;
import org.lierne.kernel.title.TitleRunner;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/** A library bundle stopped and started in the middle of a title: the title goes on, or refuses by name; nothing crashes. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class LibraryRestartIT {
    @Inject
    private BundleContext context;

    @Inject
    private TitleRunner runner;

    @Configuration
    public Option[] distribution() {
        return Distribution.over(Distribution.userFolder(LibraryRestartIT.class));
    }

    @Test
    public void theTitleGoesOnOrRefusesByName() throws Exception {
        Bundle library = library("org.lierne.lib.pad");
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        CompletableFuture<TitleOutcome> run = CompletableFuture.supplyAsync(() -> runner.run(request(output)));
        awaitFrames(3, run);

        library.stop();
        library.start();

        TitleOutcome outcome = run.get(5, TimeUnit.MINUTES);
        String seen = outcome + "\n" + output.toString(StandardCharsets.UTF_8);
        switch (outcome) {
            case TitleOutcome.Exited exited -> assertEquals(seen, 0, exited.code());
            case TitleOutcome.Stopped stopped -> assertTrue(seen, stopped.reason().startsWith("refused: libScePad scePad"));
        }
    }

    @Test
    public void aStoppedLibraryRefusesByNameAndTheNextRunIsWholeAgain() throws Exception {
        Bundle library = library("org.lierne.lib.pad");
        library.stop();

        TitleOutcome without = runner.run(request(new ByteArrayOutputStream()));
        library.start();
        TitleOutcome with = runner.run(request(new ByteArrayOutputStream()));

        assertTrue(without.toString(), without instanceof TitleOutcome.Stopped stopped && stopped.reason().startsWith("refused: libScePad scePad"));
        assertTrue(with.toString(), with instanceof TitleOutcome.Exited);
    }

    private Bundle library(String name) {
        return Arrays.stream(context.getBundles()).filter(b -> name.equals(b.getSymbolicName())).findFirst().orElseThrow();
    }

    private static TitleRequest request(ByteArrayOutputStream output) {
        return new TitleRequest(CommandLine.TITLES.resolve("first-light"), Optional.empty(), true, OptionalInt.of(30), Optional.empty(),
                Optional.empty(), Set.of(), Set.of(), Optional.empty(), output);
    }

    private void awaitFrames(long frames, CompletableFuture<TitleOutcome> run) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
        while (System.nanoTime() < end && !run.isDone() && runner.current().map(Title::presentedFrames).orElse(0L) < frames) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }
}
