package org.lierne.console;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Objects;
import java.util.spi.ToolProvider;
import org.lierne.agc.FrameFacts;
import org.lierne.kernel.title.TitleOutcome;
import org.lierne.kernel.title.TitleRequest;
import org.lierne.kernel.title.TitleRunner;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code lierne run}: runs a title to its end, or to a number of presented frames. */
@Component(service = ToolProvider.class, property = {"lierne.verb=run", "lierne.guest=*"})
public final class RunVerb extends Verb {
    private final TitleRunner runner;
    private final CompatCatalogue switches;
    private final LastRuns runs;
    private final FrameFacts frames;
    private final Path home;
    private final Path user;

    @Activate
    public RunVerb(BundleContext context, @Reference TitleRunner runner, @Reference CompatCatalogue switches, @Reference LastRuns runs,
            @Reference FrameFacts frames) {
        super("run", RunLine.USAGE);
        this.runner = runner;
        this.switches = switches;
        this.runs = runs;
        this.frames = frames;
        this.user = Path.of(String.valueOf(context.getProperty("lierne.user")));
        this.home = Path.of(String.valueOf(context.getProperty("lierne.home")));
    }

    @Override
    int run(List<String> line, Streams streams) throws IOException {
        RunLine given = RunLine.of(line, home, user, streams);
        given.check(switches);
        TitleRequest request = given.request();
        FileTime before = RunResult.timeOf(request.capture());
        TitleOutcome outcome;
        try (PreparationLine _ = new PreparationLine(ProgressLine.on(streams), frames)) {
            outcome = AttendedRun.of(runner, request);
        }
        runs.record(request, outcome);
        boolean isCaptured = request.capture().isEmpty() || !Objects.equals(before, RunResult.timeOf(request.capture()));
        streams.out().flush();
        return new RunResult(request, given.asJson(), streams).tell(outcome, isCaptured);
    }
}
