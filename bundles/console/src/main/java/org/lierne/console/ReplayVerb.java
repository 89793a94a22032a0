package org.lierne.console;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.lierne.agc.FrameReplay;
import org.lierne.agc.FrameReplay.Outcome;
import org.lierne.agc.FrameReplay.PixelChange;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code lierne replay}: executes a captured frame, alone, or tells which of its draws change a pixel. */
@Component(service = ToolProvider.class, property = "lierne.verb=replay")
public final class ReplayVerb extends Verb {
    private static final Set<String> WITH_VALUE = Set.of("--screenshot", "--draws", "--pixel", "--on", "--off");

    private static final Pattern PLACE = Pattern.compile("(\\d{1,5}),(\\d{1,5})");

    private final FrameReplay frames;
    private final CompatCatalogue switches;

    @Activate
    public ReplayVerb(@Reference FrameReplay frames, @Reference CompatCatalogue switches) {
        super("replay", "replay FILE [--headless] [--screenshot FILE.png] [--draws N] [--on ID]… [--off ID]…\nreplay FILE --pixel X,Y [--draws N] [--on ID]… [--off ID]…");
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
        Optional<String> pixel = arguments.value("--pixel");
        if (pixel.isPresent()) {
            if (screenshot.isPresent()) {
                throw new UsageError("--pixel and --screenshot are two questions: ask one at a time");
            }
            history(request, pixel.get(), arguments.has(JSON_FLAG), streams);
            return Exit.DONE;
        }
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

    /** A place in texels. */
    private void history(FrameReplay.Request request, String pixel, boolean asJson, Streams streams) throws IOException {
        Matcher place = PLACE.matcher(pixel);
        if (!place.matches()) {
            throw new UsageError("--pixel needs two numbers, as in 640,360");
        }
        List<PixelChange> changes = frames.history(request, Integer.parseInt(place.group(1)), Integer.parseInt(place.group(2)));
        if (asJson) {
            streams.json(Map.of("capture", request.file().toString(), "pixel", pixel, "changes", changes.stream().map(ReplayVerb::row).toList()));
            return;
        }
        for (PixelChange change : changes) {
            streams.out().println("%4d  %s  %s  %s -> %s".formatted(change.facts().index(), change.facts().what(), change.surface(),
                    change.before().orElse("not drawn to"), change.after()));
        }
        streams.out().println("%d changes at %s".formatted(changes.size(), pixel));
    }

    private static Map<String, Object> row(PixelChange change) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("draw", change.facts().index());
        row.put("what", change.facts().what());
        row.put("surface", change.surface());
        change.before().ifPresent(texel -> row.put("before", texel));
        row.put("after", change.after());
        return row;
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
