package org.lierne.gpu.vulkan;

import static org.lwjgl.vulkan.KHRSurface.*;
import static org.lwjgl.vulkan.KHRSwapchain.*;
import static org.lwjgl.vulkan.VK13.*;

import org.lierne.gpu.GpuUnsupported;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;

/** The pictures of a window. Its images are only copied to. */
final class Swapchain {
    final long handle;
    final int width;
    final int height;
    final boolean isSrgb;
    private final long[] images;
    private final long[] rendered;
    private final VulkanDevice device;

    /** Makes one of about the wanted size; the surface has the last word. */
    Swapchain(VulkanDevice device, long surface, int wantedWidth, int wantedHeight, boolean isSrgb, long old) {
        this.device = device;
        this.isSrgb = isSrgb;
        VkPhysicalDevice physical = device.handle.getPhysicalDevice();
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var can = VkSurfaceCapabilitiesKHR.calloc(stack);
            Vk.check(vkGetPhysicalDeviceSurfaceCapabilitiesKHR(physical, surface, can),
                    "vkGetPhysicalDeviceSurfaceCapabilitiesKHR", "");
            if ((can.supportedUsageFlags() & VK_IMAGE_USAGE_TRANSFER_DST_BIT) == 0) {
                throw new GpuUnsupported("the window's pictures cannot be copied to");
            }
            boolean isFixed = can.currentExtent().width() != -1;
            width = isFixed ? can.currentExtent().width() : clamp(wantedWidth, can.minImageExtent().width(),
                    can.maxImageExtent().width());
            height = isFixed ? can.currentExtent().height()
                    : clamp(wantedHeight, can.minImageExtent().height(), can.maxImageExtent().height());
            int count = can.minImageCount() + 1;
            if (can.maxImageCount() > 0) {
                count = Math.min(count, can.maxImageCount());
            }
            VkSurfaceFormatKHR format = format(stack, physical, surface, isSrgb);
            int alpha = can.supportedCompositeAlpha();
            var info = VkSwapchainCreateInfoKHR.calloc(stack).sType$Default().surface(surface).minImageCount(count)
                    .imageFormat(format.format()).imageColorSpace(format.colorSpace()).imageArrayLayers(1)
                    .imageUsage(VK_IMAGE_USAGE_TRANSFER_DST_BIT).imageSharingMode(VK_SHARING_MODE_EXCLUSIVE)
                    .preTransform(can.currentTransform()).compositeAlpha(Integer.lowestOneBit(alpha)).clipped(true)
                    .presentMode(mode(stack, physical, surface)).oldSwapchain(old);
            info.imageExtent().set(width, height);
            var id = stack.mallocLong(1);
            Vk.check(vkCreateSwapchainKHR(device.handle, info, null, id), "vkCreateSwapchainKHR", width + "x" + height);
            handle = id.get(0);
            var number = stack.mallocInt(1);
            Vk.check(vkGetSwapchainImagesKHR(device.handle, handle, number, null), "vkGetSwapchainImagesKHR", "");
            var list = stack.mallocLong(number.get(0));
            Vk.check(vkGetSwapchainImagesKHR(device.handle, handle, number, list), "vkGetSwapchainImagesKHR", "");
            images = new long[list.capacity()];
            list.get(images);
            rendered = new long[images.length];
            for (int i = 0; i < images.length; i++) {
                rendered[i] = semaphore(device);
            }
        }
    }

    static long semaphore(VulkanDevice device) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var id = stack.mallocLong(1);
            Vk.check(vkCreateSemaphore(device.handle, VkSemaphoreCreateInfo.calloc(stack).sType$Default(), null, id),
                    "vkCreateSemaphore", "");
            return id.get(0);
        }
    }

    private static int clamp(int value, int least, int most) {
        return Math.max(least, Math.min(most, value));
    }

    /** A format of eight bits a channel that encodes as the shown image does, or the first there is. */
    private static VkSurfaceFormatKHR format(MemoryStack stack, VkPhysicalDevice physical, long surface,
            boolean isSrgb) {
        var count = stack.mallocInt(1);
        Vk.check(vkGetPhysicalDeviceSurfaceFormatsKHR(physical, surface, count, null),
                "vkGetPhysicalDeviceSurfaceFormatsKHR", "");
        var formats = VkSurfaceFormatKHR.malloc(count.get(0), stack);
        Vk.check(vkGetPhysicalDeviceSurfaceFormatsKHR(physical, surface, count, formats),
                "vkGetPhysicalDeviceSurfaceFormatsKHR", "");
        for (VkSurfaceFormatKHR format : formats) {
            boolean fits = isSrgb ? format.format() == VK_FORMAT_B8G8R8A8_SRGB
                    || format.format() == VK_FORMAT_R8G8B8A8_SRGB : format.format() == VK_FORMAT_B8G8R8A8_UNORM
                    || format.format() == VK_FORMAT_R8G8B8A8_UNORM;
            if (fits && format.colorSpace() == VK_COLOR_SPACE_SRGB_NONLINEAR_KHR) {
                return format;
            }
        }
        return formats.get(0);
    }

    /**
     * The newest picture where the window system drops older ones, as the title keeps its own time; else in step with
     * the screen.
     */
    private static int mode(MemoryStack stack, VkPhysicalDevice physical, long surface) {
        var count = stack.mallocInt(1);
        Vk.check(vkGetPhysicalDeviceSurfacePresentModesKHR(physical, surface, count, null),
                "vkGetPhysicalDeviceSurfacePresentModesKHR", "");
        var modes = stack.mallocInt(count.get(0));
        Vk.check(vkGetPhysicalDeviceSurfacePresentModesKHR(physical, surface, count, modes),
                "vkGetPhysicalDeviceSurfacePresentModesKHR", "");
        for (int i = 0; i < modes.capacity(); i++) {
            if (modes.get(i) == VK_PRESENT_MODE_MAILBOX_KHR) {
                return VK_PRESENT_MODE_MAILBOX_KHR;
            }
        }
        return VK_PRESENT_MODE_FIFO_KHR;
    }

    long image(int index) {
        return images[index];
    }

    /** Signalled when the copy into an image is done. */
    long rendered(int index) {
        return rendered[index];
    }

    /** Destroys it; the queue is idle. */
    void destroy() {
        for (long semaphore : rendered) {
            vkDestroySemaphore(device.handle, semaphore, null);
        }
        vkDestroySwapchainKHR(device.handle, handle, null);
    }
}
