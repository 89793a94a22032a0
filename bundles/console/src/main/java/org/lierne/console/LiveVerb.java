package org.lierne.console;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.spi.ToolProvider;
import org.lierne.agc.FrameFacts;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleRunner;
import org.lierne.recompiler.program.TranslatedPrograms;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * {@code live …}: the running title as it is now, its picture, its frames' times and the programs translated for it; its end, and the end of
 * what is prepared for it.
 */
@Component(service = ToolProvider.class, property = {
    "lierne.verb=live", "lierne.subverbs=title", "lierne.subverbs=times", "lierne.subverbs=picture", "lierne.subverbs=programs",
    "lierne.subverbs=program", "lierne.subverbs=stop", "lierne.subverbs=cancel",
    "lierne.live=title", "lierne.live=times", "lierne.live=picture", "lierne.live=programs", "lierne.live=program",
    "lierne.live=stop", "lierne.live=cancel", "lierne.written=--screenshot"
})
public final class LiveVerb extends Verb {
    private static final String SCREENSHOT = "--screenshot";
    private static final String STANDARD_OUTPUT = "-";
    /** Frames that are listed. */
    private static final int LINES = 20;

    private final BundleContext context;
    private final TitleRunner runner;
    private final FrameFacts frames;
    private final TranslatedPrograms programs;

    @Activate
    public LiveVerb(BundleContext context, @Reference TitleRunner runner, @Reference FrameFacts frames, @Reference TranslatedPrograms programs) {
        super("live", "live title|times|programs\nlive picture --screenshot FILE.png|-\nlive program VARIANT\nlive stop|cancel");
        this.context = context;
        this.runner = runner;
        this.frames = frames;
        this.programs = programs;
    }

    @Override
    int run(List<String> line, Streams streams) throws IOException {
        Arguments arguments = parse(line, Set.of(), Set.of(SCREENSHOT));
        String form = arguments.word(0, "title, times, picture, programs, program, stop or cancel");
        arguments.atMost(form.equals("program") ? 2 : 1);
        boolean asJson = arguments.has(JSON_FLAG);
        switch (form) {
            case "title" -> {
                if (asJson || runner.current().isPresent()) {
                    print(title(), asJson, streams);
                } else {
                    streams.out().println("no title is running");
                }
            }
            case "times" -> times(asJson, streams);
            case "picture" -> picture(arguments.value(SCREENSHOT).orElseThrow(() ->
                    new UsageError("picture wants " + SCREENSHOT + " FILE.png, or - for its bytes")),
                    streams);
            case "programs" -> programs(asJson, streams);
            case "program" -> program(arguments.word(1, "VARIANT"), asJson, streams);
            case "stop" -> running("stop").requestStop("stopped at the console");
            case "cancel" -> {
                running("cancel");
                frames.cancelPreparation();
            }
            default -> throw new UsageError("unknown '" + form + "'");
        }
        return Exit.DONE;
    }

    private static void print(Map<String, Object> facts, boolean asJson, Streams streams) throws IOException {
        if (asJson) {
            streams.json(facts);
        } else {
            facts.forEach((name, value) -> streams.out().println("%-12s %s".formatted(name, Printable.of(String.valueOf(value)))));
        }
    }

    private Map<String, Object> title() {
        Map<String, Object> facts = new LinkedHashMap<>();
        Optional<Title> title = runner.current();
        facts.put("title", title.map(Title::id).orElse(""));
        facts.put("name", title.map(Title::name).orElse(""));
        facts.put("frames", title.map(Title::presentedFrames).orElse(0L));
        facts.put("on", List.copyOf(title.map(t -> t.request().on()).orElse(Set.of())));
        facts.put("off", List.copyOf(title.map(t -> t.request().off()).orElse(Set.of())));
        facts.put("prepared", frames.preparation().done());
        facts.put("toPrepare", frames.preparation().wanted());
        facts.put("change", frames.lastChange().map(FrameFacts.PlanChange::toString).orElse(""));
        return facts;
    }

    private void times(boolean asJson, Streams streams) throws IOException {
        List<FrameFacts.FrameTime> timeline = frames.timeline();
        if (asJson) {
            Map<String, Object> phases = new LinkedHashMap<>();
            for (FrameFacts.Phase phase : FrameFacts.Phase.values()) {
                phases.put(word(phase), timeline.stream().map(frame -> milliseconds(frame.phaseNs().getOrDefault(phase, 0L))).toList());
            }
            phases.put("title", timeline.stream().map(frame -> milliseconds(frame.titleNs())).toList());
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("frame", frames.frame());
            document.put("milliseconds", timeline.stream().map(frame -> milliseconds(frame.totalNs())).toList());
            document.put("phases", phases);
            streams.json(document);
            return;
        }
        streams.out().println("frame %d; milliseconds of the last %d".formatted(frames.frame(), Math.min(LINES, timeline.size())));
        for (FrameFacts.FrameTime frame : timeline.subList(Math.max(0, timeline.size() - LINES), timeline.size())) {
            StringBuilder line = new StringBuilder("%8.2f ".formatted(milliseconds(frame.totalNs())));
            for (FrameFacts.Phase phase : FrameFacts.Phase.values()) {
                line.append("  %s %.2f".formatted(word(phase), milliseconds(frame.phaseNs().getOrDefault(phase, 0L))));
            }
            streams.out().println(line.append("  title %.2f".formatted(milliseconds(frame.titleNs()))));
        }
    }

    private static String word(FrameFacts.Phase phase) {
        return phase.name().toLowerCase(Locale.ROOT);
    }

    private static double milliseconds(long ns) {
        return ns / 1e6;
    }

    private Title running(String form) {
        return runner.current().orElseThrow(() -> new Refused("live " + form + ": no title is running"));
    }

    private void picture(String file, Streams streams) throws IOException {
        running("picture");
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        if (!new LivePicture(context).next(png)) {
            throw new Refused("live picture: the title shows no frame");
        }
        if (file.equals(STANDARD_OUTPUT)) {
            streams.out().write(png.toByteArray());
        } else {
            Files.write(Arguments.toPath(file), png.toByteArray());
        }
    }

    private void programs(boolean asJson, Streams streams) throws IOException {
        if (asJson) {
            streams.json(programs.rows().stream().map(LiveVerb::document).toList());
            return;
        }
        for (TranslatedPrograms.Row row : programs.rows()) {
            streams.out().println("%s  %-3s %-20s %6d words %7d SPIR-V words  %s".formatted(row.variant(), row.stage(), row.program(), row.words(),
                    row.spirvWords(), row.microseconds() == 0 ? "from the cache" : row.microseconds() + " us"));
        }
    }

    private static Map<String, Object> document(TranslatedPrograms.Row row) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("variant", row.variant());
        document.put("stage", row.stage());
        document.put("program", row.program());
        document.put("words", row.words());
        document.put("spirvWords", row.spirvWords());
        document.put("microseconds", row.microseconds());
        document.put("passes", row.passes().stream().map(p -> Map.of("id", p.id(), "microseconds", p.nanoseconds() / 1000, "changed", p.changed())).toList());
        return document;
    }

    private void program(String variant, boolean asJson, Streams streams) throws IOException {
        Map<String, Object> texts = new LinkedHashMap<>();
        for (TranslatedPrograms.View view : TranslatedPrograms.View.values()) {
            programs.text(variant, view).ifPresent(text -> texts.put(view.name().toLowerCase(Locale.ROOT), text));
        }
        if (texts.isEmpty()) {
            throw new Refused("live program: no variant '" + variant + "' is kept; live programs shows them");
        }
        if (asJson) {
            streams.json(texts);
        } else {
            texts.forEach((view, text) -> streams.out().println("; " + view + "\n" + text));
        }
    }
}
