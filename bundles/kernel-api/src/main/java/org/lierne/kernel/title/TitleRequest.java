package org.lierne.kernel.title;

import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What to run and how. Built by the console's {@code run} verb.
 *
 * @param path       a title's folder (with {@code eboot.bin}, {@code sce_module/}, {@code sce_sys/param.json}) or one executable file
 * @param titleId    overrides the id of {@code param.json}
 * @param headless   never open a window
 * @param frames     stop after this many presented frames
 * @param screenshot where to write the last presented frame as PNG
 * @param capture    where to write the last presented frame's capture
 * @param on         plugin ids switched on for this run only
 * @param off        plugin ids switched off for this run only
 * @param reportDir  where a report goes if the title stops by itself
 * @param answers    what its dialogs are answered in turn; {@code wait} leaves one to the user
 * @param output     guest standard output
 */
public record TitleRequest(
        Path path,
        Optional<String> titleId,
        boolean headless,
        OptionalInt frames,
        Optional<Path> screenshot,
        Optional<Path> capture,
        Set<String> on,
        Set<String> off,
        Optional<Path> reportDir,
        List<String> answers,
        OutputStream output) {
    public TitleRequest {
        on = Set.copyOf(on);
        off = Set.copyOf(off);
        answers = List.copyOf(answers);
    }

    /** One that brings no answers along. */
    public TitleRequest(Path path, Optional<String> titleId, boolean headless, OptionalInt frames, Optional<Path> screenshot,
            Optional<Path> capture, Set<String> on, Set<String> off, Optional<Path> reportDir, OutputStream output) {
        this(path, titleId, headless, frames, screenshot, capture, on, off, reportDir, List.of(), output);
    }
}
