package org.lierne.gpu;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A sampler of a device. It lives until many others were asked for: whoever records asks for it again, which gives the same one as long as the
 * device has it. What was recorded with it keeps it.
 */
@ProviderType
public interface GpuSampler {
    SamplerSpec spec();
}
