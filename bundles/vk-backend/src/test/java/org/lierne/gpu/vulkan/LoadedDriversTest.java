package org.lierne.gpu.vulkan;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.gpu.GpuUnavailable;

@Tag("gpu")
class LoadedDriversTest {
    private final LoadedDrivers drivers = new LoadedDrivers();

    private VulkanInstance instance() {
        try {
            return drivers.instance();
        } catch (GpuUnavailable e) {
            return Assumptions.abort(e.getMessage());
        }
    }

    @Test
    void staysUntilItIsLetGo() {
        VulkanInstance first = instance();
        VulkanInstance again = instance();
        drivers.close();
        drivers.close();

        VulkanInstance next = instance();

        assertSame(first, again);
        assertNotSame(first, next);
        drivers.close();
    }
}
