package org.lierne.gpu.vulkan;

import static org.lwjgl.vulkan.VK13.*;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.Format;
import org.lierne.gpu.GpuBuffer;
import org.lierne.gpu.GpuFeature;
import org.lierne.gpu.GpuUnsupported;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkBufferViewCreateInfo;

/** A buffer and, when it is mapped, its bytes. */
final class VulkanBuffer implements GpuBuffer {
    private record Texels(Format format, long offset, long bytes) {}

    final long handle;
    private final VulkanDevice device;
    private final String name;
    private final long sizeBytes;
    private final long address;
    private final @Nullable MemorySegment mapped;
    private final Map<Texels, Long> views = new ConcurrentHashMap<>();
    private final Lifetimes.Owned owned;

    VulkanBuffer(VulkanDevice device, String name, long handle, long sizeBytes, long address,
            @Nullable MemorySegment mapped, Runnable destroy) {
        this.device = device;
        this.name = name;
        this.handle = handle;
        this.sizeBytes = sizeBytes;
        this.address = address;
        this.mapped = mapped;
        this.owned = device.lifetimes.own(() -> {
            views.values().forEach(view -> vkDestroyBufferView(device.handle, view, null));
            destroy.run();
        });
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long sizeBytes() {
        return sizeBytes;
    }

    @Override
    public MemorySegment mapped() {
        if (mapped == null) {
            throw new IllegalStateException("buffer " + name + " is not mapped");
        }
        return mapped;
    }

    @Override
    public long deviceAddress() {
        if (address == 0) {
            throw new GpuUnsupported(GpuFeature.BUFFER_DEVICE_ADDRESS, "address of buffer " + name);
        }
        return address;
    }

    /** A view of its bytes as formatted texels. */
    long texels(Format format, long offset, long bytes) {
        return views.computeIfAbsent(new Texels(format, offset, bytes), key -> {
            try (MemoryStack stack = MemoryStack.stackPush()) {
                var id = stack.mallocLong(1);
                var info = VkBufferViewCreateInfo.calloc(stack).sType$Default().buffer(handle).format(Formats.of(
                        format))
                        .offset(offset).range(bytes);
                Vk.check(vkCreateBufferView(device.handle, info, null, id), "vkCreateBufferView", name);
                return id.get(0);
            }
        });
    }

    @Override
    public void close() {
        device.lifetimes.release(owned);
    }

    @Override
    public String toString() {
        return "buffer " + name + " (" + sizeBytes + " bytes)";
    }
}
