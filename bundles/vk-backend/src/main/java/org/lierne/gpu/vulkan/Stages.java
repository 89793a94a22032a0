package org.lierne.gpu.vulkan;

import static org.lwjgl.vulkan.VK13.*;

import java.nio.ByteBuffer;
import org.lierne.gpu.GpuFeature;
import org.lierne.gpu.GpuUnsupported;
import org.lierne.gpu.StageSpec;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkPipelineShaderStageCreateInfo;
import org.lwjgl.vulkan.VkPipelineShaderStageRequiredSubgroupSizeCreateInfo;
import org.lwjgl.vulkan.VkSpecializationInfo;
import org.lwjgl.vulkan.VkSpecializationMapEntry;

/** Stages of pipelines in Vulkan's form. */
final class Stages {
    private Stages() {}

    static void fill(MemoryStack stack, VulkanDevice device, VkPipelineShaderStageCreateInfo info, StageSpec spec) {
        info.sType$Default().stage(Formats.stageBit(spec.stage())).module(((VulkanShader) spec.shader()).handle)
                .pName(stack.UTF8(spec.entry()));
        if (spec.requiredSubgroupSize() != 0) {
            var subgroups = device.facts().subgroups();
            int size = spec.requiredSubgroupSize();
            if (!subgroups.requiredSizeStages().contains(spec.stage()) || size < subgroups.minSize()
                    || size > subgroups.maxSize()) {
                throw new GpuUnsupported(GpuFeature.SUBGROUP_SIZE_CONTROL, "subgroups of " + size + " in "
                        + spec.shader());
            }
            info.pNext(VkPipelineShaderStageRequiredSubgroupSizeCreateInfo.calloc(stack).sType$Default()
                    .requiredSubgroupSize(size));
        }
        if (spec.isFullSubgroups()) {
            if (!device.facts().has(GpuFeature.COMPUTE_FULL_SUBGROUPS)) {
                throw new GpuUnsupported(GpuFeature.COMPUTE_FULL_SUBGROUPS, "full subgroups in " + spec.shader());
            }
            info.flags(VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT);
        }
        int count = spec.constants().size();
        if (count > 0) {
            var entries = VkSpecializationMapEntry.calloc(count, stack);
            ByteBuffer bytes = stack.malloc(4 * count);
            for (int i = 0; i < count; i++) {
                entries.get(i).constantID(spec.constants().get(i).id()).offset(4 * i).size(4);
                bytes.putInt(4 * i, spec.constants().get(i).bits());
            }
            info.pSpecializationInfo(VkSpecializationInfo.calloc(stack).pMapEntries(entries).pData(bytes));
        }
    }
}
