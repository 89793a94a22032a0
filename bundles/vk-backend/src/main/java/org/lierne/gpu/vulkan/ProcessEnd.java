package org.lierne.gpu.vulkan;

import org.lwjgl.system.JNI;
import org.lwjgl.system.linux.DynamicLinkLoader;

/**
 * How a process ends when drivers are loaded: once the virtual machine is done, at once. Measured: destructors of NVIDIA's driver (580.159), which come
 * then, crash beside threads that still work and in libEGL_nvidia.so even without, and wait for a device that hangs. What a run leaves is written before.
 */
final class ProcessEnd {
    private ProcessEnd() {}

    /** For {@link Runtime#addShutdownHook}. */
    static Thread hook() {
        return new Thread(ProcessEnd::passDestructorsOver, "process-end");
    }

    /** Holds for those of libraries that are loaded by now. */
    static void passDestructorsOver() {
        first("_exit");
    }

    /** What is registered last comes first. @param function of the C library, which gets the status */
    static void first(String function) {
        long program = DynamicLinkLoader.dlopen((CharSequence) null, DynamicLinkLoader.RTLD_LAZY);
        JNI.invokePPI(DynamicLinkLoader.dlsym(program, function), 0, DynamicLinkLoader.dlsym(program, "on_exit"));
    }
}
