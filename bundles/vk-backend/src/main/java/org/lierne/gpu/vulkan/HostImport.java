package org.lierne.gpu.vulkan;

import static org.lwjgl.vulkan.EXTExternalMemoryHost.*;
import static org.lwjgl.vulkan.VK13.*;

import org.lierne.gpu.GpuFeature;
import org.lierne.gpu.GpuUnsupported;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;

/** Memory of this process as a buffer, in place. */
final class HostImport {
    private HostImport() {}

    static VulkanBuffer of(VulkanDevice device, long hostAddress, long sizeBytes, String name, int usage) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var id = stack.mallocLong(1);
            Vk.check(vkCreateBuffer(device.handle,
                    VkBufferCreateInfo.calloc(stack).sType$Default().size(sizeBytes).usage(usage)
                    .pNext(VkExternalMemoryBufferCreateInfo.calloc(stack).sType$Default()
                            .handleTypes(VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT)), null, id),
                                    "vkCreateBuffer", name);
            long buffer = id.get(0);
            try {
                long memory = bind(device, stack, buffer, hostAddress, sizeBytes, name);
                device.name(VK_OBJECT_TYPE_BUFFER, buffer, name);
                return new VulkanBuffer(device, name, buffer, sizeBytes, device.addressOf(buffer), null, () -> {
                    vkDestroyBuffer(device.handle, buffer, null);
                    vkFreeMemory(device.handle, memory, null);
                });
            } catch (RuntimeException e) {
                vkDestroyBuffer(device.handle, buffer, null);
                throw e;
            }
        }
    }

    private static long bind(VulkanDevice device, MemoryStack stack, long buffer, long hostAddress, long sizeBytes,
            String name) {
        var pointerProperties = VkMemoryHostPointerPropertiesEXT.calloc(stack).sType$Default();
        Vk.check(vkGetMemoryHostPointerPropertiesEXT(device.handle,
                VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT, hostAddress, pointerProperties),
                "vkGetMemoryHostPointerPropertiesEXT", name);
        var needs = VkMemoryRequirements.malloc(stack);
        vkGetBufferMemoryRequirements(device.handle, buffer, needs);
        var info = VkMemoryAllocateInfo.calloc(stack).sType$Default().allocationSize(sizeBytes)
                .memoryTypeIndex(type(device, stack, pointerProperties.memoryTypeBits() & needs.memoryTypeBits(), name))
                .pNext(VkImportMemoryHostPointerInfoEXT.calloc(stack).sType$Default()
                        .handleType(VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT).pHostPointer(hostAddress));
        if (device.facts().has(GpuFeature.BUFFER_DEVICE_ADDRESS)) {
            info.pNext(VkMemoryAllocateFlagsInfo.calloc(stack).sType$Default().flags(
                    VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT));
        }
        var id = stack.mallocLong(1);
        Vk.check(vkAllocateMemory(device.handle, info, null, id), "vkAllocateMemory", name + ", imported");
        int bound = vkBindBufferMemory(device.handle, buffer, id.get(0), 0);
        if (bound != VK_SUCCESS) {
            vkFreeMemory(device.handle, id.get(0), null);
            Vk.check(bound, "vkBindBufferMemory", name);
        }
        return id.get(0);
    }

    /** A memory type that both sides allow, coherent if there is one. */
    private static int type(VulkanDevice device, MemoryStack stack, int allowed, String name) {
        var memory = VkPhysicalDeviceMemoryProperties.malloc(stack);
        vkGetPhysicalDeviceMemoryProperties(device.handle.getPhysicalDevice(), memory);
        for (int wanted : new int[] {VK_MEMORY_PROPERTY_HOST_COHERENT_BIT, 0}) {
            for (int i = 0; i < memory.memoryTypeCount(); i++) {
                if ((allowed & 1 << i) != 0 && (memory.memoryTypes(i).propertyFlags() & wanted) == wanted) {
                    return i;
                }
            }
        }
        throw new GpuUnsupported("import of " + name + ": the device has no memory type for this address");
    }
}
