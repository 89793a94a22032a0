package org.lierne.gpu;

import org.osgi.annotation.versioning.ProviderType;

/** A sampler of a device; equal specs give the same one. Lives as long as the device. */
@ProviderType
public interface GpuSampler {
    SamplerSpec spec();
}
