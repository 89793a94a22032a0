package org.lierne.shader.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.lierne.recompiler.isa.DecodeRefusal;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Decoder;
import org.lierne.recompiler.isa.HardwareOracle;
import org.lierne.recompiler.isa.MeasuredRow;
import org.lierne.recompiler.isa.MeasuredRow.Cell;
import org.lierne.recompiler.isa.MeasuredRow.Kind;
import org.lierne.recompiler.isa.RowExecutor;
import org.osgi.service.component.annotations.Component;

/**
 * Kits. A kit's folder holds {@code operands.rows.tsv} (the rows, without results), {@code kernels32.s} and {@code kernels64.s}, {@code jobs.txt}
 * for the runner, the runner's source and a page about it. The runner prints what memory holds behind each row; with the rows beside it that
 * becomes a table again.
 */
@Component(service = HardwareOracle.class)
public final class OracleKit implements HardwareOracle {
    static final String OPERANDS = "operands.rows.tsv";
    private static final Pattern RULE = Pattern.compile("[ABC]-\\d{3}");
    private static final Pattern CHIP = Pattern.compile("gfx10[0-9a-f]+");
    private static final String FORMAT = "# oracle results 1";
    private static final int OUT_COLUMN = 12;
    private static final String NOT_MEASURED = "*";

    @Override
    public List<String> rules() {
        return OracleRows.rules();
    }

    // Out.

    @Override
    public Exported exportKit(String what, Path folder, String chip) throws IOException {
        if (!CHIP.matcher(chip).matches()) {
            throw new IllegalArgumentException("'" + chip + "' is no chip whose buffer descriptors the kernels use: gfx10…");
        }
        List<String> lines = lines(what);
        Map<String, String> names = new LinkedHashMap<>();
        Map<Integer, List<String>> byWave = new TreeMap<>();
        StringBuilder operands = new StringBuilder(MeasuredRow.HEADER + "\n");
        StringBuilder jobs = new StringBuilder();
        for (String line : lines) {
            MeasuredRow row = MeasuredRow.parse(line);
            RowProgram program = new RowProgram(row);
            String text = KernelText.of(row, program.program());
            String name = names.computeIfAbsent(text, _ -> {
                String next = "row_%d".formatted(names.size());
                byWave.computeIfAbsent(row.waveSize(), _ -> new ArrayList<>()).add(next);
                return next;
            });
            operands.append(line).append('\n');
            jobs.append(job(row, program, name));
        }
        makeEmpty(folder);
        Files.writeString(folder.resolve(OPERANDS), operands);
        Files.writeString(folder.resolve("jobs.txt"), jobs);
        for (Map.Entry<Integer, List<String>> wave : byWave.entrySet()) {
            Files.writeString(folder.resolve("kernels" + wave.getKey() + ".s"), kernels(chip, wave.getKey(), wave.getValue(), names));
        }
        Files.writeString(folder.resolve("runner.cpp"), resource("runner.cpp"));
        Files.writeString(folder.resolve("README.md"), page(what, chip, byWave.keySet().stream().toList()));
        return new Exported(lines.size(), names.size());
    }

    /** A kit lies alone: results that came back into the folder of another one, or anything else there, must not be written over. */
    private static void makeEmpty(Path folder) throws IOException {
        Files.createDirectories(folder);
        try (Stream<Path> files = Files.list(folder)) {
            if (files.findAny().isPresent()) {
                throw new IllegalArgumentException(folder + " is not empty: a kit wants a folder of its own");
            }
        }
    }

    /** Rows as lines of a table. */
    private static List<String> lines(String what) throws IOException {
        if (RULE.matcher(what).matches()) {
            List<MeasuredRow> rows = OracleRows.of(what);
            if (rows.isEmpty()) {
                throw new IllegalArgumentException("rule " + what + " has no rows to measure; " + String.join(" ", OracleRows.rules()) + " have");
            }
            return rows.stream().map(OracleKit::line).toList();
        }
        Path table = Path.of(what);
        if (!Files.isRegularFile(table)) {
            throw new IllegalArgumentException("'" + what + "' is neither a rule with rows (" + String.join(" ", OracleRows.rules()) + ") nor a file");
        }
        try (BufferedReader lines = Files.newBufferedReader(table)) {
            List<String> all = lines.lines().filter(line -> !line.startsWith("#") && !line.isEmpty()).toList();
            if (all.isEmpty() || !all.getFirst().equals(MeasuredRow.HEADER)) {
                throw new IllegalArgumentException(what + " does not start with the header of a row file");
            }
            return all.subList(1, all.size());
        } catch (java.io.UncheckedIOException e) {
            throw new IllegalArgumentException(what + " cannot be read as UTF-8 text", e);
        }
    }

    /** A row that was not measured yet: each result is left open. */
    private static String line(MeasuredRow row) {
        String in = row.in().stream().map(cell -> cell.text() + "=" + lanes(cell)).collect(Collectors.joining(" "));
        String open = IntStream.range(0, row.waveSize()).mapToObj(_ -> NOT_MEASURED).collect(Collectors.joining(",", "[", "]"));
        String out = row.out().stream().map(cell -> cell.text() + "=" + open).collect(Collectors.joining(" "));
        return String.join("\t", row.id(), "none", "gfx1013", String.valueOf(row.waveSize()), "%02x".formatted(row.floatMode()), bit(row.ieee()),
                bit(row.dx10Clamp()), bit(row.fp16Overflow()), assembly(row),
                IntStream.of(row.words()).mapToObj("%08x"::formatted).collect(Collectors.joining(",")),
                row.waveSize() == 64 ? "%016x".formatted(row.exec()) : "%08x".formatted(row.exec()), in, out, "exact", "computed");
    }

    private static String lanes(Cell cell) {
        String values = java.util.Arrays.stream(cell.lanes()).mapToObj("%08x"::formatted).collect(Collectors.joining(","));
        return cell.isLaneList() ? "[" + values + "]" : values;
    }

    private static String bit(boolean value) {
        return value ? "1" : "0";
    }

    private static String assembly(MeasuredRow row) {
        List<String> text = new ArrayList<>();
        Decoder decoder = new Decoder(row.waveSize());
        for (int at = 0; at < row.words().length; ) {
            switch (decoder.decode(row.words(), at, 4 * at)) {
                case DecodeRefusal refusal -> throw new IllegalArgumentException(refusal.message());
                case Decoded decoded -> {
                    text.add(decoded.toString());
                    at += decoded.dwords();
                }
            }
        }
        return String.join(" ; ", text);
    }

    private static String job(MeasuredRow row, RowProgram program, String kernel) {
        byte[] state = new byte[program.transferBytes()];
        program.fill(ByteBuffer.wrap(state).order(ByteOrder.LITTLE_ENDIAN));
        int[] memory = new int[RowExecutor.BUFFER_DWORDS];
        row.in().stream().filter(cell -> cell.kind() == Kind.BUFFER).forEach(cell -> memory[cell.index()] = (int) cell.lanes()[0]);
        int[] words = new int[state.length / 4];
        ByteBuffer.wrap(state).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(words);
        return "%s %s %d %d\n%s\n%s\n%s\n".formatted(row.id(), kernel, row.waveSize(), row.bufferBases().size(), hex(program.userData(0, 0)),
                hex(words), hex(memory));
    }

    private static String hex(int[] words) {
        return words.length + " " + IntStream.of(words).mapToObj("%08x"::formatted).collect(Collectors.joining(" "));
    }

    private static String kernels(String chip, int waveSize, List<String> names, Map<String, String> all) {
        StringBuilder text = new StringBuilder("// llvm-mc -triple=amdgcn-amd-amdhsa -mcpu=%s -mattr=%s -filetype=obj\n".formatted(chip, waveSize(waveSize)));
        text.append("        .amdgcn_target \"amdgcn-amd-amdhsa--").append(chip).append("\"\n        .text\n");
        all.forEach((kernel, name) -> {
            if (names.contains(name)) {
                text.append(kernel.replace("NAME", name));
            }
        });
        return text.append(KernelText.metadata(chip, waveSize, names)).toString();
    }

    private static String waveSize(int lanes) {
        return lanes == 32 ? "+wavefrontsize32,-wavefrontsize64" : "-wavefrontsize32,+wavefrontsize64";
    }

    private static String page(String what, String chip, List<Integer> waves) {
        StringBuilder build = new StringBuilder();
        for (int wave : waves) {
            build.append("llvm-mc -triple=amdgcn-amd-amdhsa -mcpu=%s -mattr=%s -filetype=obj kernels%d.s -o kernels%d.o\n"
                    .formatted(chip, waveSize(wave), wave, wave)).append("ld.lld -shared kernels%d.o -o kernels%d.hsaco\n".formatted(wave, wave));
        }
        return resource("kit.md").replace("@WHAT@", what).replace("@CHIP@", chip).replace("@BUILD@", build.toString().stripTrailing());
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(OracleKit.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    // In.

    @Override
    public Imported importResults(Path results, Path table) throws IOException {
        if (!Files.isRegularFile(results)) {
            throw new IllegalArgumentException(results + (Files.exists(results) ? " is no file" : ": no such file"));
        }
        Path operands = results.toAbsolutePath().resolveSibling(OPERANDS);
        if (!Files.isRegularFile(operands)) {
            throw new IllegalArgumentException(operands + " is missing: results are read in the folder of their kit");
        }
        Map<String, String> rows = new LinkedHashMap<>();
        for (String line : Files.readAllLines(operands)) {
            if (!line.startsWith("#") && !line.equals(MeasuredRow.HEADER)) {
                rows.put(line.substring(0, Math.max(0, line.indexOf('\t'))), line);
            }
        }
        List<String> lines = Files.readAllLines(results);
        if (lines.isEmpty() || !lines.getFirst().equals(FORMAT)) {
            throw new IllegalArgumentException(results + " does not start with '" + FORMAT + "', as what a kit's runner prints");
        }
        String chip = fact(lines, "gfx", results);
        if (!CHIP.matcher(chip).matches()) {
            throw new IllegalArgumentException(results + " names '" + chip + "', which is no chip of a kit: gfx10…");
        }
        String driver = fact(lines, "driver", results);
        String date = fact(lines, "date", results);
        List<String> measured = new ArrayList<>();
        for (String line : lines) {
            if (!line.startsWith("#")) {
                String[] columns = line.split("\t");
                String row = columns.length == 3 ? rows.remove(columns[0]) : null;
                if (row == null) {
                    throw new IllegalArgumentException(results + ": '" + line.substring(0, Math.min(40, line.length()))
                            + "' is no result of a row of this kit, or its second");
                }
                measured.add(measured(row, columns, chip));
            }
        }
        if (measured.isEmpty()) {
            throw new IllegalArgumentException(results + " holds no result");
        }
        Files.writeString(table, "# measured on %s, driver %s, %s%n%s%n".formatted(chip, driver, date, MeasuredRow.HEADER)
                + String.join("\n", measured) + "\n", StandardOpenOption.CREATE_NEW);
        return new Imported(measured.size(), measured.size() + rows.size(), chip);
    }

    private static String fact(List<String> lines, String name, Path file) {
        String start = "# " + name + " ";
        return lines.stream().filter(line -> line.startsWith(start) && line.length() > start.length()).map(line -> line.substring(start.length()))
                .findFirst().orElseThrow(() -> new IllegalArgumentException(file + " does not say its " + name + " ('" + start + "…')"));
    }

    private static String measured(String line, String[] result, String chip) {
        MeasuredRow row = MeasuredRow.parse(line);
        RowProgram program = new RowProgram(row);
        int[] state = words(result[1], program.transferBytes() / 4, row.id());
        int[] memory = words(result[2], RowExecutor.BUFFER_DWORDS, row.id());
        String[] columns = line.split("\t", -1);
        columns[1] = chip;
        columns[OUT_COLUMN] = row.out().stream().map(cell -> cell.text() + "=" + found(row, program, cell, state, memory)).collect(Collectors.joining(" "));
        columns[OUT_COLUMN + 1] = "exact";
        columns[OUT_COLUMN + 2] = "measured";
        return String.join("\t", columns);
    }

    private static int[] words(String hex, int count, String id) {
        String[] words = hex.split(" ");
        if (words.length != count) {
            throw new IllegalArgumentException("row " + id + " has " + words.length + " words of results, not " + count);
        }
        return java.util.Arrays.stream(words).mapToInt(word -> word(word, id)).toArray();
    }

    private static int word(String hex, String id) {
        try {
            return Integer.parseUnsignedInt(hex, 16);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("row " + id + " has the result '" + hex + "', which is no word of hex digits", e);
        }
    }

    private static String found(MeasuredRow row, RowProgram program, Cell cell, int[] state, int[] memory) {
        return switch (cell.kind()) {
            case VECTOR -> IntStream.range(0, row.waveSize()).mapToObj(lane -> (row.exec() >>> lane & 1) == 0 && !cell.isLaneList() ? NOT_MEASURED
                    : "%08x".formatted(state[program.result(Kind.VECTOR, cell.index(), lane)])).collect(Collectors.joining(",", "[", "]"));
            case BUFFER -> "%08x".formatted(memory[cell.index()]);
            case VCC -> mask(row, program, org.lierne.recompiler.isa.Operand.Sgpr.VCC_LO, state);
            case EXEC -> mask(row, program, org.lierne.recompiler.isa.Operand.Sgpr.EXEC_LO, state);
            case SCC -> state[program.result(Kind.SCC, 0, 0)] == 0 ? "00000000" : "00000001";
            case M0 -> "%08x".formatted(state[program.result(Kind.SCALAR, org.lierne.recompiler.isa.Operand.Sgpr.M0, 0)]);
            case SCALAR, LDS -> "%08x".formatted(state[program.result(cell.kind(), cell.index(), 0)]);
        };
    }

    private static String mask(MeasuredRow row, RowProgram program, int register, int[] state) {
        String low = "%08x".formatted(state[program.result(Kind.SCALAR, register, 0)]);
        return row.waveSize() == 64 ? "%08x".formatted(state[program.result(Kind.SCALAR, register + 1, 0)]) + low : low;
    }
}
