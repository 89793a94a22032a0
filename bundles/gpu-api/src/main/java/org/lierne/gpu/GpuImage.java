package org.lierne.gpu;

import org.osgi.annotation.versioning.ProviderType;

/** An image in the device's memory. It has no layout to care for: it is usable in every declared role at any time. */
@ProviderType
public interface GpuImage extends AutoCloseable {
    String name();

    ImageSpec spec();

    /** A view. Equal specs give the same view; views live as long as their image. */
    GpuImageView view(ViewSpec spec);

    /** A view of everything, in the image's own format: 2D or its array, 3D, or cube where the image is one. */
    default GpuImageView view() {
        return view(ViewSpec.whole(spec()));
    }

    /** Gives the memory back as soon as no recorded or running command can use it. */
    @Override
    void close();
}
