package org.lierne.gpu;

import org.osgi.annotation.versioning.ProviderType;

/** A place at which pictures are shown. */
@ProviderType
public interface GpuDisplay extends AutoCloseable {
    /** Whether there is a window; without one pictures are only counted. */
    boolean isVisible();

    /**
     * Shows an image, scaled into the window with its proportions kept, after everything submitted so far.
     * Waits while too many pictures are under way.
     *
     * @param image a 2D image of one sample; its content is not changed
     */
    void present(GpuImage image);

    /** Pictures shown so far. */
    long presented();

    /** Is called once, on the window's thread, when the user closes the window. */
    void onClose(Runnable action);

    void title(String text);

    @Override
    void close();
}
