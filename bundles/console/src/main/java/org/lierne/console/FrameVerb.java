package org.lierne.console;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.spi.ToolProvider;
import org.lierne.agc.FrameFacts;
import org.lierne.agc.FrameFacts.DrawFacts;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code frame:draws} and {@code frame:draw N}: the draws of the last presented frame, and one with all that was bound. */
@Component(service = ToolProvider.class, property = {"lierne.verb=frame", "lierne.subverbs=draws", "lierne.subverbs=draw"})
public final class FrameVerb extends Verb {
    private final FrameFacts frames;

    @Activate
    public FrameVerb(@Reference FrameFacts frames) {
        super("frame", "frame draws\nframe draw N");
        this.frames = frames;
    }

    @Override
    int run(List<String> line, Streams streams) throws IOException {
        Arguments arguments = parse(line, Set.of(), Set.of());
        switch (arguments.word(0, "draws or draw")) {
            case "draws" -> {
                arguments.atMost(1);
                if (arguments.has(JSON_FLAG)) {
                    streams.json(Map.of("frame", frames.frame(), "draws", frames.draws().stream().map(FrameVerb::row).toList()));
                    return Exit.DONE;
                }
                streams.out().println("frame " + frames.frame());
                for (DrawFacts draw : frames.draws()) {
                    streams.out().println("%4d  %s  %s  %s".formatted(draw.index(), draw.what(), String.join(", ", draw.shaders()),
                            draw.target()).stripTrailing());
                }
            }
            case "draw" -> {
                arguments.atMost(2);
                Optional<List<String>> text = frames.describe(number(arguments.word(1, "N")));
                if (text.isEmpty()) {
                    throw new UsageError("the last frame has no draw " + arguments.word(1, "N"));
                }
                if (arguments.has(JSON_FLAG)) {
                    streams.json(text.get());
                } else {
                    text.get().forEach(streams.out()::println);
                }
            }
            default -> throw new UsageError("unknown '" + arguments.words().get(0) + "'");
        }
        return Exit.DONE;
    }

    private static Map<String, Object> row(DrawFacts draw) {
        return Map.of("index", draw.index(), "what", draw.what(), "shaders", draw.shaders(), "target", draw.target());
    }

    private static int number(String word) {
        try {
            return Integer.parseInt(word);
        } catch (NumberFormatException e) {
            throw new UsageError("'" + word + "' is no number of a draw");
        }
    }
}
