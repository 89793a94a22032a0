package org.lierne.console;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;
import org.lierne.agc.AgcRows;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code lierne agc rows FILE}: calls the builders of a packet table and compares the words they write. */
@Component(service = ToolProvider.class, property = {"lierne.verb=agc", "lierne.subverbs=rows"})
public final class AgcVerb extends Verb {
    private final AgcRows rows;

    @Activate
    public AgcVerb(@Reference AgcRows rows) {
        super("agc", "agc rows [FILE.tsv]");
        this.rows = rows;
    }

    @Override
    int run(List<String> line, Streams streams) throws IOException {
        Arguments arguments = parse(line, Set.of(), Set.of());
        if (!arguments.word(0, "rows").equals("rows")) {
            throw new UsageError("unknown '" + arguments.words().get(0) + "'");
        }
        arguments.atMost(2);
        Tally tally = new Tally(streams, arguments.has(JSON_FLAG));
        try (InputStream in = streams.input(arguments.optionalWord(1));
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String row = lines.readLine(); row != null; row = lines.readLine()) {
                if (rows.isRow(row)) {
                    String name = Printable.startOf(row.indexOf('\t') < 0 ? row : row.substring(0, row.indexOf('\t')));
                    switch (rows.check(row)) {
                        case AgcRows.Outcome.Equal() -> tally.pass();
                        case AgcRows.Outcome.Differs(String text) -> tally.fail(name, Printable.of(text));
                        case AgcRows.Outcome.Refused(String reason) -> tally.fail(name, name + ": refused: " + Printable.startOf(reason));
                    }
                }
            }
        }
        return tally.done("agc rows: " + Streams.name(arguments.optionalWord(1)) + " holds no row of a builder");
    }
}
