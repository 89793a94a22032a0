package org.lierne.agc;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.lierne.agc.FrameFacts.BoundImage;
import org.lierne.agc.FrameFacts.DrawFacts;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Executes captured frames (docs/captures.md) without their title. Each method throws
 * {@link org.lierne.kernel.title.TitleRefused} for a file that is no capture or is damaged, and
 * {@link org.lierne.kernel.title.HostLacking} where there is no device.
 */
@ProviderType
public interface FrameReplay {
    /**
     * What is to be replayed and how.
     *
     * @param file       the capture
     * @param headless   never open a window; else the picture is shown until the user closes it
     * @param screenshot where the frame's picture goes as PNG
     * @param draws      stop after so many draws and dispatches
     * @param on         switched on over what the capture's run switched
     * @param off        switched off, likewise
     */
    record Request(Path file, boolean headless, Optional<Path> screenshot, OptionalInt draws, Set<String> on,
            Set<String> off) {}

    /** What became of it. */
    sealed interface Outcome {
        /**
         * The frame was executed.
         *
         * @param draws   draws and dispatches done
         * @param ofDraws draws and dispatches that the captured run did
         * @param notes   what the capture does not hold
         */
        record Done(String title, long frame, int draws, int ofDraws, List<String> notes) implements Outcome {}

        /** A draw or dispatch was refused. @param reason one line in the refusal shape */
        record Stopped(String reason) implements Outcome {}
    }

    Outcome replay(Request request);

    /** The draws and dispatches of a captured frame. */
    List<DrawFacts> draws(Path file);

    /** One with all that was bound; empty past the end. */
    Optional<List<String>> describe(Path file, int draw);

    /** The images that it was bound to, with what they hold after it. */
    List<BoundImage> images(Path file, int draw);

    /**
     * A draw or dispatch as it was executed under some switches.
     *
     * @param programs each program with its variant, as {@link #describe} shows them, and a sum over its code
     * @param images   a sum over each image that it is bound to, as it is afterwards, by the name where it is bound
     */
    record DrawResult(DrawFacts facts, List<String> programs, Map<String, Long> images) {}

    /**
     * Executes a frame draw by draw and looks at each one's images after it.
     *
     * @throws org.lierne.kernel.title.TitleRefused also if a draw is refused
     */
    List<DrawResult> follow(Request request);

    /**
     * What a draw or dispatch made of a place of a surface, which may be another surface than the one that is shown.
     *
     * @param surface its address, size and host format
     * @param before  the texel in hexadecimal, byte after byte as the format has them; empty where the surface was not drawn to before
     * @param after   likewise
     */
    record PixelChange(DrawFacts facts, String surface, Optional<String> before, String after) {}

    /**
     * Executes a frame draw by draw and looks at one place, in texels, of all surfaces after each: those of colours and of depth, with one
     * sample a texel, that were drawn to.
     *
     * @throws org.lierne.kernel.title.TitleRefused also if a draw is refused, or no such surface reaches so far
     */
    List<PixelChange> history(Request request, int x, int y);
}
