package org.lierne.gpu.vulkan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.lierne.gpu.GpuFailure;
import org.lierne.gpu.GpuLost;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VK13;

class VkTest {
    @Test
    void letsResultsPassThatAreNoErrors() {
        assertEquals(VK10.VK_TIMEOUT, Vk.check(VK10.VK_TIMEOUT, "vkWaitSemaphores", ""));
    }

    @Test
    void tellsALostDeviceFromOtherFailures() {
        assertThrows(GpuLost.class, () -> Vk.check(VK10.VK_ERROR_DEVICE_LOST, "vkQueueSubmit2", ""));
        GpuFailure failure = assertThrows(GpuFailure.class, () -> Vk.check(VK10.VK_ERROR_OUT_OF_DEVICE_MEMORY,
                "vkAllocateMemory", "64 bytes"));
        assertEquals("vkAllocateMemory", failure.call());
        assertEquals("vkAllocateMemory gave VK_ERROR_OUT_OF_DEVICE_MEMORY: 64 bytes", failure.getMessage());
    }

    /** Documented: the names of {@code VkResult}. */
    @Test
    void namesEveryErrorOfTheCore() {
        Arrays.stream(VK10.class.getFields())
                .filter(f -> Modifier.isStatic(f.getModifiers()) && f.getName().startsWith("VK_ERROR_"))
                .forEach(f -> {
                    try {
                        assertEquals(f.getName(), Vk.name(f.getInt(null)));
                    } catch (IllegalAccessException e) {
                        throw new AssertionError(e);
                    }
                });
    }

    @Test
    void spellsVersions() {
        assertEquals("1.3.230", Vk.version(VK10.VK_MAKE_API_VERSION(0, 1, 3, 230)));
        assertEquals("1.3.0", Vk.version(VK13.VK_API_VERSION_1_3));
    }
}
