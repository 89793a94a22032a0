package org.lierne.console;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code obituary END VERB …}: a process that did this verb for a title has died. Asked for by whoever started it, not by people. */
@Component(service = ToolProvider.class, property = "lierne.verb=obituary")
public final class ObituaryVerb extends Verb {
    private final PlayerDeaths deaths;
    private final Path home;
    private final Path user;

    @Activate
    public ObituaryVerb(BundleContext context, @Reference PlayerDeaths deaths) {
        super("obituary", "");
        this.deaths = deaths;
        this.user = Path.of(String.valueOf(context.getProperty("lierne.user")));
        this.home = Path.of(String.valueOf(context.getProperty("lierne.home")));
    }

    @Override
    int run(List<String> line, Streams streams) throws IOException {
        List<String> words = line.subList(2, line.size());
        if (!line.get(1).equals("run")) {
            streams.err().println("lierne " + line.get(1) + ": " + PlayerDeaths.sentence(line.getFirst()));
            return Exit.TITLE_STOPPED;
        }
        RunLine run = RunLine.of(words, home, user, streams);
        return new RunResult(run.request(), run.asJson(), streams).tell(deaths.record(line.getFirst(), run.request()), true);
    }
}
