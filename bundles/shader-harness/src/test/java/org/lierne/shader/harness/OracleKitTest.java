package org.lierne.shader.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.recompiler.isa.MeasuredRow;
import org.lierne.testing.Rule;

final class OracleKitTest {
    private static final Path ASSEMBLER = Path.of("/usr/bin/llvm-mc-19");

    @TempDir
    private Path files;
    private Path folder = Path.of("");

    private final OracleKit kit = new OracleKit();

    @BeforeEach
    void nameFolder() {
        folder = files.resolve("kit");
    }

    /** What the assembler says of a kit's kernels; "" when it takes them. */
    private String assembled(String file, String chip, String width) throws IOException, InterruptedException {
        Path log = folder.resolve(file + ".log");
        Process process = new ProcessBuilder(ASSEMBLER.toString(), "-triple=amdgcn-amd-amdhsa", "-mcpu=" + chip, "-mattr=" + width, "-filetype=obj",
                folder.resolve(file).toString(), "-o", folder.resolve(file + ".o").toString()).redirectErrorStream(true)
                .redirectOutput(log.toFile()).start();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "the assembler does not end");
        return process.exitValue() == 0 ? "" : Files.readString(log);
    }

    @ParameterizedTest
    @ValueSource(strings = {"B-041", "C-024", "B-018", "B-031"})
    @Rule("B-041")
    void kernelsOfARuleAreTakenByTheAssembler(String rule) throws IOException, InterruptedException {
        Assumptions.assumeTrue(Files.exists(ASSEMBLER), ASSEMBLER + " is not installed");

        var exported = kit.exportKit(rule, folder, "gfx1030");

        assertTrue(exported.kernels() > 1, exported.toString());
        assertEquals("", assembled("kernels32.s", "gfx1030", "+wavefrontsize32,-wavefrontsize64"));
        assertTrue(Files.size(folder.resolve("runner.cpp")) > 0);
        String page = Files.readString(folder.resolve("README.md"));
        assertTrue(page.contains("measure " + rule) && page.contains("-mcpu=gfx1030") && !page.contains("@"), page);
    }

    /** Both wave sizes, scalar state, LDS and the buffer. */
    private static final List<String> TABLE = List.of(MeasuredRow.HEADER,
            row("a.1", 32, "v_add_nc_u32_e32 v10, v4, v5", "4a140b04", "ffffffff", "v4=00000001 v5=00000002", "v10=00000003"),
            row("a.2", 64, "s_add_u32 s8, s4, s5", "80080504", "ffffffffffffffff", "s4=00000001 s5=00000002 vcc=0000000100000002 m0=00000003",
                    "s8=00000003 scc=00000000 vcc=0000000100000002 m0=00000003"),
            row("a.3", 32, "buffer_atomic_add v4, off, s[0:3], 0 glc", "e0c84000,80000400", "00000001", "s[0:3]=buf v4=00000001 buf[2]=00000007",
                    "v4=00000000 buf[0]=00000001 buf[2]=00000007"),
            row("a.4", 32, "ds_add_rtn_u32 v10, v4, v5", "d8800000,0a000504", "00000003", "v5=00000002 lds[0]=00000005", "v10=[00000005,*,"
                    + "*,".repeat(29) + "*] lds[0]=00000009"));

    private static String row(String id, int wave, String asm, String words, String exec, String in, String out) {
        return String.join("\t", id, "gfx1035", "gfx1013", String.valueOf(wave), "f0", "0", "1", "0", asm, words, exec, in, out, "exact", "measured");
    }

    private Path table() throws IOException {
        return Files.write(files.resolve("table.rows.tsv"), TABLE);
    }

    @Test
    void kernelsOfATableAreTakenByTheAssembler() throws IOException, InterruptedException {
        Assumptions.assumeTrue(Files.exists(ASSEMBLER), ASSEMBLER + " is not installed");

        var exported = kit.exportKit(table().toString(), folder, "gfx1013");

        assertEquals(4, exported.rows());
        assertEquals("", assembled("kernels32.s", "gfx1013", "+wavefrontsize32,-wavefrontsize64"));
        assertEquals("", assembled("kernels64.s", "gfx1013", "-wavefrontsize32,+wavefrontsize64"));
    }

    /** A runner's output in which each word of a row's state is its own number, and each of the buffer a thousand more. */
    private List<String> results() throws IOException {
        List<String> lines = new ArrayList<>(List.of("# oracle results 1", "# gfx gfx1032", "# driver HIP 60000000, some card", "# date 2026-11-30"));
        for (String line : TABLE.subList(1, TABLE.size())) {
            MeasuredRow row = MeasuredRow.parse(line);
            int state = new RowProgram(row).transferBytes() / 4;
            lines.add(row.id() + "\t" + hex(state, 0) + "\t" + hex(64, 1000));
        }
        return lines;
    }

    private static String hex(int count, int first) {
        return IntStream.range(first, first + count).mapToObj("%08x"::formatted).collect(Collectors.joining(" "));
    }

    @Test
    void resultsBecomeATableThatSaysWhereItComesFrom() throws IOException {
        kit.exportKit(table().toString(), folder, "gfx1030");
        Path results = Files.write(folder.resolve("results.txt"), results());
        Path table = folder.resolve("measured.rows.tsv");

        var imported = kit.importResults(results, table);

        List<String> lines = Files.readAllLines(table);
        assertEquals("# measured on gfx1032, driver HIP 60000000, some card, 2026-11-30", lines.get(0));
        assertEquals(MeasuredRow.HEADER, lines.get(1));
        assertEquals("4 4 gfx1032", imported.rows() + " " + imported.ofKit() + " " + imported.chip());
        String[] first = lines.get(2).split("\t");
        assertEquals("a.1 gfx1032 measured", first[0] + " " + first[1] + " " + first[14]);
        // Two inputs, v4 and v5, fill the first two slots of 32 words; the result is the third.
        assertEquals("v10=[" + IntStream.range(64, 96).mapToObj("%08x"::formatted).collect(Collectors.joining(",")) + "]", first[12]);
        assertTrue(lines.get(4).split("\t")[12].endsWith("buf[0]=000003e8 buf[2]=000003ea"), lines.get(4));
        for (String line : lines.subList(2, lines.size())) {
            MeasuredRow.parse(line);
        }
    }

    @Test
    void refusesResultsThatSayNotWhereTheyComeFrom() throws IOException {
        kit.exportKit(table().toString(), folder, "gfx1030");
        List<String> lines = results();
        Path table = folder.resolve("measured.rows.tsv");

        assertRefused(lines.stream().filter(line -> !line.startsWith("# gfx")).toList(), table, "does not say its gfx");
        assertRefused(lines.subList(1, lines.size()), table, "does not start with '# oracle results 1'");
        assertRefused(lines.stream().map(line -> line.replace("a.1", "b.1")).toList(), table, "is no result of a row of this kit");
        assertRefused(lines.stream().map(line -> line.startsWith("a.1") ? line.replaceFirst(" [0-9a-f]+\t", "\t") : line).toList(), table,
                "words of results");
        assertRefused(lines.stream().map(line -> line.startsWith("a.1") ? line.replaceFirst(" [0-9a-f]+\t", " 0000000g\t") : line).toList(), table,
                "has the result '0000000g', which is no word of hex digits");
        assertRefused(lines.stream().map(line -> line.startsWith("# gfx") ? "# gfx gfx\t1030" : line).toList(), table, "which is no chip of a kit");
        assertRefused(lines.stream().filter(line -> line.startsWith("#")).toList(), table, "holds no result");
        assertTrue(!Files.exists(table), "nothing is written");
    }

    private void assertRefused(List<String> lines, Path table, String reason) throws IOException {
        Path results = Files.writeString(folder.resolve("results.txt"), String.join("\n", lines) + "\n", StandardCharsets.UTF_8);
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, () -> kit.importResults(results, table));
        assertTrue(String.valueOf(refusal.getMessage()).contains(reason), refusal.getMessage());
    }

    /** Another kit's folder may hold results that cost somebody a day. */
    @Test
    void writesOverNothing() throws IOException {
        kit.exportKit(table().toString(), folder, "gfx1030");
        Path results = Files.write(folder.resolve("results.txt"), results());
        String operands = Files.readString(folder.resolve("operands.rows.tsv"));
        Path table = folder.resolve("measured.rows.tsv");
        kit.importResults(results, table);
        String measured = Files.readString(table);

        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, () -> kit.exportKit("C-024", folder, "gfx1030"));

        assertTrue(String.valueOf(refusal.getMessage()).endsWith("is not empty: a kit wants a folder of its own"), refusal.getMessage());
        assertThrows(FileAlreadyExistsException.class, () -> kit.importResults(results, table));
        assertEquals(operands, Files.readString(folder.resolve("operands.rows.tsv")));
        assertEquals(measured, Files.readString(table));
    }

    @Test
    void aTableWithARowThatIsNoneMakesNoFolder() throws IOException {
        List<String> lines = new ArrayList<>(TABLE);
        lines.add(TABLE.getLast().replace("\tv5=", "\tq5="));
        Path table = Files.write(files.resolve("bad.rows.tsv"), lines);

        assertThrows(IllegalArgumentException.class, () -> kit.exportKit(table.toString(), folder, "gfx1030"));

        assertTrue(!Files.exists(folder), "nothing is written");
    }

    @Test
    void refusesWhatThereIsNothingToMeasureOf() {
        for (String what : List.of("A-001", "no-such-file", new File("/").toString())) {
            IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, () -> kit.exportKit(what, folder, "gfx1030"));
            assertTrue(String.valueOf(refusal.getMessage()).contains("B-041"), refusal.getMessage());
        }
        assertThrows(IllegalArgumentException.class, () -> kit.exportKit("B-041", folder, "gfx1100"));
    }
}
