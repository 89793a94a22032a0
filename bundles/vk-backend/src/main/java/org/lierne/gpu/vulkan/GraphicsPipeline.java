package org.lierne.gpu.vulkan;

import static org.lwjgl.vulkan.VK13.*;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.BindingLayout;
import org.lierne.gpu.DrawState;
import org.lierne.gpu.DrawState.Blend;
import org.lierne.gpu.DrawState.LogicOp;
import org.lierne.gpu.DrawState.PolygonMode;
import org.lierne.gpu.DrawState.TargetBlend;
import org.lierne.gpu.Format;
import org.lierne.gpu.GpuFeature;
import org.lierne.gpu.GpuPipeline;
import org.lierne.gpu.GraphicsSpec;
import org.lierne.gpu.ShaderStage;
import org.lierne.gpu.StageSpec;
import org.lierne.gpu.Topology;
import org.lierne.gpu.VertexInput;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A graphics pipeline and its variants: one for each combination of what the device cannot set while recording. */
final class GraphicsPipeline implements GpuPipeline {
    private static final Logger LOG = LoggerFactory.getLogger(GraphicsPipeline.class);

    /**
     * The part of a draw's state that is compiled in; what is set while recording stands here as in
     * {@link DrawState#plain}.
     */
    private record Variant(Topology topologyClass, PolygonMode polygonMode, boolean depthClamp, boolean depthClip,
            boolean clipMinusOne, boolean provokingLast, int sampleMask, boolean alphaToCoverage, boolean alphaToOne,
            boolean perSample, @Nullable Blend blend, @Nullable LogicOp logicOp) {}

    final GraphicsSpec spec;
    final PipelineLayout layout;
    final boolean isMesh;
    private final VulkanDevice device;
    private final Map<Variant, Long> variants = new ConcurrentHashMap<>();
    private final AtomicLong compileNs = new AtomicLong();

    GraphicsPipeline(VulkanDevice device, GraphicsSpec spec) {
        this.device = device;
        this.spec = spec;
        this.layout = device.layout(spec.layout());
        this.isMesh = spec.stages().stream().anyMatch(s -> s.stage() == ShaderStage.MESH);
        for (StageSpec stage : spec.stages()) {
            ((VulkanShader) stage.shader()).keep();
        }
    }

    @Override
    public boolean isCompute() {
        return false;
    }

    @Override
    public BindingLayout layout() {
        return layout.spec;
    }

    @Override
    public long compileNs() {
        return compileNs.get();
    }

    private String name() {
        return String.join(" + ", spec.stages().stream().map(s -> s.shader().name()).toList());
    }

    /** The pipeline for a state, compiled when it is the first of its kind. */
    long variant(DrawState state) {
        DynamicStates dynamic = device.dynamicStates;
        DrawState.Raster raster = state.raster();
        DrawState.Multisample samples = state.multisample();
        if (state.blend().targets().size() != spec.colorFormats().size()) {
            throw new IllegalArgumentException("a state for " + state.blend().targets().size()
                    + " colour targets with a pipeline for " + spec.colorFormats().size() + ": " + name());
        }
        var variant = new Variant(Formats.topologyClass(state.topology()), dynamic.polygonMode() ? PolygonMode.FILL
                : raster.polygonMode(), !dynamic.depthClamp() && raster.depthClamp(),
                dynamic.depthClip() || raster.depthClip(), !dynamic.clipMinusOne() && raster.clipMinusOne(),
                !dynamic.provoking() && raster.provokingLast(), dynamic.sampleMask() ? -1 : samples.mask(),
                !dynamic.alphaToCoverage() && samples.alphaToCoverage(),
                !dynamic.alphaToOne() && samples.alphaToOne(), samples.perSample(),
                dynamic.blend() ? null : withoutConstants(state.blend()),
                dynamic.logicOp() ? null : state.blend().logicOp());
        Long known = variants.get(variant);
        if (known != null) {
            return known;
        }
        DrawStates.require(device.facts(), state);
        return variants.computeIfAbsent(variant, this::compile);
    }

    /** Blend constants are always set while recording. */
    private static Blend withoutConstants(Blend blend) {
        return new Blend(blend.targets(), 0, 0, 0, 0, blend.logicOp());
    }

    private long compile(Variant variant) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var stages = VkPipelineShaderStageCreateInfo.calloc(spec.stages().size(), stack);
            for (int i = 0; i < spec.stages().size(); i++) {
                Stages.fill(stack, device, stages.get(i), spec.stages().get(i));
            }
            var info = VkGraphicsPipelineCreateInfo.calloc(1,
                    stack).sType$Default().pStages(stages).layout(layout.handle)
                    .pViewportState(viewport(stack, variant)).pRasterizationState(raster(stack, variant))
                    .pMultisampleState(multisample(stack, variant))
                    .pDepthStencilState(VkPipelineDepthStencilStateCreateInfo.calloc(stack).sType$Default())
                    .pColorBlendState(blend(stack, variant)).pDynamicState(dynamic(stack)).pNext(rendering(stack));
            if (!isMesh) {
                info.pVertexInputState(vertexInput(stack)).pInputAssemblyState(
                        VkPipelineInputAssemblyStateCreateInfo.calloc(stack)
                        .sType$Default().topology(Formats.topology(variant.topologyClass)));
            }
            if (spec.patchControlPoints() > 0) {
                info.pTessellationState(VkPipelineTessellationStateCreateInfo.calloc(stack).sType$Default()
                        .patchControlPoints(spec.patchControlPoints()));
            }
            var id = stack.mallocLong(1);
            long start = System.nanoTime();
            Vk.check(vkCreateGraphicsPipelines(device.handle, device.pipelineCache.handle, info, null, id),
                    "vkCreateGraphicsPipelines", name());
            long tookNs = System.nanoTime() - start;
            compileNs.addAndGet(tookNs);
            LOG.debug("pipeline of {} made in {} us", name(), tookNs / 1000);
            long pipeline = id.get(0);
            device.lifetimes.own(() -> vkDestroyPipeline(device.handle, pipeline, null));
            device.name(VK_OBJECT_TYPE_PIPELINE, pipeline, name());
            device.pipelineCache.grew();
            return pipeline;
        }
    }

    private VkPipelineVertexInputStateCreateInfo vertexInput(MemoryStack stack) {
        VertexInput input = spec.vertexInput();
        var streams = VkVertexInputBindingDescription.calloc(input.streams().size(), stack);
        for (int i = 0; i < input.streams().size(); i++) {
            VertexInput.Stream stream = input.streams().get(i);
            streams.get(i).set(stream.binding(), stream.strideBytes(),
                    stream.isPerInstance() ? VK_VERTEX_INPUT_RATE_INSTANCE : VK_VERTEX_INPUT_RATE_VERTEX);
        }
        var attributes = VkVertexInputAttributeDescription.calloc(input.attributes().size(), stack);
        for (int i = 0; i < input.attributes().size(); i++) {
            VertexInput.Attribute attribute = input.attributes().get(i);
            attributes.get(i).set(attribute.location(), attribute.binding(), Formats.of(attribute.format()),
                    attribute.offsetBytes());
        }
        return VkPipelineVertexInputStateCreateInfo.calloc(stack).sType$Default().pVertexBindingDescriptions(streams)
                .pVertexAttributeDescriptions(attributes);
    }

    private VkPipelineViewportStateCreateInfo viewport(MemoryStack stack, Variant variant) {
        var info = VkPipelineViewportStateCreateInfo.calloc(stack).sType$Default();
        if (device.facts().has(GpuFeature.DEPTH_CLIP_CONTROL)) {
            info.pNext(VkPipelineViewportDepthClipControlCreateInfoEXT.calloc(stack).sType$Default()
                    .negativeOneToOne(variant.clipMinusOne));
        }
        return info;
    }

    private VkPipelineRasterizationStateCreateInfo raster(MemoryStack stack, Variant variant) {
        var info = VkPipelineRasterizationStateCreateInfo.calloc(stack).sType$Default().lineWidth(1)
                .polygonMode(Formats.polygonMode(variant.polygonMode)).depthClampEnable(variant.depthClamp);
        if (device.facts().has(GpuFeature.DEPTH_CLIP_ENABLE)) {
            info.pNext(VkPipelineRasterizationDepthClipStateCreateInfoEXT.calloc(stack).sType$Default()
                    .depthClipEnable(variant.depthClip));
        }
        if (device.facts().has(GpuFeature.PROVOKING_VERTEX_LAST)) {
            info.pNext(VkPipelineRasterizationProvokingVertexStateCreateInfoEXT.calloc(stack).sType$Default()
                    .provokingVertexMode(DrawStates.provokingMode(variant.provokingLast)));
        }
        return info;
    }

    private VkPipelineMultisampleStateCreateInfo multisample(MemoryStack stack, Variant variant) {
        return VkPipelineMultisampleStateCreateInfo.calloc(stack).sType$Default().rasterizationSamples(spec.samples())
                .sampleShadingEnable(variant.perSample).minSampleShading(1).pSampleMask(stack.ints(variant.sampleMask))
                .alphaToCoverageEnable(variant.alphaToCoverage).alphaToOneEnable(variant.alphaToOne);
    }

    private VkPipelineColorBlendStateCreateInfo blend(MemoryStack stack, Variant variant) {
        int targets = spec.colorFormats().size();
        var attachments = VkPipelineColorBlendAttachmentState.calloc(targets, stack);
        for (int i = 0; i < targets; i++) {
            TargetBlend b = variant.blend == null ? TargetBlend.OFF : variant.blend.targets().get(i);
            attachments.get(i).set(b.enable(), Formats.blendFactor(b.src()), Formats.blendFactor(b.dst()),
                    Formats.blendOp(b.op()), Formats.blendFactor(b.srcAlpha()), Formats.blendFactor(b.dstAlpha()),
                    Formats.blendOp(b.opAlpha()), b.writeMask());
        }
        var info = VkPipelineColorBlendStateCreateInfo.calloc(stack).sType$Default().attachmentCount(
                targets).pAttachments(attachments);
        if (variant.logicOp != null) {
            info.logicOpEnable(true).logicOp(variant.logicOp.ordinal());
        }
        return info;
    }

    private VkPipelineDynamicStateCreateInfo dynamic(MemoryStack stack) {
        var states = DrawStates.dynamicStates(device, isMesh, !spec.colorFormats().isEmpty());
        return VkPipelineDynamicStateCreateInfo.calloc(stack).sType$Default().pDynamicStates(stack.ints(states));
    }

    private VkPipelineRenderingCreateInfo rendering(MemoryStack stack) {
        var colors = stack.mallocInt(spec.colorFormats().size());
        for (Format format : spec.colorFormats()) {
            colors.put(format == null ? VK_FORMAT_UNDEFINED : Formats.of(format));
        }
        var info = VkPipelineRenderingCreateInfo.calloc(stack).sType$Default().colorAttachmentCount(colors.capacity())
                .pColorAttachmentFormats(colors.flip());
        Format depth = spec.depthFormat();
        if (depth != null) {
            info.depthAttachmentFormat(depth.hasDepth() ? Formats.of(depth) : VK_FORMAT_UNDEFINED)
                    .stencilAttachmentFormat(depth.hasStencil() ? Formats.of(depth) : VK_FORMAT_UNDEFINED);
        }
        return info;
    }
}
