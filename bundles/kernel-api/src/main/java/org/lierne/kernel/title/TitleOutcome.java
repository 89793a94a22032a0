package org.lierne.kernel.title;

import java.nio.file.Path;
import java.util.Optional;

/** How a title ended. */
public sealed interface TitleOutcome {
    /** The title called exit, or its frames were done. */
    record Exited(int code, long frames) implements TitleOutcome {}

    /**
     * The title stopped by a fault or a refusal.
     *
     * @param reason one line in the refusal shape, with module+offset
     * @param report the folder written, if one could be
     */
    record Stopped(String reason, Optional<Path> report) implements TitleOutcome {}
}
