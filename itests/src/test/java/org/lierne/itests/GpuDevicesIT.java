package org.lierne.itests;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.lang.foreign.MemorySegment;
import javax.inject.Inject;
import org.junit.Assume;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.lierne.gpu.BufferMemory;
import org.lierne.gpu.GpuBuffer;
import org.lierne.gpu.GpuCommands;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuDevices;
import org.lierne.gpu.GpuDisplay;
import org.lierne.gpu.GpuOptions;
import org.lierne.gpu.GpuUnavailable;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;

/** The device service finds its native libraries inside the framework. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class GpuDevicesIT {
    @Inject
    private GpuDevices devices;

    @Configuration
    public Option[] distribution() {
        return Distribution.over(Distribution.userFolder(GpuDevicesIT.class));
    }

    @Test
    public void aDeviceKeepsWhatItIsGiven() {
        try (GpuDevice gpu = open(GpuOptions.headless());
                GpuBuffer buffer = gpu.buffer(8, BufferMemory.DEVICE, "buffer")) {
            assertFalse(gpu.facts().name().isEmpty());
            GpuCommands commands = gpu.commands("upload");
            commands.upload(buffer, 0, MemorySegment.ofArray(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}));
            gpu.submit(commands);

            assertArrayEquals(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}, gpu.read(buffer, 0, 8));
        }
    }

    /** With a display this opens a window, and libglfw.so has to be found; without one pictures are counted. */
    @Test
    public void aDisplayIsThereWithAndWithoutAScreen() {
        try (GpuDevice gpu = open(GpuOptions.headless().withPresentation(true));
                GpuDisplay display = gpu.display("test", 64, 64)) {
            assertEquals(0, display.presented());
        }
    }

    private GpuDevice open(GpuOptions options) {
        try {
            return devices.open(options);
        } catch (GpuUnavailable e) {
            Assume.assumeNoException(String.valueOf(e.getMessage()), e);
            throw e;
        }
    }
}
