package org.lierne.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.spi.ToolProvider;
import org.lierne.agc.FrameFacts;
import org.lierne.agc.FrameFacts.BoundImage;
import org.lierne.agc.FrameFacts.DrawFacts;
import org.lierne.agc.FrameReplay;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * {@code frame:draws} and {@code frame:draw N}: the draws of the last presented frame, and one with all that was bound. With a capture's
 * file they tell the same of the captured frame.
 */
@Component(service = ToolProvider.class, property = {"lierne.verb=frame", "lierne.subverbs=draws", "lierne.subverbs=draw",
    "lierne.live=draws", "lierne.live=draw", "lierne.of-files=true", "lierne.written=--images"})
public final class FrameVerb extends Verb {
    private final FrameFacts frames;
    private final FrameReplay captures;

    @Activate
    public FrameVerb(@Reference FrameFacts frames, @Reference FrameReplay captures) {
        super("frame", "frame draws [CAPTURE]\nframe draw N [CAPTURE] [--images DIR]");
        this.frames = frames;
        this.captures = captures;
    }

    @Override
    int run(List<String> line, Streams streams) throws IOException {
        Arguments arguments = parse(line, Set.of(), Set.of("--images"));
        switch (arguments.word(0, "draws or draw")) {
            case "draws" -> {
                arguments.atMost(2);
                draws(arguments.optionalWord(1).map(Arguments::toPath), arguments.has(JSON_FLAG), streams);
            }
            case "draw" -> {
                arguments.atMost(3);
                draw(number(arguments.word(1, "N")), arguments.optionalWord(2).map(Arguments::toPath), arguments.path("--images"),
                        arguments.has(JSON_FLAG), streams);
            }
            default -> throw new UsageError("unknown '" + arguments.words().get(0) + "'");
        }
        return Exit.DONE;
    }

    private void draws(Optional<Path> capture, boolean asJson, Streams streams) throws IOException {
        List<DrawFacts> draws = capture.map(captures::draws).orElseGet(frames::draws);
        String frame = capture.map(Path::toString).orElseGet(() -> String.valueOf(frames.frame()));
        if (asJson) {
            streams.json(Map.of("frame", frame, "draws", draws.stream().map(FrameVerb::row).toList()));
            return;
        }
        streams.out().println("frame " + frame);
        if (capture.isEmpty()) {
            frames.lastChange().ifPresent(change -> streams.out().println("last change of passes or switches: " + change));
        }
        for (DrawFacts draw : draws) {
            streams.out().println("%4d  %s  %s  %s".formatted(draw.index(), draw.what(), String.join(", ", draw.shaders()), draw.target())
                    .stripTrailing());
        }
    }

    private void draw(int draw, Optional<Path> capture, Optional<Path> folder, boolean asJson, Streams streams) throws IOException {
        List<String> lines = capture.map(file -> captures.describe(file, draw)).orElseGet(() -> frames.describe(draw))
                .orElseThrow(() -> new UsageError("the frame has no draw " + draw));
        List<BoundImage> images = folder.isEmpty() ? List.of()
                : capture.map(file -> captures.images(file, draw)).orElseGet(() -> live(draw));
        Map<String, String> written = new LinkedHashMap<>();
        for (BoundImage image : images) {
            Path file = folder.orElseThrow().resolve("draw-%d-%s.png".formatted(draw, image.name()));
            if (image.png().isPresent()) {
                Files.createDirectories(folder.orElseThrow());
                Files.write(file, image.png().get());
            }
            written.put(image.name(), image.png().isPresent() ? image.what() + ": " + file : image.what() + " not written: " + image.reason());
        }
        if (asJson) {
            streams.json(Map.of("draw", draw, "lines", lines, "images", written));
        } else {
            lines.forEach(streams.out()::println);
            written.forEach((name, text) -> streams.out().println("%s %s".formatted(name, text.strip())));
        }
    }

    private List<BoundImage> live(int draw) {
        try {
            return frames.images(draw);
        } catch (IllegalStateException e) {
            throw new Refused("frame: " + e.getMessage(), e);
        }
    }

    private static Map<String, Object> row(DrawFacts draw) {
        return Map.of("index", draw.index(), "what", draw.what(), "shaders", draw.shaders(), "target", draw.target());
    }

    private static int number(String word) {
        try {
            return Integer.parseUnsignedInt(word);
        } catch (NumberFormatException e) {
            throw new UsageError("'" + word + "' is no number of a draw");
        }
    }
}
