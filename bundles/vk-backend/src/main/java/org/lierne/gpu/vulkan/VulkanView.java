package org.lierne.gpu.vulkan;

import static org.lwjgl.vulkan.VK13.*;

import org.lierne.gpu.Aspect;
import org.lierne.gpu.GpuFeature;
import org.lierne.gpu.GpuImageView;
import org.lierne.gpu.GpuUnsupported;
import org.lierne.gpu.ImageUse;
import org.lierne.gpu.Swizzle;
import org.lierne.gpu.ViewSpec;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkImageViewCreateInfo;
import org.lwjgl.vulkan.VkImageViewMinLodCreateInfoEXT;
import org.lwjgl.vulkan.VkImageViewUsageCreateInfo;

/** A view of an image: one Vulkan view for each role, made when it is first used in it. */
final class VulkanView implements GpuImageView {
    private final VulkanImage image;
    private final ViewSpec spec;
    private volatile long sampled;
    private volatile long stored;
    private volatile long target;

    VulkanView(VulkanImage image, ViewSpec spec) {
        this.image = image;
        this.spec = spec;
    }

    @Override
    public VulkanImage image() {
        return image;
    }

    @Override
    public ViewSpec spec() {
        return spec;
    }

    /** The view to sample and fetch from. */
    long sampled() {
        long view = sampled;
        if (view == 0) {
            synchronized (this) {
                view = sampled;
                if (view == 0) {
                    view = make(VK_IMAGE_USAGE_SAMPLED_BIT, ImageUse.SAMPLED, spec.swizzle(),
                            Formats.aspect(spec.aspect()));
                    sampled = view;
                }
            }
        }
        return view;
    }

    /** The view to load from and store to. */
    long stored() {
        long view = stored;
        if (view == 0) {
            synchronized (this) {
                view = stored;
                if (view == 0) {
                    view = make(VK_IMAGE_USAGE_STORAGE_BIT, ImageUse.STORAGE, spec.swizzle(),
                            Formats.aspect(spec.aspect()));
                    stored = view;
                }
            }
        }
        return view;
    }

    /** The view to draw to, with all aspects. */
    long target() {
        long view = target;
        if (view == 0) {
            synchronized (this) {
                view = target;
                if (view == 0) {
                    boolean isColor = spec.aspect() == Aspect.COLOR;
                    view = make(isColor ? VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT
                            : VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT, isColor ? ImageUse.COLOR_TARGET
                            : ImageUse.DEPTH_TARGET, Swizzle.IDENTITY, image.aspects());
                    target = view;
                }
            }
        }
        return view;
    }

    private long make(int usage, ImageUse use, Swizzle swizzle, int aspects) {
        if (!image.spec().uses().contains(use)) {
            throw new IllegalArgumentException(image + " was not made for " + use);
        }
        if (use != ImageUse.SAMPLED && !swizzle.equals(Swizzle.IDENTITY)) {
            throw new IllegalArgumentException("a view of " + image + " for " + use
                    + " has its channels exchanged: " + swizzle);
        }
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var info = VkImageViewCreateInfo.calloc(stack).sType$Default()
                    .image(image.handle).viewType(Formats.viewType(spec.kind())).format(Formats.of(spec.format()));
            info.components().set(Formats.swizzle(swizzle.r()), Formats.swizzle(swizzle.g()),
                    Formats.swizzle(swizzle.b()), Formats.swizzle(swizzle.a()));
            info.subresourceRange().set(aspects, spec.baseMip(), spec.mips(), spec.baseLayer(), spec.layers());
            info.pNext(VkImageViewUsageCreateInfo.calloc(stack).sType$Default().usage(usage));
            if (spec.minLod() != 0) {
                if (!image.device.facts().has(GpuFeature.IMAGE_VIEW_MIN_LOD)) {
                    throw new GpuUnsupported(GpuFeature.IMAGE_VIEW_MIN_LOD, "smallest level " + spec.minLod()
                            + " of a view of " + image);
                }
                info.pNext(VkImageViewMinLodCreateInfoEXT.calloc(stack).sType$Default().minLod(spec.minLod()));
            }
            var id = stack.mallocLong(1);
            Vk.check(vkCreateImageView(image.device.handle, info, null, id), "vkCreateImageView",
                    image + " as " + spec);
            image.device.name(VK_OBJECT_TYPE_IMAGE_VIEW, id.get(0), image.name());
            return id.get(0);
        }
    }

    /** Called with its image. */
    void destroy() {
        for (long view : new long[] {sampled, stored, target}) {
            if (view != 0) {
                vkDestroyImageView(image.device.handle, view, null);
            }
        }
    }
}
