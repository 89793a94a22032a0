package org.lierne.gpu.vulkan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.gpu.GpuLost;

/** A device that says that it is lost behind its second submission, or ends none. */
@Tag("gpu")
class LostDeviceTest {
    @BeforeEach
    void loseDevices() {
        System.setProperty("lierne.gpu", "lost:2");
    }

    private static void hangDevices() {
        System.setProperty("lierne.gpu", "hang:1,patience:1");
    }

    @Test
    void givesUpADeviceThatEndsNothingMoreAndTellsWhoeverWaits() throws Exception {
        hangDevices();
        CompletableFuture<GpuLost> told = new CompletableFuture<>();
        try (TestDevice device = TestDevice.open()) {
            device.gpu.onLost(told::complete);
            long hung = device.gpu.submit(device.gpu.commands("hung"));
            device.gpu.whenReached(hung, () -> fail("ticket 1 is never reached"));

            GpuLost lost = assertThrows(GpuLost.class, () -> device.gpu.await(hung, Long.MAX_VALUE));
            assertEquals("VK_TIMEOUT", lost.result());
            assertTrue(String.valueOf(lost.getMessage()).contains("ticket 1 is not reached, and nothing has ended for "), lost.getMessage());
            assertTrue(device.gpu.mayBeAtWork());
            assertEquals("VK_TIMEOUT", told.get(60, TimeUnit.SECONDS).result());
            assertThrows(GpuLost.class, () -> device.gpu.whenReached(hung, () -> fail("nobody waits")));
        }
    }

    @Test
    void closesADeviceThatHangsThoughNobodyWaited() {
        hangDevices();
        TestDevice device = TestDevice.open();
        device.gpu.submit(device.gpu.commands("hung"));

        device.close();

        assertTrue(device.gpu.mayBeAtWork());
    }

    @AfterEach
    void keepDevices() {
        System.clearProperty("lierne.gpu");
    }

    @Test
    void tellsWhoeverAsksAndClosesAllTheSame() {
        try (TestDevice device = TestDevice.open()) {
            long first = device.gpu.submit(device.gpu.commands("first"));
            assertTrue(device.gpu.await(first, Long.MAX_VALUE));
            long second = device.gpu.submit(device.gpu.commands("second"));

            assertEquals("VK_ERROR_DEVICE_LOST", assertThrows(GpuLost.class, () -> device.gpu.await(second, Long.MAX_VALUE)).result());
            assertThrows(GpuLost.class, () -> device.gpu.submit(device.gpu.commands("third")));
        }
    }

    @Test
    void tellsItsListenerWhereNobodyAsks() throws Exception {
        try (TestDevice device = TestDevice.open()) {
            CompletableFuture<GpuLost> told = new CompletableFuture<>();
            device.gpu.onLost(told::complete);
            device.gpu.submit(device.gpu.commands("first"));
            device.gpu.whenReached(device.gpu.submit(device.gpu.commands("second")), () -> {});

            assertEquals("VK_ERROR_DEVICE_LOST", told.get(60, TimeUnit.SECONDS).result());
        }
    }
}
