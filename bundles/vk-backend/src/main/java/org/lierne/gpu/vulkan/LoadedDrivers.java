package org.lierne.gpu.vulkan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps Vulkan's drivers loaded while devices come and go, by an instance of its own. Measured: NVIDIA's driver (580.159) is found no more once
 * a process has loaded it some thirty times, and its library crashes at the end of a process that leaves an instance behind.
 */
final class LoadedDrivers implements AutoCloseable {
    /** @param atEnd lets go of it when the virtual machine ends */
    private record Held(VulkanInstance instance, Thread atEnd) {}

    private @Nullable Held held;

    /** The same one until the drivers are let go. */
    synchronized VulkanInstance instance() {
        Held known = held;
        if (known == null) {
            known = new Held(new VulkanInstance(false, List.of()), new Thread(this::close, "vulkan-drivers"));
            held = known;
            Runtime.getRuntime().addShutdownHook(known.atEnd);
        }
        return known.instance;
    }

    @Override
    public synchronized void close() {
        Held known = held;
        if (known == null) {
            return;
        }
        held = null;
        known.instance.close();
        if (Thread.currentThread() != known.atEnd) {
            forget(known.atEnd);
        }
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // the process ends: the thread will find nothing to let go
        }
    }
}
