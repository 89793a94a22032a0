package org.lierne.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lierne.agc.FrameFacts;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleFacts;
import org.lierne.kernel.title.TitleOutcome;
import org.lierne.kernel.title.TitleRequest;
import org.lierne.kernel.title.TitleRunner;
import org.osgi.framework.BundleContext;

final class RunVerbTest {
    private static final TitleFacts FACTS = new TitleFacts("TEST00001", "Test", "01.000.000", Path.of("title"));

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path reports;

    private final List<TitleRequest> requests = new ArrayList<>();

    private int run(TitleOutcome outcome, String... more) {
        BundleContext context = nothing(BundleContext.class);
        TitleRunner runner = new TitleRunner() {
            @Override
            public TitleOutcome run(TitleRequest request) {
                requests.add(request);
                return outcome;
            }

            @Override
            public Optional<Title> current() {
                return Optional.empty();
            }
        };
        String[] words = Stream.concat(Stream.of("title", "--headless"), Stream.of(more)).toArray(String[]::new);
        return new RunVerb(context, runner, new CompatCatalogue(context), new LastRuns(reports, _ -> Optional.of(FACTS)), nothing(FrameFacts.class)).run(
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8), words);
    }

    /** Answers every question with null. */
    private static <T> T nothing(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (_, _, _) -> null));
    }

    @Test
    void bringsAnswersToDialogsAlongInTheirOrder() {
        run(new TitleOutcome.Exited(0, 3), "--dialog", "ok", "--dialog", "Ada Lovelace", "--dialog", "ok");
        assertEquals(List.of("ok", "Ada Lovelace", "ok"), requests.getFirst().answers());
    }

    @Test
    void endsWithZeroWhenTheTitleDid() {
        assertEquals(0, run(new TitleOutcome.Exited(0, 3)));
        assertEquals("", err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void saysWithWhatStatusATitleEndedItself() {
        assertEquals(1, run(new TitleOutcome.Exited(7, 3)));
        assertEquals("run: the title ended itself with status 7\n", err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void namesTheReasonOfAStop() {
        assertEquals(4, run(new TitleOutcome.Stopped("fault at eboot+0x10", Optional.empty())));
        assertEquals("fault at eboot+0x10\n", err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void keepsHowTheTitleEnded() {
        LastRuns runs = new LastRuns(reports, _ -> Optional.of(FACTS));

        run(new TitleOutcome.Exited(7, 3));
        assertEquals("ended with status 7 after 3 frames", runs.of("TEST00001").orElseThrow().outcome());
        run(new TitleOutcome.Stopped("fault at eboot+0x10", Optional.empty()));

        LastRuns.LastRun last = runs.of("TEST00001").orElseThrow();
        assertEquals("fault at eboot+0x10", last.outcome());
        assertTrue(last.isStopped());
        assertEquals(Path.of("title").toAbsolutePath(), last.path());
    }
}
