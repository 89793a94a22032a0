package org.lierne.kernel.title;

import java.nio.file.Path;
import org.osgi.annotation.versioning.ProviderType;

/** The title that is running. */
@ProviderType
public interface Title {
    /** The id of {@code param.json}, of the request, or the executable's file name. */
    String id();

    /** The human-readable name, or the id. */
    String name();

    /** The host folder behind {@code /app0}. */
    Path root();

    TitleRequest request();

    /** Asks the title to end as if the user had closed it; returns at once. */
    void requestStop(String reason);

    /**
     * Ends the title because one of our rooms cannot go on with it, from any thread; returns at once. The outcome is
     * {@link TitleOutcome.Stopped} with this reason.
     *
     * @param reason one line in the refusal shape
     */
    default void refuse(String reason) {
        requestStop(reason);
    }

    /**
     * Ends the title because the host lacks something that it needs, from any thread; returns at once. {@link TitleRunner#run} then throws
     * {@link HostLacking}.
     *
     * @param message what is missing and the command that gets it
     */
    default void hostLacks(String message) {
        refuse(message);
    }

    /**
     * Keeps the title's memory mapped after its end, because something outside of our reach may still use it. No other title runs in this
     * process then.
     *
     * @param reason a sentence without its end
     */
    default void keepMemory(String reason) {}

    boolean isStopping();

    /** Told by the presenter after each presented frame; the count goes into {@link TitleOutcome.Exited}. */
    void framePresented();

    long presentedFrames();
}
