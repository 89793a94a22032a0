package org.lierne.gpu.vulkan;

import static org.lwjgl.vulkan.EXTCustomBorderColor.*;
import static org.lwjgl.vulkan.VK13.*;

import org.lierne.gpu.AddressMode;
import org.lierne.gpu.BorderColor;
import org.lierne.gpu.GpuFeature;
import org.lierne.gpu.GpuUnsupported;
import org.lierne.gpu.Reduction;
import org.lierne.gpu.SamplerSpec;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkPhysicalDeviceCustomBorderColorPropertiesEXT;
import org.lwjgl.vulkan.VkPhysicalDeviceProperties;
import org.lwjgl.vulkan.VkPhysicalDeviceProperties2;
import org.lwjgl.vulkan.VkSamplerCreateInfo;
import org.lwjgl.vulkan.VkSamplerCustomBorderColorCreateInfoEXT;
import org.lwjgl.vulkan.VkSamplerReductionModeCreateInfo;

/** Makes samplers. */
final class Samplers {
    private Samplers() {}

    /** How many samplers with border colours of their own a device can have, 0 for none. */
    static int mostColored(VulkanDevice device) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var colors = VkPhysicalDeviceCustomBorderColorPropertiesEXT.calloc(stack).sType$Default();
            boolean hasColors = device.facts().has(GpuFeature.CUSTOM_BORDER_COLOR_WITHOUT_FORMAT);
            if (hasColors) {
                vkGetPhysicalDeviceProperties2(device.handle.getPhysicalDevice(), VkPhysicalDeviceProperties2.calloc(stack).sType$Default().pNext(colors));
            }
            return colors.maxCustomBorderColorSamplers();
        }
    }

    /** How many samplers of all kinds a device can have. */
    static int most(VulkanDevice device) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var properties = VkPhysicalDeviceProperties.malloc(stack);
            vkGetPhysicalDeviceProperties(device.handle.getPhysicalDevice(), properties);
            int most = properties.limits().maxSamplerAllocationCount();
            return most < 0 ? Integer.MAX_VALUE : most;
        }
    }

    /** @param ended is told when it is destroyed */
    static VulkanSampler make(VulkanDevice device, SamplerSpec spec, Runnable ended) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var info = VkSamplerCreateInfo.calloc(stack).sType$Default()
                    .magFilter(Formats.filter(spec.mag())).minFilter(Formats.filter(spec.min())).mipmapMode(
                            Formats.mipMode(spec.mip()))
                    .addressModeU(address(device, spec.u())).addressModeV(address(device,
                            spec.v())).addressModeW(address(device, spec.w()))
                    .mipLodBias(spec.lodBias()).minLod(spec.minLod()).maxLod(spec.maxLod())
                    .compareEnable(spec.compare() != null).compareOp(spec.compare() == null
                            ? 0 : spec.compare().ordinal())
                    .unnormalizedCoordinates(spec.isUnnormalized());
            if (spec.maxAnisotropy() > 1) {
                require(device, GpuFeature.SAMPLER_ANISOTROPY, spec);
                info.anisotropyEnable(true).maxAnisotropy(Math.min(spec.maxAnisotropy(),
                        device.facts().limits().maxSamplerAnisotropy()));
            }
            if (spec.reduction() != Reduction.AVERAGE) {
                require(device, GpuFeature.SAMPLER_FILTER_MIN_MAX, spec);
                info.pNext(VkSamplerReductionModeCreateInfo.calloc(stack).sType$Default().reductionMode(
                        Formats.reduction(spec.reduction())));
            }
            border(device, stack, info, spec);
            var id = stack.mallocLong(1);
            Vk.check(vkCreateSampler(device.handle, info, null, id), "vkCreateSampler", spec.toString());
            long sampler = id.get(0);
            return new VulkanSampler(spec, sampler, device.lifetimes.own(() -> {
                vkDestroySampler(device.handle, sampler, null);
                ended.run();
            }));
        }
    }

    private static int address(VulkanDevice device, AddressMode mode) {
        if (mode == AddressMode.MIRROR_CLAMP_TO_EDGE && !device.facts().has(GpuFeature.SAMPLER_MIRROR_CLAMP_TO_EDGE)) {
            throw new GpuUnsupported(GpuFeature.SAMPLER_MIRROR_CLAMP_TO_EDGE, "a sampler that mirrors once");
        }
        return Formats.addressMode(mode);
    }

    private static void require(VulkanDevice device, GpuFeature feature, SamplerSpec spec) {
        if (!device.facts().has(feature)) {
            throw new GpuUnsupported(feature, spec.toString());
        }
    }

    private static void border(VulkanDevice device, MemoryStack stack, VkSamplerCreateInfo info, SamplerSpec spec) {
        switch (spec.border()) {
            case BorderColor.Fixed fixed -> info.borderColor(switch (fixed) {
                case TRANSPARENT_BLACK -> VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK;
                case OPAQUE_BLACK -> VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK;
                case OPAQUE_WHITE -> VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE;
                case INT_TRANSPARENT_BLACK -> VK_BORDER_COLOR_INT_TRANSPARENT_BLACK;
                case INT_OPAQUE_BLACK -> VK_BORDER_COLOR_INT_OPAQUE_BLACK;
                case INT_OPAQUE_WHITE -> VK_BORDER_COLOR_INT_OPAQUE_WHITE;
            });
            case BorderColor.Custom custom -> {
                require(device, GpuFeature.CUSTOM_BORDER_COLOR_WITHOUT_FORMAT, spec);
                var color = VkSamplerCustomBorderColorCreateInfoEXT.calloc(stack).sType$Default().format(
                        VK_FORMAT_UNDEFINED);
                color.customBorderColor().int32(0, custom.r()).int32(1, custom.g()).int32(2, custom.b()).int32(3,
                        custom.a());
                info.pNext(color).borderColor(custom.isInteger() ? VK_BORDER_COLOR_INT_CUSTOM_EXT
                        : VK_BORDER_COLOR_FLOAT_CUSTOM_EXT);
            }
        }
    }
}
