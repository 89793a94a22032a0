package org.lierne.gpu.vulkan;

import static org.lwjgl.vulkan.VK13.*;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.lierne.gpu.GpuImage;
import org.lierne.gpu.GpuImageView;
import org.lierne.gpu.ImageSpec;
import org.lierne.gpu.ViewSpec;

/** An image in the general layout, and its views. */
final class VulkanImage implements GpuImage {
    final long handle;
    final VulkanDevice device;
    private final String name;
    private final ImageSpec spec;
    private final Map<ViewSpec, VulkanView> views = new ConcurrentHashMap<>();
    private final Lifetimes.Owned owned;
    private volatile boolean isUsed;

    VulkanImage(VulkanDevice device, String name, long handle, ImageSpec spec, Runnable destroy) {
        this.device = device;
        this.name = name;
        this.handle = handle;
        this.spec = spec;
        this.owned = device.lifetimes.own(() -> {
            views.values().forEach(VulkanView::destroy);
            destroy.run();
        });
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public ImageSpec spec() {
        return spec;
    }

    @Override
    public GpuImageView view(ViewSpec view) {
        return views.computeIfAbsent(view, key -> new VulkanView(this, key));
    }

    /** {@code VkImageAspectFlags} of all its texels. */
    int aspects() {
        return Formats.aspects(spec.format());
    }

    /** Whether a recording of this number may use it; one that may not must not name it either, as it can be gone by then. */
    boolean outlives(long recording) {
        return owned.outlives(recording);
    }

    /** A recording names it for something else than its first texels. */
    void used() {
        if (!isUsed) {
            isUsed = true;
        }
    }

    /** Whether no recording names it but for its first texels. */
    boolean isNew() {
        return !isUsed;
    }

    @Override
    public void close() {
        device.lifetimes.release(owned);
    }

    @Override
    public String toString() {
        return "image " + name + " (" + spec.format() + " " + spec.width() + "x" + spec.height() + ")";
    }

    /** {@code VkImageUsageFlags} of a spec. */
    static int usage(ImageSpec spec) {
        int usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
        for (var use : spec.uses()) {
            usage |= switch (use) {
                case SAMPLED -> VK_IMAGE_USAGE_SAMPLED_BIT;
                case STORAGE -> VK_IMAGE_USAGE_STORAGE_BIT;
                case COLOR_TARGET -> VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
                case DEPTH_TARGET -> VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
            };
        }
        return usage;
    }

    /** {@code VkImageCreateFlags} of a spec. */
    static int flags(ImageSpec spec, boolean has2dViewOf3d) {
        int flags = spec.isCube() ? VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT : 0;
        if (spec.isMutable()) {
            flags |= VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT | VK_IMAGE_CREATE_EXTENDED_USAGE_BIT;
            if (spec.format().isCompressed()) {
                flags |= VK_IMAGE_CREATE_BLOCK_TEXEL_VIEW_COMPATIBLE_BIT;
            }
        }
        if (spec.kind() == org.lierne.gpu.ImageKind.D3) {
            flags |= VK_IMAGE_CREATE_2D_ARRAY_COMPATIBLE_BIT;
            if (has2dViewOf3d) {
                flags |= org.lwjgl.vulkan.EXTImage2dViewOf3d.VK_IMAGE_CREATE_2D_VIEW_COMPATIBLE_BIT_EXT;
            }
        }
        return flags;
    }
}
