package org.lierne.gpu.vulkan;

import static org.lwjgl.vulkan.VK13.*;

import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Set;
import org.lierne.gpu.FloatControls;
import org.lierne.gpu.FloatControls.Independence;
import org.lierne.gpu.GpuFacts;
import org.lierne.gpu.GpuFacts.DeviceKind;
import org.lierne.gpu.GpuFeature;
import org.lierne.gpu.GpuLimits;
import org.lierne.gpu.ShaderStage;
import org.lierne.gpu.SubgroupFacts;
import org.lierne.gpu.SubgroupOperation;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;

/** Reads what a device says about itself. */
final class FactsReader {
    private FactsReader() {}

    /** The extensions a device has. */
    static Set<String> extensions(VkPhysicalDevice device) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var count = stack.mallocInt(1);
            Vk.check(vkEnumerateDeviceExtensionProperties(device, (String) null, count, null),
                    "vkEnumerateDeviceExtensionProperties", "");
            var names = new LinkedHashSet<String>();
            try (var all = VkExtensionProperties.malloc(count.get(0))) {
                Vk.check(vkEnumerateDeviceExtensionProperties(device, (String) null, count, all),
                        "vkEnumerateDeviceExtensionProperties", "");
                all.forEach(p -> names.add(p.extensionNameString()));
            }
            return names;
        }
    }

    /** The facts of a device whose features are known. */
    static GpuFacts read(VkPhysicalDevice device, FeatureChain chain, Set<String> extensions) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var root = VkPhysicalDeviceProperties2.calloc(stack).sType$Default();
            var v11 = VkPhysicalDeviceVulkan11Properties.calloc(stack).sType$Default();
            var v12 = VkPhysicalDeviceVulkan12Properties.calloc(stack).sType$Default();
            var v13 = VkPhysicalDeviceVulkan13Properties.calloc(stack).sType$Default();
            root.pNext(v11).pNext(v12).pNext(v13);
            var importing = VkPhysicalDeviceExternalMemoryHostPropertiesEXT.calloc(stack).sType$Default();
            if (extensions.contains("VK_EXT_external_memory_host")) {
                root.pNext(importing);
            }
            vkGetPhysicalDeviceProperties2(device, root);
            VkPhysicalDeviceProperties p = root.properties();
            Set<GpuFeature> features = chain.features();
            return new GpuFacts(p.deviceNameString(), kind(p.deviceType()), v12.driverNameString(),
                    v12.driverInfoString(), p.driverVersion(), Vk.version(p.apiVersion()), p.vendorID(), p.deviceID(),
                    uuid(p.pipelineCacheUUID()), localMemory(device), subgroups(v11, v13, chain), floats(v12),
                    limits(p.limits(), v13, root, importing.minImportedHostPointerAlignment()), Set.copyOf(features));
        }
    }

    private static DeviceKind kind(int type) {
        return switch (type) {
            case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU -> DeviceKind.DISCRETE;
            case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU -> DeviceKind.INTEGRATED;
            case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU -> DeviceKind.VIRTUAL;
            case VK_PHYSICAL_DEVICE_TYPE_CPU -> DeviceKind.SOFTWARE;
            default -> DeviceKind.OTHER;
        };
    }

    private static String uuid(java.nio.ByteBuffer bytes) {
        byte[] raw = new byte[bytes.remaining()];
        bytes.get(raw);
        return HexFormat.of().formatHex(raw);
    }

    private static long localMemory(VkPhysicalDevice device) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var memory = VkPhysicalDeviceMemoryProperties.malloc(stack);
            vkGetPhysicalDeviceMemoryProperties(device, memory);
            long bytes = 0;
            for (int i = 0; i < memory.memoryHeapCount(); i++) {
                if ((memory.memoryHeaps(i).flags() & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0) {
                    bytes += memory.memoryHeaps(i).size();
                }
            }
            return bytes;
        }
    }

    static Set<ShaderStage> stages(int bits) {
        var set = EnumSet.noneOf(ShaderStage.class);
        for (ShaderStage stage : ShaderStage.values()) {
            if ((bits & Formats.stageBit(stage)) != 0) {
                set.add(stage);
            }
        }
        return Set.copyOf(set);
    }

    private static SubgroupFacts subgroups(VkPhysicalDeviceVulkan11Properties v11,
            VkPhysicalDeviceVulkan13Properties v13, FeatureChain chain) {
        var operations = EnumSet.noneOf(SubgroupOperation.class);
        for (SubgroupOperation operation : SubgroupOperation.values()) {
            int bit = operation == SubgroupOperation.ROTATE ? KHRShaderSubgroupRotate.VK_SUBGROUP_FEATURE_ROTATE_BIT_KHR
                    : 1 << operation.ordinal();
            if ((v11.subgroupSupportedOperations() & bit) != 0) {
                operations.add(operation);
            }
        }
        boolean hasControl = chain.v13.subgroupSizeControl();
        int size = v11.subgroupSize();
        return new SubgroupFacts(size, hasControl ? v13.minSubgroupSize() : size, hasControl ? v13.maxSubgroupSize()
                : size, stages(v11.subgroupSupportedStages()), Set.copyOf(operations),
                hasControl ? stages(v13.requiredSubgroupSizeStages()) : Set.of());
    }

    private static Independence independence(int value) {
        return switch (value) {
            case VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_32_BIT_ONLY -> Independence.ONLY_32;
            case VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL -> Independence.ALL;
            default -> Independence.NONE;
        };
    }

    private static FloatControls floats(VkPhysicalDeviceVulkan12Properties v) {
        return new FloatControls(new FloatControls.Width(v.shaderDenormPreserveFloat16(),
                v.shaderDenormFlushToZeroFloat16(), v.shaderRoundingModeRTEFloat16(),
                v.shaderRoundingModeRTZFloat16(), v.shaderSignedZeroInfNanPreserveFloat16()),
                new FloatControls.Width(v.shaderDenormPreserveFloat32(), v.shaderDenormFlushToZeroFloat32(),
                v.shaderRoundingModeRTEFloat32(), v.shaderRoundingModeRTZFloat32(),
                v.shaderSignedZeroInfNanPreserveFloat32()), new FloatControls.Width(v.shaderDenormPreserveFloat64(),
                v.shaderDenormFlushToZeroFloat64(), v.shaderRoundingModeRTEFloat64(),
                v.shaderRoundingModeRTZFloat64(), v.shaderSignedZeroInfNanPreserveFloat64()),
                independence(v.denormBehaviorIndependence()), independence(v.roundingModeIndependence()));
    }

    /** A count that a driver may give as all ones. */
    private static int count(int value) {
        return value < 0 ? Integer.MAX_VALUE : value;
    }

    private static GpuLimits limits(VkPhysicalDeviceLimits l, VkPhysicalDeviceVulkan13Properties v13,
            VkPhysicalDeviceProperties2 root, long importAlignment) {
        return new GpuLimits(l.maxPushConstantsSize(), l.maxBoundDescriptorSets(),
                count(l.maxPerStageDescriptorUniformBuffers()), count(l.maxPerStageDescriptorStorageBuffers()),
                count(l.maxPerStageDescriptorSampledImages()), count(l.maxPerStageDescriptorStorageImages()),
                count(l.maxPerStageDescriptorSamplers()), count(l.maxPerStageResources()),
                Integer.toUnsignedLong(l.maxUniformBufferRange()), Integer.toUnsignedLong(l.maxStorageBufferRange()),
                v13.maxBufferSize(), (int) l.minUniformBufferOffsetAlignment(),
                (int) l.minStorageBufferOffsetAlignment(), (int) l.minTexelBufferOffsetAlignment(),
                count(l.maxTexelBufferElements()), (int) l.nonCoherentAtomSize(), l.maxComputeSharedMemorySize(),
                l.maxComputeWorkGroupInvocations(), l.maxComputeWorkGroupSize(0), l.maxComputeWorkGroupSize(1),
                l.maxComputeWorkGroupSize(2), l.maxComputeWorkGroupCount(0), l.maxComputeWorkGroupCount(1),
                l.maxComputeWorkGroupCount(2), l.maxImageDimension1D(), l.maxImageDimension2D(),
                l.maxImageDimension3D(), l.maxImageDimensionCube(), l.maxImageArrayLayers(),
                l.maxVertexInputAttributes(), l.maxColorAttachments(), l.maxViewports(), l.maxClipDistances(),
                l.maxCullDistances(), l.maxTessellationPatchSize(), l.maxSamplerAnisotropy(), l.maxSamplerLodBias(),
                l.pointSizeRange(1), l.lineWidthRange(1), l.subPixelPrecisionBits(), l.framebufferColorSampleCounts(),
                l.framebufferDepthSampleCounts(), importAlignment, l.timestampPeriod());
    }
}
