package org.lierne.gpu;

import org.osgi.annotation.versioning.ProviderType;

/** A SPIR-V module given to a device. */
@ProviderType
public interface GpuShader extends AutoCloseable {
    String name();

    /** Pipelines already made from it go on. */
    @Override
    void close();
}
