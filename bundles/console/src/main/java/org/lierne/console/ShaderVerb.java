package org.lierne.console;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.spi.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.lierne.kernel.title.HostLacking;
import org.lierne.recompiler.isa.MeasuredRows;
import org.lierne.recompiler.isa.RowExecutor;
import org.lierne.recompiler.program.DeviceLacking;
import org.lierne.recompiler.program.ShaderCorpus;
import org.lierne.recompiler.program.ShaderCorpus.Row;
import org.lierne.recompiler.program.ShaderTranslator.Listing;
import org.lierne.recompiler.program.TranslationRefused;
import org.lierne.recompiler.program.WaveDebugger;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;

/** {@code lierne shader …}: programs and jobs of a corpus put through the translator and a device. */
@Component(service = ToolProvider.class, property = {
    "lierne.verb=shader",
    "lierne.subverbs=translate",
    "lierne.subverbs=run",
    "lierne.subverbs=draw",
    "lierne.subverbs=rows",
    "lierne.subverbs=bench",
    "lierne.subverbs=step",
    "lierne.subverbs=cfg",
    "lierne.subverbs=ir",
    "lierne.subverbs=spirv"
})
public final class ShaderVerb extends Verb {
    private static final Set<String> WITH_VALUE =
            Set.of("--subgroup", "--spirv", "--on", "--off", "--programs", "--on-device", "--against", "--after");

    private static final int LEAST_SUBGROUP = 4;
    private static final int MOST_SUBGROUP = 128;

    private final ShaderCorpus corpus;
    private final CompatCatalogue switches;
    private final @Nullable RowExecutor interpreter;
    private final @Nullable RowExecutor device;

    @Activate
    public ShaderVerb(@Reference ShaderCorpus corpus, @Reference CompatCatalogue switches,
            @Reference(cardinality = ReferenceCardinality.OPTIONAL, target = "(lierne.machine=interpreter)") @Nullable RowExecutor interpreter,
            @Reference(cardinality = ReferenceCardinality.OPTIONAL, target = "(lierne.machine=vulkan)") @Nullable RowExecutor device) {
        super("shader", """
                shader translate DIR [ID…] [--subgroup N] [--spirv OUTDIR] [--on ID]… [--off ID]…
                shader run ORACLEDIR [ID…] --programs DIR [--on-device vulkan|interpreter] [--against stored|original] [--subgroup N]
                shader draw GFXDIR [ID…] --programs DIR [--against stored|original]
                shader bench ORACLEDIR [ID…] --programs DIR [--subgroup N] [--on ID]… [--off ID]…
                shader rows [FILE.rows.tsv] [--on-device vulkan|interpreter]
                shader step DIR ID
                shader cfg|ir|spirv DIR ID [--after PASS] [--subgroup N] [--on ID]… [--off ID]…""");
        this.corpus = corpus;
        this.switches = switches;
        this.interpreter = interpreter;
        this.device = device;
    }

    @Override
    int run(List<String> line, Streams streams) throws IOException {
        Arguments arguments = parse(line, Set.of(), WITH_VALUE);
        String form = arguments.word(0, "translate, run, draw, rows, bench, step, cfg, ir or spirv");
        RunSwitches.check("shader", arguments, switches);
        try {
            return switch (form) {
                case "translate" -> translate(arguments, streams);
                case "run" -> jobs(arguments, "job", streams, rows -> corpus.run(folder(arguments), programs(arguments), selection(arguments, true),
                        machine(arguments), against(arguments), rows));
                case "draw" -> jobs(arguments, "graphics job", streams, rows -> corpus.draw(folder(arguments), programs(arguments), selection(arguments, true),
                        against(arguments), rows));
                case "rows" -> rows(arguments, streams);
                case "bench" -> bench(arguments, streams);
                case "step" -> step(arguments, streams);
                case "cfg" -> list(arguments, Listing.GRAPH, streams);
                case "ir" -> list(arguments, Listing.IR, streams);
                case "spirv" -> list(arguments, Listing.SPIRV, streams);
                default -> throw new UsageError("unknown '" + form + "'");
            };
        } catch (DeviceLacking e) {
            throw new HostLacking(String.valueOf(e.getMessage()), e);
        } catch (TranslationRefused e) {
            throw new Refused(String.valueOf(e.getMessage()), e);
        } catch (IllegalArgumentException e) {
            throw new Refused("shader " + form + ": " + e.getMessage(), e);
        }
    }

    /** What hands out rows. */
    private interface Work {
        void run(Consumer<Row> rows);
    }

    private static int jobs(Arguments arguments, String what, Streams streams, Work work) throws IOException {
        Tally tally = new Tally(streams, arguments.has(JSON_FLAG));
        work.run(row -> {
            if (row.passed()) {
                tally.pass(row.id(), row.text());
            } else {
                tally.fail(row.id(), row.text());
            }
        });
        return tally.done("shader %s: %s holds no %s".formatted(arguments.word(0, "form"), arguments.word(1, "DIR"), what));
    }

    private int bench(Arguments arguments, Streams streams) throws IOException {
        ShaderCosts costs = new ShaderCosts();
        corpus.measure(folder(arguments), programs(arguments), selection(arguments, true), costs::add, costs::refuse);
        return costs.print(streams, arguments.has(JSON_FLAG));
    }

    /** Measured rows; without a machine named, a device that can run them, else the interpreter. */
    private int rows(Arguments arguments, Streams streams) throws IOException {
        arguments.atMost(2);
        RowExecutor executor = switch (machine(arguments)) {
            case VULKAN -> device;
            case INTERPRETER -> interpreter;
            case ANY -> device != null && device.isPresent() ? device : interpreter;
        };
        if (executor == null) {
            throw new IllegalArgumentException("no bundle runs rows on that machine");
        }
        Tally tally = new Tally(streams, arguments.has(JSON_FLAG));
        try (InputStream in = streams.input(arguments.optionalWord(1));
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            MeasuredRows.run(lines, executor, result -> {
                if (result.passed()) {
                    tally.pass();
                } else {
                    tally.fail(result.id(), result.line());
                }
            });
        }
        return tally.done("shader rows: " + Streams.name(arguments.optionalWord(1)) + " holds no measured row");
    }

    /** A screen, then an answer to each line that comes in, until one says to leave. */
    private int step(Arguments arguments, Streams streams) throws IOException {
        arguments.atMost(3);
        WaveDebugger.Session session = corpus.step(folder(arguments), arguments.word(2, "ID"));
        BufferedReader lines = new BufferedReader(new InputStreamReader(streams.in(), StandardCharsets.UTF_8));
        streams.out().println(session.screen());
        streams.out().print("(h for help) ");
        streams.out().flush();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String answer = session.command(line);
            if (session.isOver()) {
                break;
            }
            streams.out().println(answer);
            streams.out().print("> ");
            streams.out().flush();
        }
        return Exit.DONE;
    }

    private int translate(Arguments arguments, Streams streams) throws IOException {
        Path modules = arguments.path("--spirv").orElse(null);
        if (modules != null) {
            OutputFiles.checkFolder("shader translate", "--spirv", modules);
            Files.createDirectories(modules);
        }
        return jobs(arguments, "program", streams, rows -> corpus.translate(folder(arguments), selection(arguments, true), row -> {
            if (modules != null && row.module().length > 0) {
                write(modules.resolve(row.id() + ".spv"), row.module());
            }
            rows.accept(row);
        }));
    }

    private static void write(Path file, int[] module) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * module.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(module);
        try {
            HostFiles.replace(file, bytes.array());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(file + " cannot be written: " + e.getMessage(), e);
        }
    }

    private int list(Arguments arguments, Listing listing, Streams streams) throws IOException {
        arguments.atMost(3);
        String text = corpus.list(folder(arguments), arguments.word(2, "ID"), selection(arguments, false), listing,
                arguments.value("--after").orElse(""));
        if (arguments.has(JSON_FLAG)) {
            streams.json(Map.of("id", arguments.word(2, "ID"), "listing", listing.name().toLowerCase(Locale.ROOT), "text", text));
        } else {
            streams.out().println(text);
        }
        return Exit.DONE;
    }

    private static Path folder(Arguments arguments) {
        Path folder = Arguments.toPath(arguments.word(1, "DIR"));
        if (!Files.exists(folder)) {
            throw new Refused("shader: no such folder: " + folder);
        }
        if (!Files.isDirectory(folder) && !isArchive(folder)) {
            throw new Refused("shader: " + folder + " is neither a folder nor a .zip of one, nor a capture");
        }
        return folder;
    }

    /** Captures of frames are archives too. */
    private static boolean isArchive(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return in.read() == 'P' && in.read() == 'K';
        } catch (IOException e) {
            throw new Refused("shader: " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static Path programs(Arguments arguments) {
        Path programs = arguments.path("--programs").orElseThrow(() -> new UsageError("missing --programs DIR"));
        if (!Files.exists(programs)) {
            throw new Refused("shader: no such folder: " + programs);
        }
        return programs;
    }

    private static ShaderCorpus.Selection selection(Arguments arguments, boolean withIds) {
        Map<String, Boolean> switches = new LinkedHashMap<>();
        arguments.values("--on").forEach(id -> switches.put(id, true));
        arguments.values("--off").forEach(id -> switches.put(id, false));
        List<String> ids = withIds && arguments.words().size() > 2 ? arguments.words().subList(2, arguments.words().size()) : List.of();
        return new ShaderCorpus.Selection(ids, subgroup(arguments), switches);
    }

    /** Documented: Vulkan's subgroupSize is a power of two; devices have 4 to 128 lanes. */
    private static int subgroup(Arguments arguments) {
        int lanes = arguments.count("--subgroup").orElse(0);
        if (lanes != 0 && (Integer.bitCount(lanes) != 1 || lanes < LEAST_SUBGROUP || lanes > MOST_SUBGROUP)) {
            throw new UsageError("--subgroup wants 4, 8, 16, 32, 64 or 128, not " + lanes);
        }
        return lanes;
    }

    private static ShaderCorpus.Machine machine(Arguments arguments) {
        return switch (arguments.value("--on-device").orElse("")) {
            case "" -> ShaderCorpus.Machine.ANY;
            case "vulkan" -> ShaderCorpus.Machine.VULKAN;
            case "interpreter" -> ShaderCorpus.Machine.INTERPRETER;
            case String other -> throw new UsageError("--on-device wants vulkan or interpreter, not '" + other + "'");
        };
    }

    private static ShaderCorpus.Against against(Arguments arguments) {
        return switch (arguments.value("--against").orElse("stored")) {
            case "stored" -> ShaderCorpus.Against.STORED;
            case "original" -> ShaderCorpus.Against.ORIGINAL;
            case String other -> throw new UsageError("--against wants stored or original, not '" + other + "'");
        };
    }
}
