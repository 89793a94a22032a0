package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.core.interpreter.InterpreterRows;
import org.lierne.recompiler.isa.MeasuredRows;
import org.lierne.recompiler.isa.RowExecutor;
import org.lierne.shader.harness.VulkanRows;

/**
 * The hardware's answers through translator and device. Rows that come out otherwise belong to one of the groups below, each with the
 * rule that its instructions stand under; a group may shrink and never grow.
 */
final class MeasuredRowsOnDeviceTest {
    private static final Path TABLES = Path.of("..", "bundles", "recompiler-core", "src", "test", "resources", "measured");

    /**
     * Rows that differ.
     *
     * @param rows    their ids, as a pattern
     * @param ceiling how many may
     */
    private record Group(String rule, String rows, int ceiling) {}

    /** What is not modelled yet or modelled otherwise. */
    private static final List<Group> OPEN = List.of(new Group("C-024", "buffer_atomics_float\\..*", 124));

    @Test
    @Tag("gpu")
    void onlyRowsOfTheListedGroupsDiffer() throws IOException {
        Assumptions.assumeTrue(Wiring.devices() != null, "there is no Vulkan device");
        List<String> findings = new ArrayList<>();
        Map<Group, Integer> counts = new TreeMap<>(java.util.Comparator.comparing(Group::rule).thenComparing(Group::rows));
        int[] passed = new int[1];

        try (VulkanRows device = Wiring.rows(); var tables = Files.list(TABLES)) {
            for (Path table : tables.sorted().toList()) {
                try (BufferedReader lines = new BufferedReader(new InputStreamReader(new GZIPInputStream(Files.newInputStream(table)),
                        StandardCharsets.UTF_8))) {
                    MeasuredRows.run(lines, device, result -> {
                        if (result.passed()) {
                            passed[0]++;
                        } else {
                            group(result.id()).ifPresentOrElse(group -> counts.merge(group, 1, Integer::sum),
                                    () -> findings.add(result.line()));
                        }
                    });
                }
            }
        }

        counts.forEach((group, count) -> System.out.printf("rule %s: %d rows of %s differ%n", group.rule(), count, group.rows()));
        counts.forEach((group, count) -> {
            if (count > group.ceiling()) {
                findings.add("%d rows of %s differ, %d did".formatted(count, group.rows(), group.ceiling()));
            }
        });
        assertEquals(List.of(), findings);
        assertTrue(passed[0] >= 2308, passed[0] + " rows pass, 2308 did");
    }

    @Test
    @Tag("gpu")
    void rowsThatFollowFromTheManualPassOnBothMachines() throws IOException {
        Assumptions.assumeTrue(Wiring.devices() != null, "there is no Vulkan device");
        List<String> findings = new ArrayList<>();

        try (VulkanRows device = Wiring.rows()) {
            for (RowExecutor machine : List.of(new InterpreterRows(), device)) {
                try (BufferedReader lines = Files.newBufferedReader(Path.of("src", "test", "resources", "computed.rows.tsv"))) {
                    MeasuredRows.run(lines, machine, result -> {
                        if (!result.passed()) {
                            findings.add(machine.getClass().getSimpleName() + " " + result.line());
                        }
                    });
                }
            }
        }

        assertEquals(List.of(), findings);
    }

    private static java.util.Optional<Group> group(String id) {
        return OPEN.stream().filter(group -> id.matches(group.rows())).findFirst();
    }
}
