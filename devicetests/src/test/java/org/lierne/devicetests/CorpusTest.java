package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.program.ProgramCost;
import org.lierne.recompiler.program.ShaderCorpus;
import org.lierne.recompiler.program.ShaderCorpus.Against;
import org.lierne.recompiler.program.ShaderCorpus.Machine;
import org.lierne.recompiler.program.ShaderCorpus.Selection;
import org.lierne.testing.Rule;

/**
 * The corpora through translator and device. What does not pass is listed here with its reason; a program that passes in spite of its
 * entry fails the test too, so the lists only get shorter.
 */
final class CorpusTest {
    private static final Path CORPUS = Path.of("..", "bundles", "shader-harness", "src", "test", "resources", "corpus");

    private static final Map<String, String> UNTRANSLATED = Map.of(
            "vert-69a7b2802a8c", "rule A-013: a barrier behind a write to LDS");

    private static List<String> failures(Consumer<Consumer<ShaderCorpus.Row>> work, Map<String, String> known) {
        List<String> findings = new ArrayList<>();
        Map<String, String> open = new TreeMap<>(known);
        work.accept(row -> {
            boolean listed = open.remove(row.id()) != null;
            if (row.passed() == listed) {
                findings.add(listed ? row.id() + " passes and has to leave the list" : row.text());
            }
        });
        open.keySet().forEach(id -> findings.add(id + " is listed and does not exist"));
        return findings;
    }

    private static final int HEADER_WORDS = 5;
    private static final int OP_CONSTANT = 43;
    private static final int OP_SMOD = 139;
    private static final int OP_CONTROL_BARRIER = 224;
    private static final int SCOPE_SUBGROUP = 3;

    @Test
    @Rule({"C-020", "C-066"})
    void translatesEveryProgramButTheListedOnes() {
        for (int subgroup : new int[] {8, 32, 64}) {
            Selection selection = new Selection(List.of(), subgroup, Map.of());
            List<String> unsafe = new ArrayList<>();
            assertEquals(List.of(), failures(rows -> Wiring.corpus().translate(CORPUS.resolve("programs.zip"), selection, row -> {
                unsafe.addAll(unsafe(row.id(), row.module()));
                rows.accept(row);
            }), UNTRANSLATED), "subgroups of " + subgroup);
            assertEquals(List.of(), unsafe, "subgroups of " + subgroup);
        }
    }

    /** Instructions that drivers get wrong: signed modulo (rule C-020), control barriers of a subgroup (rule C-066). */
    private static List<String> unsafe(String id, int[] module) {
        List<String> found = new ArrayList<>();
        Map<Integer, Integer> constants = new TreeMap<>();
        for (int at = HEADER_WORDS; at < module.length; at += module[at] >>> 16) {
            switch (module[at] & 0xffff) {
                case OP_CONSTANT -> constants.put(module[at + 2], module[at + 3]);
                case OP_SMOD -> found.add(id + " has a signed modulo");
                case OP_CONTROL_BARRIER -> {
                    if (constants.get(module[at + 1]) == SCOPE_SUBGROUP) {
                        found.add(id + " has a control barrier of a subgroup");
                    }
                }
                default -> { }
            }
        }
        return found;
    }

    @Test
    @Rule({"C-020", "C-066"})
    void findsInstructionsThatDriversGetWrong() {
        int[] header = {0x07230203, 0x10500, 0, 9, 0};
        IntStream subgroup = IntStream.of(4 << 16 | OP_CONSTANT, 1, 2, SCOPE_SUBGROUP, 4 << 16 | OP_CONTROL_BARRIER, 2, 2, 3);
        IntStream modulo = IntStream.of(5 << 16 | OP_SMOD, 1, 4, 5, 6);
        IntStream workgroup = IntStream.of(4 << 16 | OP_CONSTANT, 1, 3, SCOPE_SUBGROUP - 1, 4 << 16 | OP_CONTROL_BARRIER, 3, 3, 3);

        assertEquals(List.of("p has a control barrier of a subgroup"), unsafe("p", IntStream.concat(Arrays.stream(header), subgroup).toArray()));
        assertEquals(List.of("p has a signed modulo"), unsafe("p", IntStream.concat(Arrays.stream(header), modulo).toArray()));
        assertEquals(List.of(), unsafe("p", IntStream.concat(Arrays.stream(header), workgroup).toArray()));
    }

    /** Stored outputs are llvmpipe's, which leaves out additions of a constant +0 and so keeps a -0. */
    private static final Map<String, String> OTHER_THAN_STORED = Map.of("comp-b1b196b5b7e9", "0 + -0 is +0 on the guest, -0 as stored");

    @Test
    void computeJobsOnTheInterpreterGiveWhatIsStored() {
        assertEquals(List.of(), failures(rows -> Wiring.corpus().run(CORPUS.resolve("oracle.zip"), CORPUS.resolve("programs.zip"),
                Selection.ALL, Machine.INTERPRETER, Against.STORED, rows), OTHER_THAN_STORED));
    }

    @Test
    @Tag("gpu")
    void computeJobsGiveWhatIsExpected() {
        Assumptions.assumeTrue(Wiring.devices() != null, "there is no Vulkan device");

        assertEquals(List.of(), failures(rows -> Wiring.corpus().run(CORPUS.resolve("oracle.zip"), CORPUS.resolve("programs.zip"),
                Selection.ALL, Machine.VULKAN, against(), rows), Map.of()));
    }

    @Test
    @Tag("gpu")
    void measuresAProgramBesideItsOriginalModule() {
        Assumptions.assumeTrue(Wiring.devices() != null, "there is no Vulkan device");
        List<ProgramCost> costs = new ArrayList<>();
        List<ShaderCorpus.Row> refusals = new ArrayList<>();

        Wiring.corpus().measure(CORPUS.resolve("oracle.zip"), CORPUS.resolve("programs.zip"),
                new Selection(List.of("comp-0b474be98dbb"), 0, Map.of()), costs::add, refusals::add);

        assertEquals(List.of(), refusals);
        ProgramCost cost = costs.getFirst();
        assertEquals("comp-0b474be98dbb", cost.id());
        assertEquals(83, cost.instructions());
        assertEquals(4258, cost.originalWords());
        assertTrue(cost.translationNs() > 0 && cost.startNs() > 0 && cost.dispatchNs() > 0 && cost.originalDispatchNs() > 0, cost.toString());
    }

    @Rule("A-013")
    @Test
    @Tag("gpu")
    void graphicsJobsDrawWhatIsExpected() {
        Assumptions.assumeTrue(Wiring.devices() != null, "there is no Vulkan device");

        assertEquals(List.of(), failures(rows -> Wiring.corpus().draw(CORPUS.resolve("gfx-oracle.zip"), CORPUS.resolve("programs.zip"),
                Selection.ALL, against(), rows), Map.of()));
    }

    /** Stored outputs are llvmpipe's; any other driver is held against the original modules. */
    private static Against against() {
        var devices = java.util.Objects.requireNonNull(Wiring.devices());
        return devices.list().getFirst().driverName().contains("llvmpipe") ? Against.STORED : Against.ORIGINAL;
    }
}
