package org.lierne.kernel.run;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.cpu.GuestStop;
import org.lierne.kernel.nativecpu.ThreadEnds;
import org.lierne.kernel.nativecpu.Unwinding;
import org.lierne.kernel.thread.GuestThread;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleExit;
import org.osgi.service.component.annotations.Component;

/** How the running title ends. The first to say so wins; a component of its own, so that exports and threads can reach it. */
@Component(service = {TitleExit.class, ThreadEnds.class, TitleState.class})
public final class TitleState implements TitleExit, ThreadEnds {
    /** An end of a title. */
    public sealed interface End {
        /** The title called exit, or its main function returned. */
        record Exit(int code) implements End {}

        /** Somebody outside of the title asked for its end. */
        record Requested(String reason) implements End {}

        /** The host lacks something that the title needs. */
        record Lacking(String message) implements End {}

        /** A guest thread stopped by itself. */
        record Stop(GuestStop stop, String thread) implements End {}
    }

    private volatile CompletableFuture<End> end = new CompletableFuture<>();
    private volatile @Nullable Title title;

    void begin(Title running) {
        end = new CompletableFuture<>();
        title = running;
    }

    void clear() {
        title = null;
    }

    CompletableFuture<End> end() {
        return end;
    }

    Optional<Title> title() {
        return Optional.ofNullable(title);
    }

    boolean isEnding() {
        return end.isDone();
    }

    @Override
    public RuntimeException exit(int code) {
        end.complete(new End.Exit(code));
        return new Unwinding.TitleEnd();
    }

    void request(String reason) {
        end.complete(new End.Requested(reason));
    }

    @Override
    public void stopped(GuestStop stop, GuestThread thread) {
        end.complete(new End.Stop(stop, thread.name()));
    }

    void hostLacks(String message) {
        end.complete(new End.Lacking(message));
    }

    /** One of our rooms cannot go on with the title: it ends as stopped, on no guest thread. */
    void refuse(String reason) {
        Thread thread = Thread.currentThread();
        end.complete(new End.Stop(new GuestStop(GuestStop.Reason.EXPORT, reason, thread.getName(), Map.of(), List.of(), List.of(), null),
                thread.getName()));
    }
}
