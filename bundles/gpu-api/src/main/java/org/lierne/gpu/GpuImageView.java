package org.lierne.gpu;

import org.osgi.annotation.versioning.ProviderType;

/** A way of seeing an image. Ends with its image. */
@ProviderType
public interface GpuImageView {
    GpuImage image();

    ViewSpec spec();
}
