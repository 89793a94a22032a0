package org.lierne.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleOutcome;
import org.lierne.kernel.title.TitleRefused;
import org.lierne.kernel.title.TitleRequest;
import org.lierne.kernel.title.TitleRunner;

final class AttendedRunTest {
    private static final TitleRequest REQUEST = new TitleRequest(Path.of("title"), Optional.empty(), true, OptionalInt.empty(),
            Optional.empty(), Optional.empty(), Set.of(), Set.of(), Optional.empty(), OutputStream.nullOutputStream());

    /** Runs until it is asked to stop; tells the thread that waits for it as soon as it runs. */
    private static final class Endless implements TitleRunner {
        final Thread waiting = Thread.currentThread();
        final CompletableFuture<String> stopped = new CompletableFuture<>();
        final Title title = (Title) Proxy.newProxyInstance(Title.class.getClassLoader(), new Class<?>[] {Title.class}, (_, _, arguments) -> {
            stopped.complete((String) arguments[0]);
            return null;
        });

        @Override
        public TitleOutcome run(TitleRequest request) {
            waiting.interrupt();
            return new TitleOutcome.Exited(stopped.join().length(), 7);
        }

        @Override
        public Optional<Title> current() {
            return Optional.of(title);
        }
    }

    @Test
    void anInterruptEndsTheTitleAndItsOutcomeIsReturned() {
        Endless runner = new Endless();

        assertEquals(new TitleOutcome.Exited("interrupted".length(), 7), AttendedRun.of(runner, REQUEST));
        assertEquals("interrupted", runner.stopped.join());
    }

    @Test
    void aRefusalComesThrough() {
        TitleRunner runner = new TitleRunner() {
            @Override
            public TitleOutcome run(TitleRequest request) {
                throw new TitleRefused("no");
            }

            @Override
            public Optional<Title> current() {
                return Optional.empty();
            }
        };

        assertEquals("no", assertThrows(TitleRefused.class, () -> AttendedRun.of(runner, REQUEST)).getMessage());
    }
}
