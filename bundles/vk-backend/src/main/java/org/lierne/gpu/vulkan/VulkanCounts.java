package org.lierne.gpu.vulkan;

import org.lierne.gpu.GpuCounts;

/** A pool of occlusion queries. */
final class VulkanCounts implements GpuCounts {
    final long handle;
    private final int size;
    private final Lifetimes lifetimes;
    private final Lifetimes.Owned owned;

    VulkanCounts(Lifetimes lifetimes, int size, long handle, Runnable destroy) {
        this.lifetimes = lifetimes;
        this.size = size;
        this.handle = handle;
        this.owned = lifetimes.own(destroy);
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void close() {
        lifetimes.release(owned);
    }
}
