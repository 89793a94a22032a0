package org.lierne.agc.driver;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.BufferMemory;
import org.lierne.gpu.GpuBuffer;
import org.lierne.gpu.GpuDevice;

/** Words that the work of one recording reads: constants, converted index lists. */
final class TransientWords implements AutoCloseable {
    private static final long CHUNK_BYTES = 1 << 18;

    private final GpuDevice device;
    private final long alignment;
    private @Nullable GpuBuffer buffer;
    private long used;

    TransientWords(GpuDevice device) {
        this.device = device;
        this.alignment = Math.max(16, Math.max(device.facts().limits().minUniformBufferOffsetAlignment(),
                device.facts().limits().minStorageBufferOffsetAlignment()));
    }

    /** Puts words where the device can read them in this recording; gives their offset in {@link #buffer}. */
    long put(int[] words) {
        GpuBuffer target = buffer;
        if (target == null || used + 4L * words.length > target.sizeBytes()) {
            close();
            target = device.buffer(Math.max(CHUNK_BYTES, 4L * words.length), BufferMemory.UPLOAD, "constants");
            buffer = target;
            used = 0;
        }
        long offset = used;
        MemorySegment.copy(MemorySegment.ofArray(words), 0, target.mapped(), offset, 4L * words.length);
        used = (offset + 4L * words.length + alignment - 1) / alignment * alignment;
        return offset;
    }

    /** Where the words that were put last lie. */
    GpuBuffer buffer() {
        return Objects.requireNonNull(buffer, "nothing was put");
    }

    /** The recording is over; what it reads stays until it is done. */
    @Override
    public void close() {
        if (buffer != null) {
            buffer.close();
            buffer = null;
        }
    }
}
