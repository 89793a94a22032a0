package org.lierne.gpu.vulkan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps Vulkan's drivers loaded while devices come and go, by an instance of its own. Measured: NVIDIA's driver (580.159) is found no more once
 * a process has loaded it some thirty times, and its library crashes at the end of a process that leaves an instance behind.
 */
final class LoadedDrivers implements AutoCloseable {
    private @Nullable VulkanInstance held;
    private @Nullable Thread atEnd;

    /** The same one until the drivers are let go. */
    synchronized VulkanInstance instance() {
        VulkanInstance known = held;
        if (known == null) {
            known = new VulkanInstance(false, List.of());
            held = known;
            atEnd = new Thread(this::close, "vulkan-drivers");
            Runtime.getRuntime().addShutdownHook(atEnd);
        }
        return known;
    }

    @Override
    public synchronized void close() {
        if (held == null) {
            return;
        }
        held.close();
        held = null;
        if (Thread.currentThread() != atEnd) {
            forget(atEnd);
        }
        atEnd = null;
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // the process ends: the thread will find nothing to let go
        }
    }
}
