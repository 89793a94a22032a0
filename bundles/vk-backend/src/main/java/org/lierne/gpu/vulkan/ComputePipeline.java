package org.lierne.gpu.vulkan;

import static org.lwjgl.vulkan.VK13.*;

import org.lierne.gpu.BindingLayout;
import org.lierne.gpu.ComputeSpec;
import org.lierne.gpu.GpuPipeline;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkComputePipelineCreateInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A compute pipeline. */
final class ComputePipeline implements GpuPipeline {
    private static final Logger LOG = LoggerFactory.getLogger(ComputePipeline.class);

    final PipelineLayout layout;
    final long handle;
    private final long compileNs;

    ComputePipeline(VulkanDevice device, ComputeSpec spec) {
        layout = device.layout(spec.layout());
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var info = VkComputePipelineCreateInfo.calloc(1, stack).sType$Default().layout(layout.handle);
            Stages.fill(stack, device, info.stage(), spec.stage());
            var id = stack.mallocLong(1);
            long start = System.nanoTime();
            Vk.check(vkCreateComputePipelines(device.handle, device.pipelineCache.handle, info, null, id),
                    "vkCreateComputePipelines", spec.stage().shader().name());
            compileNs = System.nanoTime() - start;
            LOG.debug("pipeline of {} made in {} us", spec.stage().shader().name(), compileNs / 1000);
            long pipeline = id.get(0);
            handle = pipeline;
            device.lifetimes.own(() -> vkDestroyPipeline(device.handle, pipeline, null));
            device.name(VK_OBJECT_TYPE_PIPELINE, pipeline, spec.stage().shader().name());
            device.pipelineCache.grew();
        }
    }

    @Override
    public boolean isCompute() {
        return true;
    }

    @Override
    public BindingLayout layout() {
        return layout.spec;
    }

    @Override
    public long compileNs() {
        return compileNs;
    }
}
