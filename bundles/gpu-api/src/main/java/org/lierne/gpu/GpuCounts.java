package org.lierne.gpu;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Places for counts of samples that pass all tests, each used once: exact where the device has
 * {@link GpuFeature#OCCLUSION_QUERY_PRECISE}, else zero or not.
 */
@ProviderType
public interface GpuCounts extends AutoCloseable {
    int size();

    /** Lets go of it; recordings that use it keep it until they are done. */
    @Override
    void close();
}
