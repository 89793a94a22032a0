package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.core.interpreter.InterpreterRows;
import org.lierne.recompiler.isa.MeasuredRows;
import org.lierne.recompiler.isa.RowExecutor;
import org.lierne.shader.harness.VulkanRows;
import org.lierne.testing.Rule;

/** The hardware's answers through translator and device. */
final class MeasuredRowsOnDeviceTest {
    private static final Path TABLES = Path.of("..", "bundles", "recompiler-core", "src", "test", "resources", "measured");

    @Test
    @Tag("gpu")
    @Rule("C-024")
    void everyRowComesOutAsMeasured() throws IOException {
        Assumptions.assumeTrue(Wiring.devices() != null, "there is no Vulkan device");
        List<String> findings = new ArrayList<>();
        int[] passed = new int[1];

        try (VulkanRows device = Wiring.rows(); var tables = Files.list(TABLES)) {
            for (Path table : tables.sorted().toList()) {
                try (BufferedReader lines = new BufferedReader(new InputStreamReader(new GZIPInputStream(Files.newInputStream(table)),
                        StandardCharsets.UTF_8))) {
                    MeasuredRows.run(lines, device, result -> {
                        if (result.passed()) {
                            passed[0]++;
                        } else {
                            findings.add(result.line());
                        }
                    });
                }
            }
        }

        assertEquals(List.of(), findings);
        assertEquals(2432, passed[0]);
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
}
