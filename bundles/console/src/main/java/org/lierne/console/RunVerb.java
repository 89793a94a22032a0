package org.lierne.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.spi.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.title.TitleOutcome;
import org.lierne.kernel.title.TitleRequest;
import org.lierne.kernel.title.TitleRunner;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code lierne run}: runs a title to its end, or to a number of presented frames. */
@Component(service = ToolProvider.class, property = "lierne.verb=run")
public final class RunVerb extends Verb {
    private static final Set<String> WITH_VALUE =
            Set.of("--frames", "--screenshot", "--capture", "--title-id", "--on", "--off", "--report");

    private final TitleRunner runner;
    private final CompatCatalogue switches;
    private final LastRuns runs;
    private final Path home;
    private final Path user;

    @Activate
    public RunVerb(BundleContext context, @Reference TitleRunner runner, @Reference CompatCatalogue switches, @Reference LastRuns runs) {
        super("run", "run [TITLE] [--headless] [--frames N] [--screenshot FILE.png] [--capture FILE] [--title-id ID]"
                + " [--on ID]… [--off ID]… [--report DIR]");
        this.runner = runner;
        this.switches = switches;
        this.runs = runs;
        this.user = Path.of(String.valueOf(context.getProperty("lierne.user")));
        this.home = Path.of(String.valueOf(context.getProperty("lierne.home")));
    }

    @Override
    int run(List<String> line, Streams streams) throws IOException {
        Arguments arguments = parse(line, Set.of("--headless"), WITH_VALUE);
        arguments.atMost(1);
        RunSwitches.check("run", arguments, switches);
        arguments.value("--title-id").ifPresent(id -> FileCompatProfiles.checkTitleId("run", id));
        arguments.path("--screenshot").ifPresent(file -> OutputFiles.check("run", "--screenshot", file));
        arguments.path("--capture").ifPresent(file -> OutputFiles.check("run", "--capture", file));
        arguments.path("--report").ifPresent(folder -> OutputFiles.checkFolder("run", "--report", folder));
        boolean asJson = arguments.has(JSON_FLAG);
        boolean hasDisplay = System.getenv("DISPLAY") != null || System.getenv("WAYLAND_DISPLAY") != null;
        boolean isHeadless = arguments.has("--headless") || !hasDisplay;
        Optional<Path> screenshot = arguments.path("--screenshot").map(Path::toAbsolutePath);
        boolean isFirstRun = arguments.words().isEmpty() && !arguments.has("--headless") && !hasDisplay && screenshot.isEmpty();
        if (isFirstRun) {
            // Without a display the stranger's first run still ends in a picture.
            screenshot = Optional.of(user.resolve("first-light.png"));
        }
        TitleRequest request = new TitleRequest(
                arguments.optionalWord(0).map(Arguments::toPath).map(Path::toAbsolutePath).orElse(home.resolve("titles/first-light")),
                arguments.value("--title-id"),
                isHeadless,
                arguments.count("--frames"),
                screenshot,
                arguments.path("--capture").map(Path::toAbsolutePath),
                arguments.values("--on"),
                arguments.values("--off"),
                arguments.path("--report").map(Path::toAbsolutePath),
                // One JSON document is all that --json may leave on standard output.
                asJson ? streams.err() : streams.out());
        FileTime before = request.capture().isEmpty() ? null : timeOf(request.capture().get());
        TitleOutcome outcome = AttendedRun.of(runner, request);
        runs.record(request, outcome);
        boolean isCaptured = request.capture().isEmpty() || !Objects.equals(before, timeOf(request.capture().get()));
        streams.out().flush();
        return switch (outcome) {
            case TitleOutcome.Exited(int code, long frames) -> {
                if (asJson) {
                    streams.json(document("exited", code, frames, request, null, Optional.empty()));
                } else {
                    screenshot.ifPresent(file -> streams.err().println("lierne: " + frames + " frames; the last one is " + file));
                    request.capture().filter(_ -> isCaptured)
                            .ifPresent(file -> streams.err().println("lierne: the last frame is captured in " + file));
                }
                if (!isCaptured) {
                    streams.err().println("run: the title ended after %d frames, before the one that was to be captured".formatted(frames));
                }
                if (code != 0) {
                    streams.err().println("run: the title ended itself with status " + code);
                }
                yield isCaptured && code == 0 ? Exit.DONE : Exit.DIFFERED;
            }
            case TitleOutcome.Stopped(String reason, Optional<Path> report) -> {
                streams.err().println(reason);
                report.ifPresent(folder -> streams.err().println("report: " + folder));
                if (asJson) {
                    streams.json(document("stopped", null, null, request, reason, report));
                }
                yield Exit.TITLE_STOPPED;
            }
        };
    }

    /** Null where there is none. */
    private static @Nullable FileTime timeOf(Path file) throws IOException {
        return Files.exists(file) ? Files.getLastModifiedTime(file) : null;
    }

    private static Map<String, Object> document(String how, @Nullable Integer code,
            @Nullable Long frames, TitleRequest request, @Nullable String reason,
            Optional<Path> report) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("title", request.path().toString());
        document.put("outcome", how);
        if (code != null && frames != null) {
            document.put("exitCode", code);
            document.put("frames", frames);
        }
        if (reason != null) {
            document.put("reason", reason);
        }
        request.screenshot().ifPresent(f -> document.put("screenshot", f.toString()));
        request.capture().filter(Files::exists).ifPresent(f -> document.put("capture", f.toString()));
        report.ifPresent(f -> document.put("report", f.toString()));
        return document;
    }
}
