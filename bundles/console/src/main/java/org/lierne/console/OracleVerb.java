package org.lierne.console;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.spi.ToolProvider;
import org.lierne.recompiler.isa.HardwareOracle;
import org.lierne.recompiler.isa.MeasuredRows;
import org.lierne.recompiler.isa.RowExecutor;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code lierne oracle …}: kits for owners of real chips, their results, and where those differ from the interpreter. */
@Component(service = ToolProvider.class, property = {
    "lierne.verb=oracle", "lierne.subverbs=export", "lierne.subverbs=import", "lierne.subverbs=diff"
})
public final class OracleVerb extends Verb {
    private static final String TABLE = ".rows.tsv";

    private final HardwareOracle oracle;
    private final RowExecutor interpreter;

    @Activate
    public OracleVerb(@Reference HardwareOracle oracle, @Reference(target = "(lierne.machine=interpreter)") RowExecutor interpreter) {
        super("oracle", """
                oracle export RULE|TABLE.rows.tsv [DIR] [--chip gfx1030]
                oracle import RESULTS [TABLE.rows.tsv]
                oracle diff [TABLE.rows.tsv]""");
        this.oracle = oracle;
        this.interpreter = interpreter;
    }

    @Override
    int run(List<String> line, Streams streams) throws IOException {
        Arguments arguments = parse(line, Set.of(), Set.of("--chip"));
        String form = arguments.word(0, "export, import or diff");
        try {
            return switch (form) {
                case "export" -> export(arguments, streams);
                case "import" -> importResults(arguments, streams);
                case "diff" -> diff(arguments, streams);
                default -> throw new UsageError("unknown '" + form + "'");
            };
        } catch (IllegalArgumentException e) {
            throw new Refused("oracle " + form + ": " + e.getMessage(), e);
        }
    }

    private int export(Arguments arguments, Streams streams) throws IOException {
        arguments.atMost(3);
        String what = arguments.word(1, "RULE or TABLE.rows.tsv");
        Path folder = Arguments.toPath(arguments.optionalWord(2).orElse("oracle-" + name(what)));
        OutputFiles.checkFolder("oracle export", "DIR", folder);
        HardwareOracle.Exported kit = oracle.exportKit(what, folder, arguments.value("--chip").orElse("gfx1030"));
        if (arguments.has(JSON_FLAG)) {
            streams.json(Map.of("folder", folder.toString(), "rows", kit.rows(), "kernels", kit.kernels()));
        } else {
            streams.out().println(folder + ": " + kit.rows() + " rows, " + kit.kernels() + " kernels; README.md there says how to run them");
        }
        return Exit.DONE;
    }

    private static String name(String what) {
        String file = String.valueOf(Arguments.toPath(what).getFileName());
        return file.endsWith(TABLE) ? file.substring(0, file.length() - TABLE.length()) : file;
    }

    private int importResults(Arguments arguments, Streams streams) throws IOException {
        arguments.atMost(3);
        Path results = Arguments.toPath(arguments.word(1, "RESULTS"));
        Path table = arguments.optionalWord(2).map(Arguments::toPath).orElseGet(() -> results.resolveSibling("measured" + TABLE));
        HardwareOracle.Imported rows = oracle.importResults(results, table);
        if (arguments.has(JSON_FLAG)) {
            streams.json(Map.of("table", table.toString(), "rows", rows.rows(), "kit", rows.ofKit(), "chip", rows.chip()));
        } else {
            streams.out().println(table + ": " + rows.rows() + " of " + rows.ofKit() + " rows, measured on " + rows.chip());
        }
        return rows.rows() == rows.ofKit() ? Exit.DONE : Exit.DIFFERED;
    }

    private int diff(Arguments arguments, Streams streams) throws IOException {
        arguments.atMost(2);
        Tally tally = new Tally(streams, arguments.has(JSON_FLAG));
        try (InputStream in = streams.input(arguments.optionalWord(1));
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            MeasuredRows.run(lines, interpreter, result -> {
                if (result.passed()) {
                    tally.pass();
                } else {
                    tally.fail(result.id(), result.refused() ? result.line()
                            : result.id() + ": measured " + result.expected() + ", interpreter " + result.got());
                }
            });
        }
        return tally.done("oracle diff: " + Streams.name(arguments.optionalWord(1)) + " holds no row");
    }
}
