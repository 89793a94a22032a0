package org.lierne.gpu.vulkan;

import org.lierne.gpu.GpuShader;

/** A module. A graphics pipeline may need it again for another variant, so it then lives on after {@link #close}. */
final class VulkanShader implements GpuShader {
    final long handle;
    private final Lifetimes lifetimes;
    private final Lifetimes.Owned owned;
    private final String name;
    private boolean isKept;

    VulkanShader(Lifetimes lifetimes, String name, long handle, Runnable destroy) {
        this.lifetimes = lifetimes;
        this.name = name;
        this.handle = handle;
        this.owned = lifetimes.own(destroy);
    }

    @Override
    public String name() {
        return name;
    }

    /** Keeps the module until the device ends. */
    synchronized void keep() {
        isKept = true;
    }

    @Override
    public synchronized void close() {
        if (!isKept) {
            lifetimes.release(owned);
        }
    }

    @Override
    public String toString() {
        return "shader " + name;
    }
}
