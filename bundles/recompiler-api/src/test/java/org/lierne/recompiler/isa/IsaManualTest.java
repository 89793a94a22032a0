package org.lierne.recompiler.isa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IsaManualTest {
    /** With {@code -Dlierne.isa.docs=write} the pages are written instead. */
    @Test
    void pagesAreWhatTheTablesSay() throws IOException {
        Path folder = Path.of(System.getProperty("lierne.root", "../.."), "docs", "isa");
        boolean write = "write".equals(System.getProperty("lierne.isa.docs"));

        for (Map.Entry<String, String> page : IsaManual.pages().entrySet()) {
            Path file = folder.resolve(page.getKey());
            if (write) {
                Files.writeString(file, page.getValue());
            }
            assertEquals(Optional.empty(), difference(page.getValue(), Files.readString(file)),
                    file + " is not what the tables say; -Dlierne.isa.docs=write writes it anew");
        }
    }

    /** The first line of each side that the other has not there. */
    private static Optional<List<String>> difference(String expected, String found) {
        List<String> left = expected.lines().toList();
        List<String> right = found.lines().toList();
        int most = Math.max(left.size(), right.size());
        return IntStream.range(0, most)
                .mapToObj(i -> List.of(i < left.size() ? left.get(i) : "the end", i < right.size() ? right.get(i) : "the end"))
                .filter(pair -> !pair.get(0).equals(pair.get(1))).findFirst();
    }

    @Test
    void showsEncodingOperandsAndFormula() {
        String text = Objects.requireNonNull(IsaManual.show("s_absdiff_i32"));

        assertTrue(text.contains("SOP2, opcode 0x2c"), text);
        assertTrue(text.contains("I32 <- I32, I32"), text);
        assertTrue(text.contains("D = max_s((S0 - S1), (0 - (S0 - S1)))"), text);
        assertTrue(text.contains("writes SCC"), text);
    }

    @Test
    void findsInstructionsByTheirFormsToo() {
        assertNotNull(IsaManual.show("v_add_f32_e64"));
        assertNotNull(IsaManual.show("v_add_f32_dpp"));
        assertNull(IsaManual.show("v_no_such_thing"));
    }

    /** Documented: RDNA ISA, "Manually Inserted Wait States", "Data Dependency Resolution" and the SOPP and SOPK tables. */
    @ParameterizedTest
    @CsvSource({"s_nop, wait state", "s_sleep, scheduling hint", "s_wakeup, scheduling hint", "s_setprio, scheduling hint",
        "s_inst_prefetch, scheduling hint", "s_clause, scheduling hint", "s_icache_inv, scheduling hint", "s_waitcnt, wait state",
        "s_waitcnt_vscnt, wait state", "s_waitcnt_vmcnt, wait state", "s_waitcnt_expcnt, wait state", "s_waitcnt_lgkmcnt, wait state",
        "s_wait_idle, wait state", "s_waitcnt_depctr, hazard", "s_ttracedata, counter", "s_ttracedata_imm, counter",
        "s_incperflevel, counter", "s_decperflevel, counter", "s_version, note", "v_nop, wait state", "v_pipeflush, wait state"})
    void waitStatesHazardsAndHintsHaveNoEffectEachByName(String name, String kind) {
        String text = Objects.requireNonNull(IsaManual.show(name));

        assertTrue(text.contains("does        " + kind + ", no effect: "), text);
        assertTrue(InstructionSet.named(name).effect() instanceof Effect.Hint hint && hint.reason().length() > 10, name);
    }

    @Test
    void namesFormulasThatOthersUse() {
        String text = Objects.requireNonNull(IsaManual.show("s_bitreplicate_b64_b32"));

        assertTrue(text.contains("t1 = "), text);
        assertTrue(text.lines().allMatch(line -> line.length() < 1000), text);
    }

    /** Plugin ids are those of the rules or the ledger. */
    @Test
    void pluginsAreKnown() throws IOException {
        Path docs = Path.of(System.getProperty("lierne.root", "../.."), "docs");
        StringBuilder known = new StringBuilder();
        for (String folder : List.of("rules", "debt")) {
            try (Stream<Path> files = Files.list(docs.resolve(folder))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    known.append('`').append(file.getFileName().toString().replace(".md", "")).append('`').append(Files.readString(file));
                }
            }
        }
        for (InstructionTable table : InstructionSet.tables()) {
            for (Instruction row : table.rows()) {
                String plugins = Objects.requireNonNull(IsaManual.show(row.name())).lines().filter(line -> line.startsWith("  plugins"))
                        .findFirst().orElseThrow().substring("  plugins     ".length());
                for (String id : plugins.split(", ")) {
                    assertTrue(id.equals("none") || known.indexOf("`" + id + "`") >= 0, row.name() + " names " + id);
                }
            }
        }
    }
}
