package org.lierne.gpu.vulkan;

import static org.lwjgl.glfw.GLFW.*;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.GpuUnavailable;
import org.lwjgl.PointerBuffer;
import org.lwjgl.glfw.GLFWErrorCallback;
import org.lwjgl.glfw.GLFWGamepadState;
import org.lwjgl.glfw.GLFWVulkan;
import org.lwjgl.system.MemoryUtil;

/**
 * The host's windows: one thread that initialises GLFW, makes windows and handles their events. GLFW is one for the
 * process, so the thread is shared by all devices and ends with the last of them.
 */
final class WindowSystem {
    private static final double IDLE_SECONDS = 0.25;
    /** How often gamepads are looked at; GLFW tells nothing by itself. */
    private static final double GAMEPAD_SECONDS = 0.004;

    private static @Nullable WindowSystem current;
    private static int users;

    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final List<Gamepad> gamepads = new ArrayList<>();
    private final Thread thread;
    private int windows;
    private volatile boolean isEnding;
    private volatile boolean isStarted;
    private @Nullable GLFWErrorCallback errors;
    private volatile String lastError = "no reason given";

    private WindowSystem() {
        for (int i = 0; i < Gamepad.SLOTS; i++) {
            gamepads.add(new Gamepad(i));
        }
        thread = Thread.ofPlatform().name("windows").daemon().unstarted(this::run);
    }

    /**
     * Takes part in the windows; {@link #release} gives them back.
     *
     * @throws GpuUnavailable when the host has no display
     */
    static synchronized WindowSystem acquire() {
        WindowSystem known = current;
        if (known == null) {
            if (isUnset("DISPLAY") && isUnset("WAYLAND_DISPLAY")) {
                throw new GpuUnavailable("no display: neither DISPLAY nor WAYLAND_DISPLAY is set");
            }
            known = new WindowSystem();
            known.start();
            current = known;
        }
        users++;
        return known;
    }

    private static boolean isUnset(String variable) {
        String value = System.getenv(variable);
        return value == null || value.isEmpty();
    }

    static void release() {
        synchronized (WindowSystem.class) {
            if (--users > 0 || current == null) {
                return;
            }
            current.end();
            current = null;
        }
    }

    private void start() {
        thread.start();
        String problem = call(() -> {
            errors = GLFWErrorCallback.create((code, text) -> lastError = MemoryUtil.memUTF8(text));
            glfwSetErrorCallback(errors);
            if (!glfwInit()) {
                return "no display: " + lastError;
            }
            isStarted = true;
            return GLFWVulkan.glfwVulkanSupported() ? "" : "the windows of this host do not know Vulkan";
        });
        if (!problem.isEmpty()) {
            end();
            throw new GpuUnavailable(problem);
        }
    }

    private void end() {
        isEnding = true;
        post(() -> {});
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!isEnding) {
                Runnable task = isStarted && windows > 0 ? tasks.poll() : tasks.take();
                if (task != null) {
                    task.run();
                    continue;
                }
                glfwWaitEventsTimeout(pollGamepads() ? GAMEPAD_SECONDS : IDLE_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (isStarted) {
                glfwTerminate();
            }
            if (errors != null) {
                glfwSetErrorCallback(null);
                errors.free();
            }
        }
    }

    private boolean pollGamepads() {
        boolean any = false;
        try (GLFWGamepadState state = GLFWGamepadState.malloc()) {
            for (Gamepad gamepad : gamepads) {
                any |= gamepad.poll(state);
            }
        }
        return any;
    }

    private void post(Runnable task) {
        tasks.add(task);
        if (isStarted) {
            glfwPostEmptyEvent();
        }
    }

    /** Runs something on the windows' thread and gives its result. */
    <T> T call(Supplier<T> task) {
        if (Thread.currentThread() == thread) {
            return task.get();
        }
        var result = new CompletableFuture<T>();
        post(() -> {
            try {
                result.complete(task.get());
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        try {
            return result.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    /** Counts open windows: events are handled while there are any. On the windows' thread. */
    void countWindow(int change) {
        windows += change;
    }

    /** What GLFW said last, for messages. */
    String lastError() {
        return lastError;
    }

    List<Gamepad> gamepads() {
        return gamepads;
    }

    /** The instance extensions that windows need. */
    List<String> extensions() {
        return call(() -> {
            PointerBuffer names = GLFWVulkan.glfwGetRequiredInstanceExtensions();
            var list = new ArrayList<String>();
            for (int i = 0; names != null && i < names.limit(); i++) {
                list.add(names.getStringUTF8(i));
            }
            return list;
        });
    }
}
