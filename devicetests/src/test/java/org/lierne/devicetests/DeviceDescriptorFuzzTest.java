package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.gpu.GpuDevices;
import org.lierne.testing.Rule;

/** Random descriptors on a device, which goes on whatever they say. */
@Tag("gpu")
final class DeviceDescriptorFuzzTest {
    private static final int PATTERNS = 60;

    @Test
    @Rule("R12")
    void eachIsDoneOrRefused() {
        GpuDevices devices = Wiring.devices();
        assumeTrue(devices != null, "no Vulkan device on this host");
        DeviceDescriptorFuzz fuzz = new DeviceDescriptorFuzz(devices, 20261130);

        fuzz.run(PATTERNS);

        assertEquals(List.of(), fuzz.found());
        assertTrue(fuzz.counts().getOrDefault("done", 0L) > PATTERNS / 10, () -> fuzz.counts().toString());
    }
}
