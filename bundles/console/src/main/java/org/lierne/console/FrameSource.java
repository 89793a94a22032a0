package org.lierne.console;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.lierne.agc.FrameReplay;
import org.lierne.kernel.title.TitleOutcome;
import org.lierne.kernel.title.TitleRequest;
import org.lierne.kernel.title.TitleRunner;

/** One frame that can be drawn again with other switches. */
interface FrameSource {
    /** What became of a frame. */
    sealed interface Result {
        record Drawn(FramePicture picture) implements Result {}

        /** There is no picture. @param reason one line in the refusal shape */
        record Stopped(String reason) implements Result {}
    }

    /** Draws the frame. @param switches over the title's profile */
    Result draw(Map<String, Boolean> switches) throws IOException;

    private static Set<String> only(Map<String, Boolean> switches, boolean state) {
        Set<String> ids = new TreeSet<>();
        switches.forEach((id, on) -> {
            if (on == state) {
                ids.add(id);
            }
        });
        return ids;
    }

    /** A frame of a captured run, replayed each time. */
    static FrameSource ofCapture(FrameReplay frames, Path file) {
        return switches -> withPicture(picture -> switch (frames.replay(new FrameReplay.Request(file, true, Optional.of(picture),
                OptionalInt.empty(), only(switches, true), only(switches, false)))) {
            case FrameReplay.Outcome.Done _ -> Optional.empty();
            case FrameReplay.Outcome.Stopped(String reason) -> Optional.of(reason);
        });
    }

    /** The frame with a number, of a title that runs from its start each time. */
    static FrameSource ofTitle(TitleRunner runner, Path title, int frame) {
        return switches -> withPicture(picture -> switch (AttendedRun.whole(runner, new TitleRequest(title, Optional.empty(), true,
                OptionalInt.of(frame), Optional.of(picture), Optional.empty(), only(switches, true), only(switches, false),
                Optional.of(picture.resolveSibling("report")), OutputStream.nullOutputStream()))) {
            case TitleOutcome.Exited(int code, long frames) -> frames == frame ? Optional.empty()
                    : Optional.of("the title ended with status %d after %d frames, before frame %d".formatted(code, frames, frame));
            case TitleOutcome.Stopped(String reason, Optional<Path> _) -> Optional.of(reason);
        });
    }

    /** Something that leaves a picture behind, or says why not. */
    interface Drawing {
        Optional<String> into(Path picture) throws IOException;
    }

    private static Result withPicture(Drawing drawing) throws IOException {
        Path folder = Files.createTempDirectory("lierne-frame-");
        try {
            Path picture = folder.resolve("frame.png");
            Optional<String> reason = drawing.into(picture);
            return reason.isPresent() ? new Result.Stopped(reason.get()) : new Result.Drawn(FramePicture.read("compat bisect", picture));
        } finally {
            HostFiles.delete(folder);
        }
    }
}
