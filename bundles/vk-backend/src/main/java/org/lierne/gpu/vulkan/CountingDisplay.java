package org.lierne.gpu.vulkan;

import org.lierne.gpu.GpuDisplay;
import org.lierne.gpu.GpuImage;

/** The display of a host without one: pictures are counted. */
final class CountingDisplay implements GpuDisplay {
    private volatile long presented;

    @Override
    public boolean isVisible() {
        return false;
    }

    @Override
    public synchronized void present(GpuImage image) {
        presented++;
    }

    @Override
    public long presented() {
        return presented;
    }

    @Override
    public void onClose(Runnable action) {}

    @Override
    public void title(String text) {}

    @Override
    public void close() {}
}
