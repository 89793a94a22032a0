package org.lierne.console;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;
import org.lierne.kernel.module.ElfInspector;
import org.lierne.kernel.module.ElfInspector.Report;
import org.lierne.kernel.module.ElfInspector.SegmentRow;
import org.lierne.kernel.module.ElfInspector.SymbolRow;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code lierne elf inspect FILE}: what an executable or module holds, and who would serve its imports. */
@Component(service = ToolProvider.class, property = {"lierne.verb=elf", "lierne.subverbs=inspect"})
public final class ElfVerb extends Verb {
    private final ElfInspector inspector;

    @Activate
    public ElfVerb(@Reference ElfInspector inspector) {
        super("elf", "elf inspect FILE");
        this.inspector = inspector;
    }

    @Override
    int run(List<String> line, Streams streams) throws IOException {
        Arguments arguments = parse(line, Set.of(), Set.of());
        if (!arguments.word(0, "inspect").equals("inspect")) {
            throw new UsageError("unknown '" + arguments.words().get(0) + "'");
        }
        arguments.atMost(2);
        Report report = inspector.inspect(Arguments.toPath(arguments.word(1, "FILE")));
        if (arguments.has(JSON_FLAG)) {
            streams.json(report);
        } else {
            print(report, streams.out());
        }
        return Exit.DONE;
    }

    private static void print(Report report, PrintStream out) {
        out.printf("file      %s%nmodule    %s%ntype      %s%n", report.fileName(), report.moduleName(), report.type());
        out.printf("needed    %s%n", String.join(" ", report.neededFiles()));
        out.printf("init      %s%n%nsegments%n", report.initOrder());
        for (SegmentRow s : report.segments()) {
            out.printf("  %-18s offset 0x%06x  address 0x%08x  file 0x%06x  memory 0x%06x  %s%n",
                    s.type(), s.fileOffset(), s.address(), s.fileBytes(), s.memoryBytes(), s.flags());
        }
        symbols("exports", report.exports(), out);
        symbols("imports", report.imports(), out);
    }

    private static void symbols(String heading, List<SymbolRow> rows, PrintStream out) {
        out.printf("%n%s (%d)%n", heading, rows.size());
        for (SymbolRow s : rows) {
            out.printf("  %s %-8s %-36s %s %s  %s%n", s.nid(), s.kind(), s.name().isEmpty() ? "?" : s.name(), s.library(), s.module(), s.servedBy());
        }
    }
}
