package org.lierne.gpu;

import java.lang.foreign.MemorySegment;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Memory that shaders and commands of a device can use in every role (uniform, storage, index, vertex, indirect, copy).
 * Mapped memory is coherent: no flush is needed, only the order given by submissions and tickets.
 */
@ProviderType
public interface GpuBuffer extends AutoCloseable {
    String name();

    long sizeBytes();

    /**
     * The buffer's bytes as the host sees them; at most 2 GiB - 1 of them.
     *
     * @throws IllegalStateException for {@link BufferMemory#DEVICE} and for imports, whose owner has the memory already
     */
    MemorySegment mapped();

    /**
     * The address under which shaders reach the first byte.
     *
     * @throws GpuUnsupported without {@link GpuFeature#BUFFER_DEVICE_ADDRESS}
     */
    long deviceAddress();

    /** Gives the memory back as soon as no recorded or running command can use it. */
    @Override
    void close();
}
