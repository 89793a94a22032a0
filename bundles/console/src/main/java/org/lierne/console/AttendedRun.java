package org.lierne.console;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.lierne.kernel.title.TitleOutcome;
import org.lierne.kernel.title.TitleRequest;
import org.lierne.kernel.title.TitleRunner;

/** Runs a title on a thread of its own, so that Ctrl-C at the console, an interrupt of the waiting thread, ends the title. */
final class AttendedRun {
    private AttendedRun() {}

    /** Returns when the title has ended, also after an interrupt. */
    static TitleOutcome of(TitleRunner runner, TitleRequest request) {
        return of(runner, request, () -> {});
    }

    /** The same for whoever has no use for a part of the run. @throws Cancelled when the title has ended after an interrupt */
    static TitleOutcome whole(TitleRunner runner, TitleRequest request) {
        AtomicBoolean isCancelled = new AtomicBoolean();
        TitleOutcome outcome = of(runner, request, () -> isCancelled.set(true));
        if (isCancelled.get()) {
            throw new Cancelled();
        }
        return outcome;
    }

    private static TitleOutcome of(TitleRunner runner, TitleRequest request, Runnable interrupted) {
        FutureTask<TitleOutcome> run = new FutureTask<>(() -> runner.run(request));
        Thread.ofPlatform().name("title").start(run);
        while (true) {
            try {
                return run.get();
            } catch (InterruptedException _) {
                interrupted.run();
                // Not kept: what is still to be printed goes through channels, which an interrupted thread would close.
                runner.current().ifPresent(title -> title.requestStop("interrupted"));
            } catch (ExecutionException e) {
                if (e.getCause() instanceof Error error) {
                    throw error;
                }
                throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException("a run threw " + e.getCause(), e);
            }
        }
    }
}
