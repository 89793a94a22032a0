package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.gpu.GpuDevices;
import org.lierne.testing.Rule;

/**
 * The interpreter's images against a device's, over random descriptors, instructions and coordinates; {@code lierne test --long} takes
 * seven times as many, of two seeds.
 */
@Tag("gpu")
final class ImageComparisonTest {
    private static final long SEED = 20260611;
    private static final int LANES = 3000;
    private static final int LONG_RUN_LANES = 21000;

    @Test
    @Rule({"C-021", "A-035", "B-019"})
    void interpreterAndDeviceAgree() {
        GpuDevices devices = Wiring.devices();
        assumeTrue(devices != null, "no Vulkan device on this host");
        boolean isLong = Boolean.getBoolean("lierne.long");
        for (long seed = SEED; seed < SEED + (isLong ? 2 : 1); seed++) {
            ImageComparison comparison = new ImageComparison(devices, seed);
            int lanes = isLong ? LONG_RUN_LANES : LANES;

            comparison.run(lanes);

            assertEquals("", String.join("\n", comparison.differences()), "seed " + seed + ", refused: " + comparison.refusals());
            assertTrue(comparison.compared() > lanes * 9 / 10, () -> comparison.compared() + " compared, refused: " + comparison.refusals());
        }
    }
}
