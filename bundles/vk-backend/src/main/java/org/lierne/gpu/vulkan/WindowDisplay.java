package org.lierne.gpu.vulkan;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.vulkan.KHRSurface.*;
import static org.lwjgl.vulkan.KHRSwapchain.*;
import static org.lwjgl.vulkan.VK13.*;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.Filter;
import org.lierne.gpu.FormatUse;
import org.lierne.gpu.GpuDisplay;
import org.lierne.gpu.GpuImage;
import org.lierne.gpu.GpuUnavailable;
import org.lierne.gpu.GpuUnsupported;
import org.lierne.gpu.ImageKind;
import org.lierne.gpu.ImageSpec;
import org.lierne.gpu.Rect;
import org.lierne.host.ControllerSource;
import org.lwjgl.glfw.GLFWVulkan;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;

/** A window that shows images. */
final class WindowDisplay implements GpuDisplay {
    /** Pictures under way at most. */
    private static final int FRAMES = 2;
    private static final int ATTEMPTS = 3;
    private static final long LOOK_NS = 1_000_000_000;

    private final VulkanDevice device;
    private final WindowSystem windows;
    private final long window;
    private final long surface;
    private final Keyboard keyboard = new Keyboard();
    private final List<AutoCloseable> published = new ArrayList<>();
    private final long[] acquired = new long[FRAMES];
    private final long[] tickets = new long[FRAMES];
    private @Nullable Swapchain swapchain;
    private boolean isStale;
    private boolean isClosed;
    private volatile int width;
    private volatile int height;
    private volatile long presented;
    private volatile Runnable onClose = () -> {};
    private boolean isCloseTold;

    /**
     * Opens a window.
     *
     * @param publish makes a controller known, and gives what withdraws it
     */
    WindowDisplay(VulkanDevice device, VkInstance instance, WindowSystem windows, String title, int width, int height,
            Function<ControllerSource, AutoCloseable> publish) {
        this.device = device;
        this.windows = windows;
        this.window = windows.call(() -> open(title, width, height));
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var id = stack.mallocLong(1);
            Vk.check(GLFWVulkan.glfwCreateWindowSurface(instance, window, null, id), "glfwCreateWindowSurface",
                    windows.lastError());
            surface = id.get(0);
            var isSupported = stack.mallocInt(1);
            Vk.check(vkGetPhysicalDeviceSurfaceSupportKHR(device.handle.getPhysicalDevice(), device.queueFamily,
                    surface, isSupported), "vkGetPhysicalDeviceSurfaceSupportKHR", "");
            if (isSupported.get(0) == VK_FALSE) {
                vkDestroySurfaceKHR(instance, surface, null);
                closeWindow();
                throw new GpuUnavailable(device.facts().name() + " cannot show pictures on this display");
            }
        }
        for (int i = 0; i < FRAMES; i++) {
            acquired[i] = Swapchain.semaphore(device);
        }
        published.add(publish.apply(keyboard));
        windows.gamepads().forEach(gamepad -> published.add(publish.apply(gamepad)));
    }

    private long open(String title, int wantedWidth, int wantedHeight) {
        glfwDefaultWindowHints();
        glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
        long made = glfwCreateWindow(wantedWidth, wantedHeight, title, 0, 0);
        if (made == 0) {
            throw new GpuUnavailable("no window of " + wantedWidth + "x" + wantedHeight + ": " + windows.lastError());
        }
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var w = stack.mallocInt(1);
            var h = stack.mallocInt(1);
            glfwGetFramebufferSize(made, w, h);
            width = w.get(0);
            height = h.get(0);
        }
        glfwSetFramebufferSizeCallback(made, (_, w, h) -> {
            width = w;
            height = h;
        });
        glfwSetKeyCallback(made, (_, key, _, action, _) -> {
            if (action != GLFW_REPEAT) {
                keyboard.key(key, action == GLFW_PRESS);
            }
        });
        glfwSetWindowFocusCallback(made, (_, isFocused) -> {
            if (!isFocused) {
                keyboard.releaseAll();
            }
        });
        glfwSetWindowCloseCallback(made, _ -> {
            if (!isCloseTold) {
                isCloseTold = true;
                onClose.run();
            }
        });
        windows.countWindow(1);
        return made;
    }

    @Override
    public boolean isVisible() {
        return true;
    }

    @Override
    public long presented() {
        return presented;
    }

    @Override
    public void onClose(Runnable action) {
        onClose = action;
    }

    @Override
    public void title(String text) {
        windows.call(() -> {
            glfwSetWindowTitle(window, text);
            return true;
        });
    }

    @Override
    public synchronized void present(GpuImage image) {
        ImageSpec spec = image.spec();
        if (spec.kind() != ImageKind.D2 || spec.samples() != 1 || spec.format().isInteger()
                || !device.supports(spec.format(), FormatUse.BLIT_SOURCE)) {
            throw new GpuUnsupported(image + " cannot be shown");
        }
        if (isClosed) {
            throw new IllegalStateException("the window is closed");
        }
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            // A window that is hidden or folded away has no pictures.
            if (width == 0 || height == 0 || presentNow((VulkanImage) image, spec.format().name().contains("SRGB"))) {
                break;
            }
        }
        presented++;
    }

    private boolean presentNow(VulkanImage image, boolean isSrgb) {
        Swapchain to = swapchain;
        if (to == null || isStale || to.isSrgb != isSrgb || to.width != width || to.height != height) {
            to = remake(isSrgb);
        }
        int frame = (int) (presented % FRAMES);
        device.await(tickets[frame], Long.MAX_VALUE);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var index = stack.mallocInt(1);
            int result = acquire(to, acquired[frame], index);
            if (result == VK_ERROR_OUT_OF_DATE_KHR) {
                isStale = true;
                return false;
            }
            Vk.check(result, "vkAcquireNextImageKHR", "");
            Recording recording = device.take();
            long number = device.lifetimes.began();
            record(recording, image, to, to.image(index.get(0)));
            tickets[frame] = device.submit(recording, number, acquired[frame], to.rendered(index.get(0)));
            var info = VkPresentInfoKHR.calloc(stack).sType$Default().pWaitSemaphores(stack.longs(to.rendered(
                    index.get(0))))
                    .swapchainCount(1).pSwapchains(stack.longs(to.handle)).pImageIndices(index);
            synchronized (device.queueLock) {
                result = vkQueuePresentKHR(device.queue, info);
            }
            if (result == VK_ERROR_OUT_OF_DATE_KHR || result == VK_SUBOPTIMAL_KHR) {
                isStale = true;
            } else {
                Vk.check(result, "vkQueuePresentKHR", "");
            }
            return true;
        }
    }

    /** A picture to draw to. It comes when the device has shown another, so the wait for it looks after the device. */
    private int acquire(Swapchain to, long signal, IntBuffer index) {
        int result = VK_TIMEOUT;
        while (result == VK_TIMEOUT) {
            result = vkAcquireNextImageKHR(device.handle, to.handle, LOOK_NS, signal, VK_NULL_HANDLE, index);
            if (result == VK_TIMEOUT) {
                device.await(device.lastTicket(), Long.MAX_VALUE);
            }
        }
        return result;
    }

    /** Asks the window system for another size. */
    void resize(int newWidth, int newHeight) {
        windows.call(() -> {
            glfwSetWindowSize(window, newWidth, newHeight);
            return true;
        });
    }

    /** The pixels of the last picture. */
    synchronized Rect shownArea() {
        Swapchain to = swapchain;
        return to == null ? new Rect(0, 0, 0, 0) : new Rect(0, 0, to.width, to.height);
    }

    /** Makes the swapchain for the window's size of now. Only here the queue is waited for. */
    private Swapchain remake(boolean isSrgb) {
        Swapchain old = swapchain;
        device.awaitIdle("for a window of another size");
        var made = new Swapchain(device, surface, width, height, isSrgb, old == null ? VK_NULL_HANDLE : old.handle);
        if (old != null) {
            old.destroy();
        }
        swapchain = made;
        isStale = false;
        return made;
    }

    /** The largest rectangle of the image's proportions in the middle of the window. */
    static Rect fit(int imageWidth, int imageHeight, int windowWidth, int windowHeight) {
        long byWidth = (long) imageHeight * windowWidth / imageWidth;
        int w = byWidth <= windowHeight ? windowWidth : Math.max(1,
                (int) ((long) imageWidth * windowHeight / imageHeight));
        int h = byWidth <= windowHeight ? Math.max(1, (int) byWidth) : windowHeight;
        return new Rect((windowWidth - w) / 2, (windowHeight - h) / 2, w, h);
    }

    private static void record(Recording recording, VulkanImage image, Swapchain to, long target) {
        recording.begin("present " + image.name());
        VkCommandBuffer commands = recording.main;
        ImageSpec spec = image.spec();
        Rect rect = fit(spec.width(), spec.height(), to.width, to.height);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long transfer = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT;
            var everything = VkMemoryBarrier2.calloc(1,
                    stack).sType$Default().srcStageMask(VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT)
                    .srcAccessMask(VK_ACCESS_2_MEMORY_WRITE_BIT).dstStageMask(transfer)
                    .dstAccessMask(VK_ACCESS_2_TRANSFER_READ_BIT | VK_ACCESS_2_TRANSFER_WRITE_BIT);
            var toCopy = barrier(stack,
                    target).oldLayout(VK_IMAGE_LAYOUT_UNDEFINED).newLayout(VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
            toCopy.get(0).srcStageMask(transfer).dstStageMask(transfer).dstAccessMask(VK_ACCESS_2_TRANSFER_WRITE_BIT);
            vkCmdPipelineBarrier2(commands, VkDependencyInfo.calloc(stack).sType$Default().pMemoryBarriers(everything)
                    .pImageMemoryBarriers(toCopy));
            if (rect.width() != to.width || rect.height() != to.height) {
                vkCmdClearColorImage(commands, target, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                        VkClearColorValue.calloc(stack),
                        VkImageSubresourceRange.calloc(stack).set(VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1));
                var cleared = VkMemoryBarrier2.calloc(1, stack).sType$Default().srcStageMask(transfer)
                        .srcAccessMask(VK_ACCESS_2_TRANSFER_WRITE_BIT).dstStageMask(transfer)
                        .dstAccessMask(VK_ACCESS_2_TRANSFER_WRITE_BIT);
                vkCmdPipelineBarrier2(commands,
                        VkDependencyInfo.calloc(stack).sType$Default().pMemoryBarriers(cleared));
            }
            var region = VkImageBlit.calloc(1, stack);
            region.srcSubresource().set(VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1);
            region.dstSubresource().set(VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1);
            region.srcOffsets(1).set(spec.width(), spec.height(), 1);
            region.dstOffsets(0).set(rect.x(), rect.y(), 0);
            region.dstOffsets(1).set(rect.x() + rect.width(), rect.y() + rect.height(), 1);
            boolean isScaled = rect.width() != spec.width() || rect.height() != spec.height();
            vkCmdBlitImage(commands, image.handle, VK_IMAGE_LAYOUT_GENERAL, target,
                    VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, region, Formats.filter(isScaled ? Filter.LINEAR
                    : Filter.NEAREST));
            var toShow = barrier(stack,
                    target).oldLayout(VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL).newLayout(VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
            toShow.get(0).srcStageMask(transfer).srcAccessMask(VK_ACCESS_2_TRANSFER_WRITE_BIT)
                    .dstStageMask(VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT);
            vkCmdPipelineBarrier2(commands,
                    VkDependencyInfo.calloc(stack).sType$Default().pImageMemoryBarriers(toShow));
        }
        Vk.check(vkEndCommandBuffer(commands), "vkEndCommandBuffer", recording.name);
    }

    private static VkImageMemoryBarrier2.Buffer barrier(MemoryStack stack, long image) {
        var barrier = VkImageMemoryBarrier2.calloc(1, stack).sType$Default().image(image)
                .srcQueueFamilyIndex(VK_QUEUE_FAMILY_IGNORED).dstQueueFamilyIndex(VK_QUEUE_FAMILY_IGNORED);
        barrier.get(0).subresourceRange().set(VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1);
        return barrier;
    }

    private void closeWindow() {
        windows.call(() -> {
            org.lwjgl.glfw.Callbacks.glfwFreeCallbacks(window);
            glfwDestroyWindow(window);
            windows.countWindow(-1);
            return true;
        });
    }

    @Override
    public synchronized void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        for (AutoCloseable withdrawal : published) {
            try {
                withdrawal.close();
            } catch (Exception e) {
                throw new IllegalStateException("a controller could not be withdrawn", e);
            }
        }
        device.awaitIdleUnlessLost("on closing the window");
        if (!device.mayBeAtWork()) {
            destroySwapchain();
        }
        closeWindow();
    }

    private void destroySwapchain() {
        if (swapchain != null) {
            swapchain.destroy();
        }
        for (long semaphore : acquired) {
            vkDestroySemaphore(device.handle, semaphore, null);
        }
        vkDestroySurfaceKHR(device.handle.getPhysicalDevice().getInstance(), surface, null);
    }
}
