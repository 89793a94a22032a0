package org.lierne.gpu.vulkan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.gpu.*;

@Tag("gpu")
final class SamplerCacheTest {
    private static SamplerSpec biased(int number) {
        return new SamplerSpec(Filter.NEAREST, Filter.NEAREST, Filter.NEAREST, AddressMode.REPEAT, AddressMode.REPEAT, AddressMode.REPEAT, number / 8f,
                0, 1, 1, null, Reduction.AVERAGE, BorderColor.Fixed.OPAQUE_BLACK, false);
    }

    /** Of six that there may be, four are kept; which were let go is seen by what a recording that is over lets be destroyed. */
    @Test
    void letsGoWhatWasAskedForLongestAgo() {
        try (var device = TestDevice.open()) {
            var cache = new SamplerCache((VulkanDevice) device.gpu, "of a test", 6);
            VulkanSampler first = cache.get(biased(0));
            VulkanSampler second = cache.get(biased(1));
            cache.get(biased(2));
            cache.get(biased(3));
            assertSame(first, cache.get(biased(0)));

            cache.get(biased(4));

            assertSame(first, cache.get(biased(0)), "asked for since");
            assertNotSame(second, cache.get(biased(1)));
        }
    }

    @Test
    void refusesMoreThanTheDeviceHasUntilTheirRecordingsAreDone() {
        try (var device = TestDevice.open(); GpuBuffer buffer = device.gpu.buffer(4, BufferMemory.DEVICE, "buffer")) {
            var cache = new SamplerCache((VulkanDevice) device.gpu, "of a test", 6);
            GpuCommands commands = device.gpu.commands("all in use");
            for (int i = 0; i < 6; i++) {
                cache.get(biased(i));
            }

            GpuUnsupported refused = assertThrows(GpuUnsupported.class, () -> cache.get(biased(6)));

            assertEquals("the device has 6 samplers of a test at most, and all are in use", refused.getMessage());
            commands.fill(buffer, 0, 4, 1);
            device.gpu.await(device.gpu.submit(commands), Long.MAX_VALUE);
            assertNotNull(cache.get(biased(6)));
        }
    }
}
