package org.lierne.console;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.lierne.kernel.title.TitleRequest;

/** The command line of {@code lierne run}, and what it asks for. */
record RunLine(Arguments arguments, TitleRequest request) {
    static final String USAGE = "run [TITLE] [--headless] [--frames N] [--screenshot FILE.png] [--capture FILE] [--title-id ID]"
            + " [--on ID]… [--off ID]… [--report DIR] [--dialog ok|cancel|wait|ANSWER]…";
    private static final Set<String> WITH_VALUE =
            Set.of("--frames", "--screenshot", "--capture", "--title-id", "--on", "--off", "--report", "--dialog");

    /** @throws UsageError for words that are none of it */
    static RunLine of(List<String> line, Path home, Path user, Verb.Streams streams) {
        Arguments arguments = Verb.parse(line, Set.of("--headless"), WITH_VALUE);
        arguments.atMost(1);
        boolean hasDisplay = System.getenv("DISPLAY") != null || System.getenv("WAYLAND_DISPLAY") != null;
        Optional<Path> screenshot = arguments.path("--screenshot").map(Path::toAbsolutePath);
        if (arguments.words().isEmpty() && !arguments.has("--headless") && !hasDisplay && screenshot.isEmpty()) {
            // Without a display the stranger's first run still ends in a picture.
            screenshot = Optional.of(user.resolve("first-light.png"));
        }
        return new RunLine(arguments, new TitleRequest(
                arguments.optionalWord(0).map(Arguments::toPath).map(Path::toAbsolutePath).orElse(home.resolve("titles/first-light")),
                arguments.value("--title-id"),
                arguments.has("--headless") || !hasDisplay,
                arguments.count("--frames"),
                screenshot,
                arguments.path("--capture").map(Path::toAbsolutePath),
                arguments.values("--on"),
                arguments.values("--off"),
                arguments.path("--report").map(Path::toAbsolutePath),
                arguments.inOrder("--dialog"),
                // One JSON document is all that --json may leave on standard output.
                arguments.has(Verb.JSON_FLAG) ? streams.err() : streams.out()));
    }

    boolean asJson() {
        return arguments.has(Verb.JSON_FLAG);
    }

    /** @throws Refused for a switch, an id or a file that cannot be */
    void check(CompatCatalogue switches) {
        RunSwitches.check("run", arguments, switches);
        arguments.value("--title-id").ifPresent(id -> FileCompatProfiles.checkTitleId("run", id));
        arguments.path("--screenshot").ifPresent(file -> OutputFiles.check("run", "--screenshot", file));
        arguments.path("--capture").ifPresent(file -> OutputFiles.check("run", "--capture", file));
        arguments.path("--report").ifPresent(folder -> OutputFiles.checkFolder("run", "--report", folder));
    }
}
