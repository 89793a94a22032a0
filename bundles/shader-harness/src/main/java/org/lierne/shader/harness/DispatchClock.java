package org.lierne.shader.harness;

import java.lang.foreign.ValueLayout;
import org.lierne.gpu.BufferMemory;
import org.lierne.gpu.GpuBuffer;
import org.lierne.gpu.GpuCommands;
import org.lierne.gpu.GpuDevice;

/** Times dispatches by the device's own clock. */
final class DispatchClock implements AutoCloseable {
    private static final ValueLayout.OfLong TICKS = ValueLayout.JAVA_LONG;

    private final GpuDevice device;
    private final float periodNs;
    private final GpuBuffer stamps;

    DispatchClock(GpuDevice device) {
        this.device = device;
        periodNs = device.facts().limits().timestampPeriodNs();
        if (periodNs == 0) {
            throw new IllegalArgumentException("the queue of " + device.facts().name() + " tells no time");
        }
        stamps = device.buffer(2 * TICKS.byteSize(), BufferMemory.READBACK, "time stamps");
    }

    /** Nanoseconds of one dispatch, of that many in a row. */
    double nanoseconds(LoadedProgram program, int dispatches) {
        try (GpuCommands commands = device.commands("timed")) {
            commands.timestamp(stamps, 0);
            program.record(commands, dispatches);
            commands.timestamp(stamps, TICKS.byteSize());
            Dispatch.finish(device, commands, dispatches + " dispatches");
        }
        long ticks = stamps.mapped().get(TICKS, TICKS.byteSize()) - stamps.mapped().get(TICKS, 0);
        return (double) ticks * periodNs / dispatches;
    }

    @Override
    public void close() {
        stamps.close();
    }
}
