package org.lierne.gpu.vulkan;

import static org.lwjgl.vulkan.EXTExtendedDynamicState2.*;
import static org.lwjgl.vulkan.EXTExtendedDynamicState3.*;
import static org.lwjgl.vulkan.EXTProvokingVertex.*;
import static org.lwjgl.vulkan.VK13.*;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.DrawState;
import org.lierne.gpu.DrawState.Blend;
import org.lierne.gpu.DrawState.Depth;
import org.lierne.gpu.DrawState.Multisample;
import org.lierne.gpu.DrawState.PolygonMode;
import org.lierne.gpu.DrawState.Raster;
import org.lierne.gpu.DrawState.Stencil;
import org.lierne.gpu.DrawState.StencilFace;
import org.lierne.gpu.DrawState.TargetBlend;
import org.lierne.gpu.GpuFacts;
import org.lierne.gpu.GpuFeature;
import org.lierne.gpu.GpuUnsupported;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkColorBlendEquationEXT;
import org.lwjgl.vulkan.VkCommandBuffer;

/**
 * Sets the state of draws in one command buffer, and only the parts that changed. All pipelines leave the same states
 * open.
 */
final class DrawStates {
    private final VulkanDevice device;
    private final VkCommandBuffer commands;
    private @Nullable DrawState applied;
    private int appliedSamples;

    DrawStates(VulkanDevice device, VkCommandBuffer commands) {
        this.device = device;
        this.commands = commands;
    }

    /**
     * The states that pipelines leave open. Blending stays closed where there is no colour target: there is then no call that sets it.
     */
    static int[] dynamicStates(VulkanDevice device, boolean isMesh, boolean hasTargets) {
        DynamicStates d = device.dynamicStates;
        int[] states = new int[40];
        int n = 0;
        for (int state : new int[] {VK_DYNAMIC_STATE_VIEWPORT_WITH_COUNT, VK_DYNAMIC_STATE_SCISSOR_WITH_COUNT,
                VK_DYNAMIC_STATE_CULL_MODE,
            VK_DYNAMIC_STATE_FRONT_FACE, VK_DYNAMIC_STATE_DEPTH_TEST_ENABLE, VK_DYNAMIC_STATE_DEPTH_WRITE_ENABLE,
            VK_DYNAMIC_STATE_DEPTH_COMPARE_OP, VK_DYNAMIC_STATE_DEPTH_BOUNDS_TEST_ENABLE,
                    VK_DYNAMIC_STATE_STENCIL_TEST_ENABLE,
            VK_DYNAMIC_STATE_STENCIL_OP, VK_DYNAMIC_STATE_DEPTH_BIAS_ENABLE, VK_DYNAMIC_STATE_RASTERIZER_DISCARD_ENABLE,
            VK_DYNAMIC_STATE_LINE_WIDTH, VK_DYNAMIC_STATE_DEPTH_BIAS, VK_DYNAMIC_STATE_BLEND_CONSTANTS,
                    VK_DYNAMIC_STATE_DEPTH_BOUNDS,
            VK_DYNAMIC_STATE_STENCIL_COMPARE_MASK, VK_DYNAMIC_STATE_STENCIL_WRITE_MASK,
                    VK_DYNAMIC_STATE_STENCIL_REFERENCE}) {
            states[n++] = state;
        }
        if (!isMesh) {
            states[n++] = VK_DYNAMIC_STATE_PRIMITIVE_TOPOLOGY;
            states[n++] = VK_DYNAMIC_STATE_PRIMITIVE_RESTART_ENABLE;
        }
        if (d.logicOp()) {
            states[n++] = VK_DYNAMIC_STATE_LOGIC_OP_EXT;
            states[n++] = VK_DYNAMIC_STATE_LOGIC_OP_ENABLE_EXT;
        }
        if (d.polygonMode()) {
            states[n++] = VK_DYNAMIC_STATE_POLYGON_MODE_EXT;
        }
        if (d.sampleMask()) {
            states[n++] = VK_DYNAMIC_STATE_SAMPLE_MASK_EXT;
        }
        if (d.alphaToCoverage()) {
            states[n++] = VK_DYNAMIC_STATE_ALPHA_TO_COVERAGE_ENABLE_EXT;
        }
        if (d.alphaToOne()) {
            states[n++] = VK_DYNAMIC_STATE_ALPHA_TO_ONE_ENABLE_EXT;
        }
        if (d.blend() && hasTargets) {
            states[n++] = VK_DYNAMIC_STATE_COLOR_BLEND_ENABLE_EXT;
            states[n++] = VK_DYNAMIC_STATE_COLOR_BLEND_EQUATION_EXT;
            states[n++] = VK_DYNAMIC_STATE_COLOR_WRITE_MASK_EXT;
        }
        if (d.depthClamp()) {
            states[n++] = VK_DYNAMIC_STATE_DEPTH_CLAMP_ENABLE_EXT;
        }
        if (d.depthClip()) {
            states[n++] = VK_DYNAMIC_STATE_DEPTH_CLIP_ENABLE_EXT;
        }
        if (d.clipMinusOne()) {
            states[n++] = VK_DYNAMIC_STATE_DEPTH_CLIP_NEGATIVE_ONE_TO_ONE_EXT;
        }
        if (d.provoking()) {
            states[n++] = VK_DYNAMIC_STATE_PROVOKING_VERTEX_MODE_EXT;
        }
        return Arrays.copyOf(states, n);
    }

    static int provokingMode(boolean isLast) {
        return isLast ? VK_PROVOKING_VERTEX_MODE_LAST_VERTEX_EXT : VK_PROVOKING_VERTEX_MODE_FIRST_VERTEX_EXT;
    }

    /** Refuses what the device cannot do. */
    static void require(GpuFacts facts, DrawState state) {
        Raster raster = state.raster();
        need(facts, raster.polygonMode() != PolygonMode.FILL, GpuFeature.FILL_MODE_NON_SOLID,
                "polygon mode " + raster.polygonMode());
        need(facts, raster.depthClamp(), GpuFeature.DEPTH_CLAMP, "depth clamp");
        need(facts, raster.depthClip() == raster.depthClamp(), GpuFeature.DEPTH_CLIP_ENABLE,
                "depth clip " + raster.depthClip() + " with depth clamp " + raster.depthClamp());
        need(facts, raster.clipMinusOne(), GpuFeature.DEPTH_CLIP_CONTROL, "clip space depth from -w");
        need(facts, raster.provokingLast(), GpuFeature.PROVOKING_VERTEX_LAST, "flat inputs from the last vertex");
        need(facts, raster.depthBias() && raster.biasClamp() != 0, GpuFeature.DEPTH_BIAS_CLAMP,
                "clamp of the depth bias");
        need(facts, raster.lineWidth() != 1, GpuFeature.WIDE_LINES, "lines of " + raster.lineWidth() + " pixels");
        need(facts, state.depth().boundsTest(), GpuFeature.DEPTH_BOUNDS, "depth bounds test");
        need(facts, state.multisample().perSample(), GpuFeature.SAMPLE_RATE_SHADING, "shading of each sample");
        need(facts, state.multisample().alphaToOne(), GpuFeature.ALPHA_TO_ONE, "alpha to one");
        need(facts, state.blend().logicOp() != null, GpuFeature.LOGIC_OP, "logic operation " + state.blend().logicOp());
        if (state.primitiveRestart() && !Formats.isStrip(state.topology())) {
            need(facts, true, state.topology() == org.lierne.gpu.Topology.PATCH_LIST
                    ? GpuFeature.PRIMITIVE_TOPOLOGY_PATCH_LIST_RESTART : GpuFeature.PRIMITIVE_TOPOLOGY_LIST_RESTART,
                    "restart of " + state.topology());
        }
        var targets = state.blend().targets();
        for (int i = 1; i < targets.size(); i++) {
            need(facts, !targets.get(i).equals(targets.getFirst()), GpuFeature.INDEPENDENT_BLEND,
                    "blending that differs between targets");
        }
    }

    private static void need(GpuFacts facts, boolean isAsked, GpuFeature feature, String what) {
        if (isAsked && !facts.has(feature)) {
            throw new GpuUnsupported(feature, what);
        }
    }

    /** Sets what differs from the state set last. */
    void apply(DrawState state, int samples) {
        DrawState old = applied;
        if (old == state && samples == appliedSamples) {
            return;
        }
        if (old == null || !old.equals(state)) {
            require(device.facts(), state);
            if (old == null || old.topology() != state.topology()) {
                vkCmdSetPrimitiveTopology(commands, Formats.topology(state.topology()));
            }
            if (old == null || old.primitiveRestart() != state.primitiveRestart()) {
                vkCmdSetPrimitiveRestartEnable(commands, state.primitiveRestart());
            }
            if (old == null || !old.raster().equals(state.raster())) {
                raster(state.raster());
            }
            if (old == null || !old.depth().equals(state.depth())) {
                depth(state.depth());
            }
            if (old == null || !old.stencil().equals(state.stencil())) {
                stencil(state.stencil());
            }
            if (old == null || !old.blend().equals(state.blend())) {
                blend(state.blend());
            }
        }
        if (old == null || !old.multisample().equals(state.multisample()) || samples != appliedSamples) {
            multisample(state.multisample(), samples);
        }
        applied = state;
        appliedSamples = samples;
    }

    private void raster(Raster raster) {
        DynamicStates d = device.dynamicStates;
        vkCmdSetCullMode(commands, Formats.cull(raster.cull()));
        vkCmdSetFrontFace(commands, Formats.frontFace(raster.frontFace()));
        vkCmdSetRasterizerDiscardEnable(commands, raster.discard());
        vkCmdSetDepthBiasEnable(commands, raster.depthBias());
        vkCmdSetDepthBias(commands, raster.biasConstant(), raster.biasClamp(), raster.biasSlope());
        vkCmdSetLineWidth(commands, raster.lineWidth());
        if (d.polygonMode()) {
            vkCmdSetPolygonModeEXT(commands, Formats.polygonMode(raster.polygonMode()));
        }
        if (d.depthClamp()) {
            vkCmdSetDepthClampEnableEXT(commands, raster.depthClamp());
        }
        if (d.depthClip()) {
            vkCmdSetDepthClipEnableEXT(commands, raster.depthClip());
        }
        if (d.clipMinusOne()) {
            vkCmdSetDepthClipNegativeOneToOneEXT(commands, raster.clipMinusOne());
        }
        if (d.provoking()) {
            vkCmdSetProvokingVertexModeEXT(commands, provokingMode(raster.provokingLast()));
        }
    }

    private void depth(Depth depth) {
        vkCmdSetDepthTestEnable(commands, depth.test());
        vkCmdSetDepthWriteEnable(commands, depth.write());
        vkCmdSetDepthCompareOp(commands, depth.compare().ordinal());
        vkCmdSetDepthBoundsTestEnable(commands, depth.boundsTest());
        vkCmdSetDepthBounds(commands, depth.minBound(), depth.maxBound());
    }

    private void stencil(Stencil stencil) {
        vkCmdSetStencilTestEnable(commands, stencil.test());
        face(VK_STENCIL_FACE_FRONT_BIT, stencil.front());
        face(VK_STENCIL_FACE_BACK_BIT, stencil.back());
    }

    private void face(int bit, StencilFace face) {
        vkCmdSetStencilOp(commands, bit, Formats.stencilOp(face.fail()), Formats.stencilOp(face.pass()),
                Formats.stencilOp(face.depthFail()), face.compare().ordinal());
        vkCmdSetStencilCompareMask(commands, bit, face.compareMask());
        vkCmdSetStencilWriteMask(commands, bit, face.writeMask());
        vkCmdSetStencilReference(commands, bit, face.reference());
    }

    private void blend(Blend blend) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            vkCmdSetBlendConstants(commands, stack.floats(blend.r(), blend.g(), blend.b(), blend.a()));
            if (device.dynamicStates.logicOp()) {
                vkCmdSetLogicOpEnableEXT(commands, blend.logicOp() != null);
                vkCmdSetLogicOpEXT(commands, blend.logicOp() == null ? VK_LOGIC_OP_COPY : blend.logicOp().ordinal());
            }
            int targets = blend.targets().size();
            if (!device.dynamicStates.blend() || targets == 0) {
                return;
            }
            var enables = stack.mallocInt(targets);
            var masks = stack.mallocInt(targets);
            var equations = VkColorBlendEquationEXT.malloc(targets, stack);
            for (int i = 0; i < targets; i++) {
                TargetBlend b = blend.targets().get(i);
                enables.put(i, b.enable() ? 1 : 0);
                masks.put(i, b.writeMask());
                equations.get(i).set(Formats.blendFactor(b.src()), Formats.blendFactor(b.dst()),
                        Formats.blendOp(b.op()), Formats.blendFactor(b.srcAlpha()), Formats.blendFactor(b.dstAlpha()),
                        Formats.blendOp(b.opAlpha()));
            }
            vkCmdSetColorBlendEnableEXT(commands, 0, enables);
            vkCmdSetColorBlendEquationEXT(commands, 0, equations);
            vkCmdSetColorWriteMaskEXT(commands, 0, masks);
        }
    }

    private void multisample(Multisample multisample, int samples) {
        DynamicStates d = device.dynamicStates;
        if (d.sampleMask()) {
            try (MemoryStack stack = MemoryStack.stackPush()) {
                vkCmdSetSampleMaskEXT(commands, samples, stack.ints(multisample.mask()));
            }
        }
        if (d.alphaToCoverage()) {
            vkCmdSetAlphaToCoverageEnableEXT(commands, multisample.alphaToCoverage());
        }
        if (d.alphaToOne()) {
            vkCmdSetAlphaToOneEnableEXT(commands, multisample.alphaToOne());
        }
    }
}
