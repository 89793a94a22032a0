package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.core.interpreter.InterpreterRows;
import org.lierne.recompiler.isa.DriverProbe.Finding;
import org.lierne.shader.harness.NanProbe;
import org.lierne.shader.harness.VulkanRows;
import org.lierne.testing.Rule;

/** What drivers make of NaNs, and what is made of it. */
final class NanProbeTest {
    @Test
    @Rule("B-056")
    void hardwaresResultsAreTheInterpreters() {
        for (NanProbe.Probe probe : NanProbe.probes()) {
            assertEquals(probe.hardware(), probe.on(new InterpreterRows()).driver(), probe.assembly());
        }
    }

    /** Each known driver has a row, and a driver that does as hardware none of its faults. */
    @Test
    @Rule("B-056")
    void tellsADriversWayFromHardwaresAndFromOthers() {
        assertEquals(List.of("quirk.driver.amd-windows.nan", "quirk.driver.amd-windows.ordered-compare", "quirk.driver.nvidia.nan",
                "quirk.driver.radv.nan"), NanProbe.probes().stream().map(NanProbe.Probe::fact).distinct().sorted().toList());
        Finding named = new Finding("a", "", "7fc12345", "7fffffff", "7fffffff");
        Finding other = new Finding("a", "", "7fc12345", "7fffffff", "7fc00000");
        Finding any = new Finding("a", "", "0000fe00", "", "00007e00");
        Finding right = new Finding("a", "", "0000fe00", "", "0000fe00");

        assertEquals("true false", named.isSeen() + " " + named.isOtherwise());
        assertEquals("false true", other.isSeen() + " " + other.isOtherwise());
        assertEquals("true false", any.isSeen() + " " + any.isOtherwise());
        assertEquals("false false", right.isSeen() + " " + right.isOtherwise());
    }

    /** Whatever the driver does by itself, programs get the hardware's results. */
    @Tag("gpu")
    @Test
    @Rule("B-056")
    void theModelsMakeUpForTheDriver() {
        assumeTrue(Wiring.devices() != null, "no Vulkan device on this host");
        List<Finding> bare = new NanProbe(Wiring.translator(), Wiring.devices()).findings();

        assertEquals(NanProbe.probes().size(), bare.size());
        assertTrue(bare.stream().allMatch(finding -> finding.driver().matches("[0-9a-f]{8}")), bare.toString());
        try (VulkanRows modelled = Wiring.rows()) {
            for (NanProbe.Probe probe : NanProbe.probes()) {
                assertEquals(probe.hardware(), probe.on(modelled).driver(), probe.assembly());
            }
        }
    }
}
