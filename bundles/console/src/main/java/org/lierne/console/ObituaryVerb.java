package org.lierne.console;

import java.io.IOException;
import java.util.List;
import java.util.spi.ToolProvider;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code obituary END PROCESS VERB …}: a process that did this verb for a title has died. Asked for by whoever started it, not by people. */
@Component(service = ToolProvider.class, property = "lierne.verb=obituary")
public final class ObituaryVerb extends Verb {
    private final PlayerDeaths deaths;

    @Activate
    public ObituaryVerb(@Reference PlayerDeaths deaths) {
        super("obituary", "");
        this.deaths = deaths;
    }

    @Override
    int run(List<String> line, Streams streams) throws IOException {
        return deaths.tell(line.get(0), Long.parseLong(line.get(1)), line.subList(2, line.size()), streams);
    }
}
