package org.lierne.gpu.vulkan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.lierne.gpu.GpuOptions;
import org.lierne.gpu.GpuUnavailable;

class GpuSwitchesTest {
    @Test
    void putsTheUsersWordsOverTheCallersOptions() {
        assertEquals(GpuOptions.headless(), GpuSwitches.apply(GpuOptions.headless(), ""));
        assertEquals(new GpuOptions(true, true, "llvm", true, "", GpuOptions.UploadQueue.ANY),
                GpuSwitches.apply(GpuOptions.headless().withPresentation(true), "validate, software,device:llvm,upload-queue"));
        assertEquals(GpuOptions.UploadQueue.NONE, GpuSwitches.apply(GpuOptions.headless(), "no-upload-queue").uploadQueue());
    }

    @Test
    void aDeviceFailsWhereTheUserSaysSo() {
        assertEquals(12, GpuSwitches.number("software, lost:12 ,hang:3", "lost", 0));
        assertEquals(3, GpuSwitches.number("software, lost:12 ,hang:3", "hang", 0));
        assertEquals(7, GpuSwitches.number("software", "lost", 7));
        assertEquals(GpuOptions.headless(), GpuSwitches.apply(GpuOptions.headless(), "lost:12"));
        assertThrows(GpuUnavailable.class, () -> GpuSwitches.apply(GpuOptions.headless(), "lost:0"));
    }

    @Test
    void refusesWordsThatItDoesNotKnow() {
        var refused = assertThrows(GpuUnavailable.class, () -> GpuSwitches.apply(GpuOptions.headless(),
                "validate,fast"));
        assertTrue(String.valueOf(refused.getMessage()).contains("\"fast\" is none of: validate"));
    }
}
