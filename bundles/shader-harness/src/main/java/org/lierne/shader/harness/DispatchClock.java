package org.lierne.shader.harness;

import java.lang.foreign.ValueLayout;
import java.util.function.Consumer;
import org.lierne.gpu.BufferMemory;
import org.lierne.gpu.GpuBuffer;
import org.lierne.gpu.GpuCommands;
import org.lierne.gpu.GpuDevice;

/** Times recordings by the device's own clock, or by this process's where the device's queue tells no time. */
final class DispatchClock implements AutoCloseable {
    private static final ValueLayout.OfLong TICKS = ValueLayout.JAVA_LONG;

    private final GpuDevice device;
    private final float periodNs;
    private final GpuBuffer stamps;

    DispatchClock(GpuDevice device) {
        this.device = device;
        periodNs = device.facts().limits().timestampPeriodNs();
        stamps = device.buffer(2 * TICKS.byteSize(), BufferMemory.READBACK, "time stamps");
    }

    /** @throws IllegalArgumentException where the device's queue tells no time */
    static DispatchClock ofDevice(GpuDevice device) {
        if (device.facts().limits().timestampPeriodNs() == 0) {
            throw new IllegalArgumentException("the queue of " + device.facts().name() + " tells no time");
        }
        return new DispatchClock(device);
    }

    /** Nanoseconds from the recording's first command to the end of its last. */
    double nanoseconds(String name, Consumer<GpuCommands> recording) {
        try (GpuCommands commands = device.commands(name)) {
            stamp(commands, 0);
            recording.accept(commands);
            stamp(commands, TICKS.byteSize());
            long start = System.nanoTime();
            Dispatch.finish(device, commands, name);
            long elapsed = System.nanoTime() - start;
            return periodNs == 0 ? elapsed : (double) periodNs * (stamps.mapped().get(TICKS, TICKS.byteSize()) - stamps.mapped().get(TICKS, 0));
        }
    }

    private void stamp(GpuCommands commands, long at) {
        if (periodNs != 0) {
            commands.timestamp(stamps, at);
        }
    }

    @Override
    public void close() {
        stamps.close();
    }
}
