package org.lierne.console;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.lierne.console.FrameSource.Result;

/**
 * Finds the modes that change a frame's picture, or the mode that makes it the expected one: switches many over at once, and halves where
 * that made a difference.
 */
final class ModeSearch {
    /** What switching one mode, or modes together, over does to the picture. */
    enum Effect {
        /** The picture is another one. */
        CHANGES,
        /** The picture is the expected one. */
        GIVES_EXPECTED,
        /** The frame is refused. */
        STOPS
    }

    /**
     * Modes with an effect: one, or several that have it together only.
     *
     * @param modes  id to the state it was switched to
     * @param detail pixels that differ, or the refusal
     */
    record Finding(Map<String, Boolean> modes, Effect effect, String detail) {}

    /** All that was found. @param draws how often the frame was drawn */
    record Findings(List<Finding> findings, int draws) {}

    private final FrameSource frame;
    private final Optional<FramePicture> expected;
    private final Consumer<String> progress;
    private final List<Finding> findings = new ArrayList<>();
    private FramePicture base = new FramePicture(0, 0, new int[0]);
    private int draws;

    ModeSearch(FrameSource frame, Optional<FramePicture> expected, Consumer<String> progress) {
        this.frame = frame;
        this.expected = expected;
        this.progress = progress;
    }

    /**
     * Searches.
     *
     * @param states each mode with the state it has now
     * @throws Refused if the frame has no picture as it is, or not the same one twice
     */
    Findings run(Map<String, Boolean> states) throws IOException {
        base = picture();
        if (!base.isSame(picture())) {
            throw new Refused("compat bisect: the frame has not the same picture twice with the same switches; a capture of it does");
        }
        progress.accept("the frame as it is: %dx%d pixels%s".formatted(base.width(), base.height(),
                expected.isEmpty() ? "" : ", %d of them not as expected".formatted(base.differing(expected.get()))));
        if (expected.isEmpty() || !base.isSame(expected.get())) {
            search(new LinkedHashMap<>(new TreeMap<>(states)));
        }
        return new Findings(List.copyOf(findings), draws);
    }

    private FramePicture picture() throws IOException {
        return switch (draw(Map.of())) {
            case Result.Drawn(FramePicture picture) -> picture;
            case Result.Stopped(String reason) -> throw new Refused("compat bisect: the frame has no picture as it is: " + reason);
        };
    }

    private Result draw(Map<String, Boolean> switches) throws IOException {
        if (Thread.interrupted()) {
            throw new Cancelled(draws);
        }
        draws++;
        return frame.draw(switches);
    }

    private boolean isDone() {
        return findings.stream().anyMatch(f -> f.effect() == Effect.GIVES_EXPECTED);
    }

    /** Looks into a set of modes. @return whether anything was found in it */
    private boolean search(Map<String, Boolean> states) throws IOException {
        Map<String, Boolean> over = new LinkedHashMap<>();
        states.forEach((id, on) -> over.put(id, !on));
        Optional<Finding> found = effect(over, draw(over));
        progress.accept("%s: %s".formatted(over.size() == 1 ? over.keySet().iterator().next() : over.size() + " modes switched over",
                found.map(f -> f.effect() == Effect.STOPS ? "no picture" : f.detail()).orElse("the same picture")));
        if (found.isEmpty()) {
            return false;
        }
        if (over.size() == 1) {
            findings.add(found.get());
            return true;
        }
        List<String> ids = List.copyOf(states.keySet());
        boolean isInFirst = search(part(states, Set.copyOf(ids.subList(0, ids.size() / 2))));
        boolean isInSecond = !isDone() && search(part(states, Set.copyOf(ids.subList(ids.size() / 2, ids.size()))));
        if (!isInFirst && !isInSecond) {
            // Neither half does it alone: modes that act together.
            findings.add(found.get());
        }
        return true;
    }

    private static Map<String, Boolean> part(Map<String, Boolean> states, Set<String> ids) {
        Map<String, Boolean> part = new LinkedHashMap<>(states);
        part.keySet().retainAll(ids);
        return part;
    }

    private Optional<Finding> effect(Map<String, Boolean> modes, Result result) {
        return switch (result) {
            case Result.Stopped(String reason) -> Optional.of(new Finding(modes, Effect.STOPS, reason));
            case Result.Drawn(FramePicture picture) when picture.isSame(base) -> Optional.empty();
            case Result.Drawn(FramePicture picture) -> Optional.of(expected.filter(picture::isSame).isPresent()
                    ? new Finding(modes, Effect.GIVES_EXPECTED, "the expected picture")
                    : new Finding(modes, Effect.CHANGES, picture.differing(base) + " pixels differ"));
        };
    }
}
