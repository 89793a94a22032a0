package org.lierne.console;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.spi.ToolProvider;
import org.lierne.kernel.format.Nid;
import org.osgi.service.component.annotations.Component;

/** {@code lierne nid NAME…}: the identifier of each name, one a line. */
@Component(service = ToolProvider.class, property = "lierne.verb=nid")
public final class NidVerb extends Verb {
    public NidVerb() {
        super("nid", "nid NAME…");
    }

    @Override
    int run(List<String> line, Streams streams) throws IOException {
        Arguments arguments = parse(line, Set.of(), Set.of());
        arguments.word(0, "NAME");
        if (arguments.words().contains("")) {
            throw new UsageError("a NAME is empty");
        }
        Map<String, String> nids = new LinkedHashMap<>();
        arguments.words().forEach(name -> nids.put(name, Nid.of(name).text()));
        if (arguments.has(JSON_FLAG)) {
            streams.json(nids);
        } else {
            arguments.words().forEach(name -> streams.out().println(nids.get(name)));
        }
        return Exit.DONE;
    }
}
