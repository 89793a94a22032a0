package org.lierne.shader.harness;

import org.jspecify.annotations.Nullable;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuDevices;
import org.lierne.gpu.GpuOptions;
import org.lierne.gpu.GpuUnavailable;
import org.lierne.recompiler.program.DeviceLacking;

/** The device that programs are executed on. */
final class FirstDevice {
    private FirstDevice() {}

    /** @throws DeviceLacking when there is none */
    static GpuDevice open(@Nullable GpuDevices devices) {
        try {
            if (devices == null) {
                throw new GpuUnavailable("no bundle offers devices");
            }
            return devices.open(GpuOptions.headless());
        } catch (GpuUnavailable e) {
            throw new DeviceLacking(String.valueOf(e.getMessage()), e);
        }
    }
}
