package org.lierne.gpu;

import org.osgi.annotation.versioning.ProviderType;

/** A pipeline of a device; equal specs give the same one. Lives as long as the device. */
@ProviderType
public interface GpuPipeline {
    /** Whether it is a compute pipeline. */
    boolean isCompute();

    BindingLayout layout();

    /** Nanoseconds the driver took to make it the first time; of a graphics pipeline, all its variants so far. */
    long compileNs();
}
