package org.lierne.gpu.vulkan;

import static org.lwjgl.vulkan.VK13.*;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.BufferMemory;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.*;

/**
 * What a recording needs besides its commands: command buffers, descriptor sets, staging memory, time stamps. When the
 * queue is done with it, it is reset as a whole and used again.
 */
final class Recording {
    private static final int SETS_IN_POOL = 1024;
    private static final int STAGING_BYTES = 4 << 20;
    private static final int STAGING_ALIGNMENT = 48;
    private static final int TIMESTAMPS = 256;

    /** Bytes in a mapped buffer. */
    record Slice(VulkanBuffer buffer, long offset) {}

    final VkCommandBuffer main;
    /** Runs before {@link #main} and gives new images their layout. */
    final VkCommandBuffer prologue;
    String name = "";
    long ticket;
    /** First texels of images, which move before everything else. */
    private final List<UploadQueue.Upload> early = new ArrayList<>();
    private final VulkanDevice device;
    private final long commandPool;
    private long uploadPool;
    private @Nullable VkCommandBuffer uploads;
    private final List<Long> descriptorPools = new ArrayList<>();
    private int currentPool;
    private final List<VulkanBuffer> staging = new ArrayList<>();
    private int currentStaging;
    private long stagingOffset;
    private long timestampPool;
    private int timestamps;
    private long scratch;
    private int scratchBytes;

    Recording(VulkanDevice device) {
        this.device = device;
        commandPool = pool(device.queueFamily);
        main = commandBuffer(commandPool);
        prologue = commandBuffer(commandPool);
    }

    private long pool(int family) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var id = stack.mallocLong(1);
            Vk.check(vkCreateCommandPool(device.handle, VkCommandPoolCreateInfo.calloc(stack).sType$Default()
                    .queueFamilyIndex(family), null, id), "vkCreateCommandPool", "");
            long pool = id.get(0);
            device.lifetimes.own(() -> vkDestroyCommandPool(device.handle, pool, null));
            return pool;
        }
    }

    private VkCommandBuffer commandBuffer(long pool) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var pointer = stack.mallocPointer(1);
            Vk.check(vkAllocateCommandBuffers(device.handle, VkCommandBufferAllocateInfo.calloc(stack).sType$Default()
                    .commandPool(pool).level(VK_COMMAND_BUFFER_LEVEL_PRIMARY).commandBufferCount(1), pointer),
                    "vkAllocateCommandBuffers", "");
            return new VkCommandBuffer(pointer.get(0), device.handle);
        }
    }

    // First texels.

    /** Adds first texels of an image that nothing uses yet, in the place of those that the same part was to get: nothing orders early moves. */
    void early(UploadQueue.Upload upload) {
        early.removeIf(each -> each.image() == upload.image() && each.part().equals(upload.part()));
        early.add(upload);
    }

    /** Of images that no submission has used, those that get their first texels here; they are taken out of the list. */
    List<VulkanImage> arriving(List<VulkanImage> unused) {
        if (early.isEmpty()) {
            return List.of();
        }
        List<VulkanImage> arriving = unused.stream().filter(image -> early.stream().anyMatch(upload -> upload.image() == image)).toList();
        unused.removeAll(arriving);
        return arriving;
    }

    /** Hands over the uploads of the images that arrive. @return the value of the queue's timeline to wait for */
    long submitUploads(UploadQueue queue, List<VulkanImage> arriving) {
        VkCommandBuffer commands = uploads;
        if (commands == null) {
            uploadPool = pool(queue.family);
            commands = commandBuffer(uploadPool);
            uploads = commands;
        }
        List<UploadQueue.Upload> now = early.stream().filter(upload -> arriving.contains(upload.image())).toList();
        early.removeAll(now);
        return queue.submit(commands, now, arriving);
    }

    /** Begins the main command buffer. */
    void begin(String title) {
        name = title;
        begin(main);
    }

    static void begin(VkCommandBuffer buffer) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            Vk.check(vkBeginCommandBuffer(buffer, VkCommandBufferBeginInfo.calloc(stack).sType$Default()
                    .flags(VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT)), "vkBeginCommandBuffer", "");
        }
    }

    /**
     * Records what comes before the main command buffer.
     *
     * @param unused   new images that outlive this recording, which get their layout
     * @param arriving images that come from the queue of uploads
     * @return whether there is anything
     */
    boolean recordPrologue(List<VulkanImage> unused, List<VulkanImage> arriving) {
        UploadQueue queue = device.uploads();
        boolean changesHands = queue != null && queue.family != device.queueFamily && !arriving.isEmpty();
        if (unused.isEmpty() && !changesHands && early.isEmpty()) {
            return false;
        }
        begin(prologue);
        transition(prologue, unused, VK_IMAGE_LAYOUT_UNDEFINED, VK_QUEUE_FAMILY_IGNORED, VK_QUEUE_FAMILY_IGNORED);
        if (queue != null && changesHands) {
            transition(prologue, arriving, VK_IMAGE_LAYOUT_GENERAL, queue.family, device.queueFamily);
        }
        for (UploadQueue.Upload late : early) {
            VulkanCommands.copyToImage(prologue, late);
        }
        transition(prologue, early.stream().map(UploadQueue.Upload::image).distinct().toList(), VK_IMAGE_LAYOUT_GENERAL, VK_QUEUE_FAMILY_IGNORED,
                VK_QUEUE_FAMILY_IGNORED);
        Vk.check(vkEndCommandBuffer(prologue), "vkEndCommandBuffer", "prologue");
        return true;
    }

    /** Brings images into the general layout, or from one family of queues to another, behind everything before and before everything behind. */
    static void transition(VkCommandBuffer commands, List<VulkanImage> images, int from, int fromFamily, int toFamily) {
        if (images.isEmpty()) {
            return;
        }
        try (var barriers = VkImageMemoryBarrier2.calloc(images.size()); MemoryStack stack = MemoryStack.stackPush()) {
            for (int i = 0; i < images.size(); i++) {
                VulkanImage image = images.get(i);
                barriers.get(i).sType$Default().image(image.handle).oldLayout(from)
                        .newLayout(VK_IMAGE_LAYOUT_GENERAL).srcStageMask(VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT)
                        .srcAccessMask(from == VK_IMAGE_LAYOUT_UNDEFINED ? 0 : VK_ACCESS_2_MEMORY_WRITE_BIT)
                        .dstStageMask(VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT)
                        .dstAccessMask(VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT)
                        .srcQueueFamilyIndex(fromFamily).dstQueueFamilyIndex(toFamily)
                        .subresourceRange().set(image.aspects(), 0, VK_REMAINING_MIP_LEVELS, 0,
                                VK_REMAINING_ARRAY_LAYERS);
            }
            vkCmdPipelineBarrier2(commands,
                    VkDependencyInfo.calloc(stack).sType$Default().pImageMemoryBarriers(barriers));
        }
    }

    /** A descriptor set that lasts as long as the recording. */
    long set(SetLayout layout) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var id = stack.mallocLong(1);
            var info = VkDescriptorSetAllocateInfo.calloc(stack).sType$Default().pSetLayouts(stack.longs(
                    layout.handle));
            while (true) {
                boolean isFresh = currentPool == descriptorPools.size();
                if (isFresh) {
                    descriptorPools.add(descriptorPool(Math.max(4, layout.elements)));
                }
                int result = vkAllocateDescriptorSets(device.handle,
                        info.descriptorPool(descriptorPools.get(currentPool)), id);
                if (result == VK_SUCCESS) {
                    return id.get(0);
                }
                if (isFresh || result != VK_ERROR_OUT_OF_POOL_MEMORY && result != VK_ERROR_FRAGMENTED_POOL) {
                    Vk.check(result, "vkAllocateDescriptorSets", layout.elements + " descriptors");
                }
                currentPool++;
            }
        }
    }

    /** A pool for many sets, in which one set of {@code elements} of one kind fits for sure. */
    private long descriptorPool(int elements) {
        int[] types = {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC,
            VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
            VK_DESCRIPTOR_TYPE_SAMPLER, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
            VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER};
        int[] perSet = {1, 1, 4, 4, 1, 4, 1, 1, 1};
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var sizes = VkDescriptorPoolSize.calloc(types.length, stack);
            for (int i = 0; i < types.length; i++) {
                sizes.get(i).type(types[i]).descriptorCount(Math.max(elements, SETS_IN_POOL * perSet[i]));
            }
            var id = stack.mallocLong(1);
            Vk.check(vkCreateDescriptorPool(device.handle, VkDescriptorPoolCreateInfo.calloc(stack).sType$Default()
                    .maxSets(SETS_IN_POOL).pPoolSizes(sizes), null, id), "vkCreateDescriptorPool", "");
            long pool = id.get(0);
            device.lifetimes.own(() -> vkDestroyDescriptorPool(device.handle, pool, null));
            return pool;
        }
    }

    /** Copies host bytes into staging memory. */
    Slice stage(MemorySegment bytes) {
        long size = bytes.byteSize();
        Slice slice = stage(size, STAGING_ALIGNMENT);
        MemorySegment.copy(bytes, 0, slice.buffer.mapped(), slice.offset, size);
        return slice;
    }

    /** Takes staging memory; it is used again after the recording is done. */
    Slice stage(long size, int alignment) {
        if (size > STAGING_BYTES) {
            VulkanBuffer own = device.buffer(size, BufferMemory.UPLOAD, "staging");
            own.close();
            return new Slice(own, 0);
        }
        long offset = (stagingOffset + alignment - 1) / alignment * alignment;
        if (currentStaging < staging.size() && offset + size > STAGING_BYTES) {
            currentStaging++;
            offset = 0;
        }
        if (currentStaging == staging.size()) {
            staging.add(device.buffer(STAGING_BYTES, BufferMemory.UPLOAD, "staging"));
            offset = 0;
        }
        stagingOffset = offset + size;
        return new Slice(staging.get(currentStaging), offset);
    }

    /** Zeroed native memory for one call; the next call gives the same. */
    long scratch(int bytes) {
        if (bytes > scratchBytes) {
            if (scratch == 0) {
                device.lifetimes.own(() -> MemoryUtil.nmemFree(scratch));
            }
            scratch = MemoryUtil.nmemReallocChecked(scratch, bytes);
            scratchBytes = bytes;
        }
        MemoryUtil.memSet(scratch, 0, bytes);
        return scratch;
    }

    /** Takes a time stamp and returns its number in {@link #timestampPool}. */
    int timestamp() {
        if (timestamps == TIMESTAMPS) {
            throw new IllegalStateException("more than " + TIMESTAMPS + " time stamps in recording " + name);
        }
        if (timestampPool == 0) {
            try (MemoryStack stack = MemoryStack.stackPush()) {
                var id = stack.mallocLong(1);
                Vk.check(vkCreateQueryPool(device.handle, VkQueryPoolCreateInfo.calloc(stack).sType$Default()
                        .queryType(VK_QUERY_TYPE_TIMESTAMP).queryCount(TIMESTAMPS), null, id), "vkCreateQueryPool", "");
                timestampPool = id.get(0);
                device.lifetimes.own(() -> vkDestroyQueryPool(device.handle, timestampPool, null));
            }
        }
        return timestamps++;
    }

    long timestampPool() {
        return timestampPool;
    }

    /** Makes it ready for another recording. Nothing of the last one is in use any more. */
    void reset() {
        Vk.check(vkResetCommandPool(device.handle, commandPool, 0), "vkResetCommandPool", name);
        if (uploadPool != 0) {
            Vk.check(vkResetCommandPool(device.handle, uploadPool, 0), "vkResetCommandPool", "uploads");
        }
        early.clear();
        for (int i = 0; i < descriptorPools.size() && i <= currentPool; i++) {
            Vk.check(vkResetDescriptorPool(device.handle, descriptorPools.get(i), 0), "vkResetDescriptorPool", name);
        }
        currentPool = 0;
        currentStaging = 0;
        stagingOffset = 0;
        timestamps = 0;
        ticket = 0;
    }
}
