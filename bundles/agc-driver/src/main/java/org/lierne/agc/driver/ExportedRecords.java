package org.lierne.agc.driver;

import org.jspecify.annotations.Nullable;
import org.lierne.gpu.BufferMemory;
import org.lierne.gpu.GpuBuffer;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuLimits;

/** Room for what programs with primitives of their own export; used again from one recording to the next, which are ordered. */
final class ExportedRecords implements AutoCloseable {
    private static final long CHUNK_BYTES = 1 << 22;
    /** Documented: Vulkan 1.3, required limits of VK_EXT_mesh_shader. */
    private static final int MESH_GROUPS = 1 << 22;

    private final GpuDevice device;
    private final TransientWords words;
    private @Nullable GpuBuffer buffer;
    private long used;

    ExportedRecords(GpuDevice device, TransientWords words) {
        this.device = device;
        this.words = words;
    }

    /**
     * Makes room for a draw.
     *
     * @param list vertices of its primitives, not empty
     * @throws WorkRefused where the device cannot take it at once
     */
    PrimitiveWork of(PrimitivePrograms programs, int[] list, int instances) {
        GpuLimits limits = device.facts().limits();
        int primitives = list.length / programs.group().pointsIn();
        int groups = (primitives + programs.group().primitives() - 1) / programs.group().primitives();
        long all = (long) groups * Integer.toUnsignedLong(instances);
        long records = programs.group().mesh() ? 0 : all * programs.threads();
        long bytes = records * programs.group().recordBytes();
        if (Integer.toUnsignedLong(instances) > limits.maxComputeWorkGroupCountY() || groups > limits.maxComputeWorkGroupCountX()
                || bytes > Math.min(limits.maxStorageBufferRange(), Integer.MAX_VALUE) || 4L * list.length > limits.maxStorageBufferRange()
                || programs.group().mesh() && all > MESH_GROUPS) {
            throw new WorkRefused(("refused at draw: %d primitives of %d instances in groups of %d take %d bytes of exports, "
                    + "which the device does not run at once (stage.mesh.entry)").formatted(primitives, Integer.toUnsignedLong(instances),
                    programs.group().primitives(), bytes));
        }
        long listOffset = words.put(list);
        GpuBuffer listBuffer = words.buffer();
        int[] dispatched = {groups, instances, 1};
        if (programs.group().mesh()) {
            return new PrimitiveWork(listBuffer, listOffset, 4L * list.length, null, 0, 0, primitives, dispatched, 0);
        }
        GpuBuffer room = buffer;
        if (room == null || used + bytes > room.sizeBytes()) {
            close();
            room = device.buffer(Math.max(CHUNK_BYTES, bytes), BufferMemory.DEVICE, "exported primitives");
            buffer = room;
            used = 0;
        }
        long offset = used;
        long alignment = Math.max(16, limits.minStorageBufferOffsetAlignment());
        used = (offset + bytes + alignment - 1) / alignment * alignment;
        return new PrimitiveWork(listBuffer, listOffset, 4L * list.length, room, offset, bytes, primitives, dispatched,
                Math.toIntExact(records * programs.group().pointsOut()));
    }

    /** A recording is over. */
    void submitted() {
        used = 0;
    }

    @Override
    public void close() {
        if (buffer != null) {
            buffer.close();
            buffer = null;
        }
    }
}
