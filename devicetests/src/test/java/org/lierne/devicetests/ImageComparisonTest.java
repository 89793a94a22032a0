package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.gpu.GpuDevices;
import org.lierne.testing.Rule;

/** The interpreter's images against a device's, over random descriptors, instructions and coordinates. */
@Tag("gpu")
final class ImageComparisonTest {
    private static final long SEED = 20260611;
    private static final int LANES = 3000;

    @Test
    @Rule({"C-021", "A-035", "B-019"})
    void interpreterAndDeviceAgree() {
        GpuDevices devices = Wiring.devices();
        assumeTrue(devices != null, "no Vulkan device on this host");
        ImageComparison comparison = new ImageComparison(devices, SEED);

        comparison.run(LANES);

        assertEquals("", String.join("\n", comparison.differences()), "seed " + SEED + ", refused: " + comparison.refusals());
        assertTrue(comparison.compared() > LANES * 9 / 10, () -> comparison.compared() + " compared, refused: " + comparison.refusals());
    }
}
