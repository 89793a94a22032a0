package org.lierne.gpu.vulkan;

import static org.lwjgl.vulkan.VK13.*;

import org.lierne.gpu.BindingLayout;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkPipelineLayoutCreateInfo;
import org.lwjgl.vulkan.VkPushConstantRange;

/** The layout of a pipeline: its sets from 0 on, and push constants that all stages see. */
final class PipelineLayout {
    final BindingLayout spec;
    final long handle;
    final SetLayout[] sets;

    PipelineLayout(VulkanDevice device, BindingLayout spec, SetLayout[] sets) {
        this.spec = spec;
        this.sets = sets;
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var layouts = stack.mallocLong(sets.length);
            for (SetLayout set : sets) {
                layouts.put(set.handle);
            }
            var info = VkPipelineLayoutCreateInfo.calloc(stack).sType$Default().setLayoutCount(sets.length)
                    .pSetLayouts(layouts.flip());
            if (spec.pushConstantBytes() > 0) {
                info.pPushConstantRanges(VkPushConstantRange.calloc(1, stack).stageFlags(VK_SHADER_STAGE_ALL)
                        .size(spec.pushConstantBytes()));
            }
            var id = stack.mallocLong(1);
            Vk.check(vkCreatePipelineLayout(device.handle, info, null, id), "vkCreatePipelineLayout", spec.toString());
            long layout = id.get(0);
            handle = layout;
            device.lifetimes.own(() -> vkDestroyPipelineLayout(device.handle, layout, null));
        }
    }
}
