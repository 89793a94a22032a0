package org.lierne.console;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.spi.ToolProvider;
import org.lierne.agc.FrameReplay;
import org.lierne.agc.FrameReplay.Outcome;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code lierne replay}: executes a captured frame, alone. */
@Component(service = ToolProvider.class, property = "lierne.verb=replay")
public final class ReplayVerb extends Verb {
    private static final Set<String> WITH_VALUE = Set.of("--screenshot", "--draws", "--on", "--off");

    private final FrameReplay frames;
    private final CompatCatalogue switches;

    @Activate
    public ReplayVerb(@Reference FrameReplay frames, @Reference CompatCatalogue switches) {
        super("replay", "replay FILE [--headless] [--screenshot FILE.png] [--draws N] [--on ID]… [--off ID]…");
        this.frames = frames;
        this.switches = switches;
    }

    @Override
    int run(List<String> line, Streams streams) throws IOException {
        Arguments arguments = parse(line, Set.of("--headless"), WITH_VALUE);
        arguments.atMost(1);
        Path file = Arguments.toPath(arguments.word(0, "FILE")).toAbsolutePath();
        RunSwitches.check("replay", arguments, switches);
        Optional<Path> screenshot = arguments.path("--screenshot").map(Path::toAbsolutePath);
        screenshot.ifPresent(path -> OutputFiles.check("replay", "--screenshot", path));
        boolean hasDisplay = System.getenv("DISPLAY") != null || System.getenv("WAYLAND_DISPLAY") != null;
        FrameReplay.Request request = new FrameReplay.Request(file, arguments.has("--headless") || !hasDisplay,
                screenshot, arguments.count("--draws"), arguments.values("--on"), arguments.values("--off"));
        return switch (frames.replay(request)) {
            case Outcome.Done done -> {
                done.notes().forEach(note -> streams.err().println("lierne: " + note));
                if (arguments.has(JSON_FLAG)) {
                    streams.json(document(request, done));
                } else {
                    streams.out().println("frame %d of %s: %d of %d draws".formatted(done.frame(), done.title(),
                            done.draws(), done.ofDraws()));
                }
                yield Exit.DONE;
            }
            case Outcome.Stopped(String reason) -> {
                streams.err().println(reason);
                if (arguments.has(JSON_FLAG)) {
                    streams.json(Map.of("capture", file.toString(), "outcome", "stopped", "reason", reason));
                }
                yield Exit.TITLE_STOPPED;
            }
        };
    }

    private static Map<String, Object> document(FrameReplay.Request request, Outcome.Done done) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("capture", request.file().toString());
        document.put("outcome", "done");
        document.put("title", done.title());
        document.put("frame", done.frame());
        document.put("draws", done.draws());
        document.put("ofDraws", done.ofDraws());
        document.put("notes", done.notes());
        request.screenshot().ifPresent(path -> document.put("screenshot", path.toString()));
        return document;
    }
}
