package org.lierne.gpu.vulkan;

import static org.lwjgl.vulkan.VK13.*;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.ImagePart;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;

/**
 * A queue of its own for the first texels of new images, so that they move while the other queue draws. The submission that first uses
 * them waits for a value of this queue's timeline.
 */
final class UploadQueue {
    /** Texels for a part of an image that nothing has used yet. */
    record Upload(VulkanImage image, ImagePart part, Recording.Slice texels) {}

    final int family;
    private final VulkanDevice device;
    private final VkQueue queue;
    private final long timeline;
    private long last;

    /** @param family whose first queue it is */
    UploadQueue(VulkanDevice device, int family) {
        this.device = device;
        this.family = family;
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var pointer = stack.mallocPointer(1);
            vkGetDeviceQueue(device.handle, family, 0, pointer);
            queue = new VkQueue(pointer.get(0), device.handle);
        }
        timeline = device.timeline("uploads");
    }

    /** The family that moves texels and does nothing else, null where the device has none. */
    static @Nullable Integer family(MemoryStack stack, VkPhysicalDevice device) {
        var count = stack.mallocInt(1);
        vkGetPhysicalDeviceQueueFamilyProperties(device, count, null);
        var families = VkQueueFamilyProperties.malloc(count.get(0), stack);
        vkGetPhysicalDeviceQueueFamilyProperties(device, count, families);
        for (int i = 0; i < families.capacity(); i++) {
            int flags = families.get(i).queueFlags();
            if ((flags & VK_QUEUE_TRANSFER_BIT) != 0 && (flags & (VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT)) == 0) {
                return i;
            }
        }
        return null;
    }

    long timeline() {
        return timeline;
    }

    /** Whether this queue may move a part: colours of a whole level, which every granularity of such queues allows. */
    static boolean moves(VulkanImage image, ImagePart part) {
        return image.aspects() == VK_IMAGE_ASPECT_COLOR_BIT && part.equals(ImagePart.level(image.spec(), part.mip()));
    }

    /**
     * Hands over the uploads of a recording, in which the images get their layout.
     *
     * @param images those of the uploads, once each
     * @return the value of the timeline that stands for their end
     */
    long submit(VkCommandBuffer commands, List<Upload> uploads, List<VulkanImage> images) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            Recording.begin(commands);
            Recording.transition(commands, images, VK_IMAGE_LAYOUT_UNDEFINED, VK_QUEUE_FAMILY_IGNORED, VK_QUEUE_FAMILY_IGNORED);
            uploads.forEach(upload -> VulkanCommands.copyToImage(commands, upload));
            if (family != device.queueFamily) {
                Recording.transition(commands, images, VK_IMAGE_LAYOUT_GENERAL, family, device.queueFamily);
            }
            Vk.check(vkEndCommandBuffer(commands), "vkEndCommandBuffer", "uploads");
            last++;
            var signal = VkSemaphoreSubmitInfo.calloc(1, stack).sType$Default().semaphore(timeline).value(last)
                    .stageMask(VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT);
            var info = VkSubmitInfo2.calloc(1, stack).sType$Default().pSignalSemaphoreInfos(signal).pCommandBufferInfos(
                    VkCommandBufferSubmitInfo.calloc(1, stack).sType$Default().commandBuffer(commands));
            Vk.check(vkQueueSubmit2(queue, info, VK_NULL_HANDLE), "vkQueueSubmit2", "uploads");
            return last;
        }
    }
}
