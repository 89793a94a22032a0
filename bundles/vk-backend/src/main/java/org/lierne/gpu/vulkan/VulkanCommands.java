package org.lierne.gpu.vulkan;

import static org.lwjgl.vulkan.EXTDebugUtils.*;
import static org.lwjgl.vulkan.EXTMeshShader.vkCmdDrawMeshTasksEXT;
import static org.lwjgl.vulkan.VK13.*;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.*;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;

/** Records commands into one command buffer. */
final class VulkanCommands implements GpuCommands {
    private static final int MAX_PUSH_WORDS = 64;

    private final VulkanDevice device;
    private final Recording recording;
    private final VkCommandBuffer commands;
    private final long number;
    private final BoundSets graphicsSets;
    private final BoundSets computeSets;
    private final DrawStates drawStates;
    private boolean isOver;

    private @Nullable ComputePipeline compute;
    private @Nullable GraphicsPipeline graphics;
    private long boundCompute;
    private long boundGraphics;
    private @Nullable DrawState state;
    private @Nullable DrawState variantState;
    private @Nullable GraphicsPipeline variantPipeline;
    private long variant;
    private List<GpuBinding> bindings = List.of();
    private @Nullable PipelineLayout graphicsLayout;
    private @Nullable PipelineLayout computeLayout;
    private final int[] push = new int[MAX_PUSH_WORDS];
    private boolean isPushed = true;
    private boolean hasViewports;
    private boolean hasScissors;
    private @Nullable VulkanCounts nextCounts;
    private int nextCount;

    private @Nullable RenderTargets targets;
    /** The targets were drawn to, or cleared, since they were set: they are to be kept from now on. */
    private boolean isBegun;
    private boolean isRendering;

    /** What data-moving commands touched since the last full barrier. */
    private final List<Object> moved = new ArrayList<>();
    /** Draws or dispatches happened since the last full barrier. */
    private boolean isShaded;
    /** Targets were drawn to since the last full barrier. */
    private boolean isDrawn;

    VulkanCommands(VulkanDevice device, String name, Recording recording) {
        this.device = device;
        this.recording = recording;
        this.number = device.lifetimes.began();
        this.commands = recording.main;
        recording.begin(name);
        graphicsSets = new BoundSets(device, recording, VK_PIPELINE_BIND_POINT_GRAPHICS);
        computeSets = new BoundSets(device, recording, VK_PIPELINE_BIND_POINT_COMPUTE);
        drawStates = new DrawStates(device, commands);
        memoryBarrier(VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, VK_ACCESS_2_MEMORY_WRITE_BIT,
                VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT);
        beginGroup(name);
    }

    /** Its number among all recordings. */
    long number() {
        return number;
    }

    /** Ends the recording; it then belongs to the queue. */
    Recording finish() {
        requireOpen();
        endTargets();
        endGroup();
        memoryBarrier(VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, VK_ACCESS_2_MEMORY_WRITE_BIT, VK_PIPELINE_STAGE_2_HOST_BIT,
                VK_ACCESS_2_HOST_READ_BIT | VK_ACCESS_2_HOST_WRITE_BIT);
        Vk.check(vkEndCommandBuffer(commands), "vkEndCommandBuffer", recording.name);
        isOver = true;
        return recording;
    }

    @Override
    public void close() {
        if (!isOver) {
            isOver = true;
            device.lifetimes.dropped(number);
            device.giveBack(recording);
        }
    }

    private void requireOpen() {
        if (isOver) {
            throw new IllegalStateException("recording " + recording.name + " is over");
        }
    }

    // Groups

    @Override
    public void beginGroup(String label) {
        if (device.hasNames) {
            try (MemoryStack stack = MemoryStack.stackPush()) {
                vkCmdBeginDebugUtilsLabelEXT(commands,
                        VkDebugUtilsLabelEXT.calloc(stack).sType$Default().pLabelName(stack.UTF8(label)));
            }
        }
    }

    @Override
    public void endGroup() {
        if (device.hasNames) {
            vkCmdEndDebugUtilsLabelEXT(commands);
        }
    }

    // State

    @Override
    public void pipeline(GpuPipeline pipeline) {
        requireOpen();
        if (pipeline instanceof ComputePipeline c) {
            compute = c;
            graphics = null;
        } else {
            graphics = (GraphicsPipeline) pipeline;
            compute = null;
        }
    }

    @Override
    public void bindings(List<GpuBinding> list) {
        bindings = list;
        graphicsLayout = null;
        computeLayout = null;
        for (GpuBinding binding : list) {
            switch (binding) {
                case GpuBinding.Sampled sampled -> used(sampled.view());
                case GpuBinding.SampledArray array -> array.views().forEach(VulkanCommands::used);
                case GpuBinding.Stored stored -> used(stored.view());
                case GpuBinding.Combined combined -> used(combined.view());
                default -> { }
            }
        }
    }

    @Override
    public void pushConstants(int offsetBytes, int[] words) {
        System.arraycopy(words, 0, push, offsetBytes / 4, words.length);
        isPushed = false;
    }

    @Override
    public void state(DrawState wanted) {
        state = wanted;
    }

    @Override
    public void viewports(List<Viewport> viewports) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var list = VkViewport.malloc(viewports.size(), stack);
            for (int i = 0; i < viewports.size(); i++) {
                Viewport v = viewports.get(i);
                list.get(i).set(v.x(), v.y(), v.width(), v.height(), v.minDepth(), v.maxDepth());
            }
            vkCmdSetViewportWithCount(commands, list);
        }
        hasViewports = true;
    }

    @Override
    public void scissors(List<Rect> scissors) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var list = VkRect2D.malloc(scissors.size(), stack);
            for (int i = 0; i < scissors.size(); i++) {
                Rect r = scissors.get(i);
                int x = Math.max(0, r.x());
                int y = Math.max(0, r.y());
                list.get(i).offset().set(x, y);
                list.get(i).extent().set(Math.max(0, r.x() + r.width() - x), Math.max(0, r.y() + r.height() - y));
            }
            vkCmdSetScissorWithCount(commands, list);
        }
        hasScissors = true;
    }

    @Override
    public void indexBuffer(GpuBuffer buffer, long offset, IndexType type) {
        vkCmdBindIndexBuffer(commands, ((VulkanBuffer) buffer).handle, offset,
                type == IndexType.UINT16 ? VK_INDEX_TYPE_UINT16 : VK_INDEX_TYPE_UINT32);
    }

    @Override
    public void vertexBuffer(int binding, GpuBuffer buffer, long offset) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            vkCmdBindVertexBuffers(commands, binding, stack.longs(((VulkanBuffer) buffer).handle), stack.longs(offset));
        }
    }

    // Targets

    @Override
    public void targets(RenderTargets wanted) {
        requireOpen();
        endTargets();
        for (RenderTargets.Color color : wanted.colors()) {
            if (color != null) {
                used(color.view());
                used(color.resolve());
            }
        }
        RenderTargets.DepthStencil depth = wanted.depth();
        used(depth == null ? null : depth.view());
        targets = wanted;
        isBegun = false;
    }

    @Override
    public void endTargets() {
        RenderTargets ending = targets;
        if (ending != null && !isBegun && hasClears(ending)) {
            beforeShading();
            beginRendering(ending);
        }
        interruptRendering();
        targets = null;
    }

    private static boolean hasClears(RenderTargets targets) {
        RenderTargets.DepthStencil depth = targets.depth();
        return targets.colors().stream().anyMatch(c -> c != null && c.load() == RenderTargets.Load.CLEAR)
                || depth != null && (depth.depthLoad() == RenderTargets.Load.CLEAR
                || depth.stencilLoad() == RenderTargets.Load.CLEAR);
    }

    private void interruptRendering() {
        if (isRendering) {
            vkCmdEndRendering(commands);
            isRendering = false;
        }
    }

    private int load(RenderTargets.Load load) {
        return isBegun ? VK_ATTACHMENT_LOAD_OP_LOAD : switch (load) {
            case KEEP -> VK_ATTACHMENT_LOAD_OP_LOAD;
            case CLEAR -> VK_ATTACHMENT_LOAD_OP_CLEAR;
            case UNDEFINED -> VK_ATTACHMENT_LOAD_OP_DONT_CARE;
        };
    }

    private void beginRendering(RenderTargets wanted) {
        if (isDrawn) {
            long writes = VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT | VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT;
            long stages = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT | VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT
                    | VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT;
            memoryBarrier(stages, writes, stages,
                    writes | VK_ACCESS_2_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT);
        }
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var colors = VkRenderingAttachmentInfo.calloc(wanted.colors().size(), stack);
            for (int i = 0; i < wanted.colors().size(); i++) {
                RenderTargets.Color color = wanted.colors().get(i);
                var info = colors.get(i).sType$Default();
                if (color == null) {
                    continue;
                }
                info.imageView(((VulkanView) color.view()).target()).imageLayout(VK_IMAGE_LAYOUT_GENERAL).loadOp(load(
                        color.load()))
                        .storeOp(VK_ATTACHMENT_STORE_OP_STORE);
                clear(info.clearValue().color(), color.clear());
                if (color.resolve() != null) {
                    info.resolveMode(color.view().spec().format().isInteger() ? VK_RESOLVE_MODE_SAMPLE_ZERO_BIT
                            : VK_RESOLVE_MODE_AVERAGE_BIT)
                            .resolveImageView(((VulkanView) color.resolve()).target()).resolveImageLayout(
                                    VK_IMAGE_LAYOUT_GENERAL);
                }
            }
            var info = VkRenderingInfo.calloc(stack).sType$Default().layerCount(wanted.layers()).pColorAttachments(
                    colors);
            Rect area = wanted.area();
            info.renderArea().offset().set(area.x(), area.y());
            info.renderArea().extent().set(area.width(), area.height());
            RenderTargets.DepthStencil depth = wanted.depth();
            if (depth != null) {
                Format format = depth.view().spec().format();
                if (format.hasDepth()) {
                    info.pDepthAttachment(depthAttachment(stack, depth, depth.depthLoad()));
                }
                if (format.hasStencil()) {
                    info.pStencilAttachment(depthAttachment(stack, depth, depth.stencilLoad()));
                }
            }
            vkCmdBeginRendering(commands, info);
        }
        isBegun = true;
        isRendering = true;
        isDrawn = true;
        isShaded = true;
    }

    private VkRenderingAttachmentInfo depthAttachment(MemoryStack stack, RenderTargets.DepthStencil depth,
            RenderTargets.Load load) {
        var info = VkRenderingAttachmentInfo.calloc(stack).sType$Default().imageView(((VulkanView) depth.view(
                )).target())
                .imageLayout(VK_IMAGE_LAYOUT_GENERAL).loadOp(load(load)).storeOp(VK_ATTACHMENT_STORE_OP_STORE);
        info.clearValue().depthStencil().set(depth.clearDepth(), depth.clearStencil());
        return info;
    }

    private static VkClearColorValue clear(VkClearColorValue value, ClearColor color) {
        return value.int32(0, color.r()).int32(1, color.g()).int32(2, color.b()).int32(3, color.a());
    }

    // Draws and dispatches

    /** Before a draw or dispatch: what was moved is visible to it. */
    private void beforeShading() {
        if (!moved.isEmpty()) {
            barrier();
        }
    }

    private void beforeDraw() {
        requireOpen();
        GraphicsPipeline pipeline = graphics;
        RenderTargets to = targets;
        DrawState with = state;
        if (pipeline == null || to == null || with == null) {
            throw new IllegalStateException("a draw in " + recording.name + " without "
                    + (pipeline == null ? "pipeline" : to == null ? "targets" : "state"));
        }
        beforeShading();
        if (graphicsLayout != pipeline.layout) {
            graphicsSets.bind(commands, pipeline.layout, bindings);
            graphicsLayout = pipeline.layout;
            isPushed = false;
        }
        flushPush(pipeline.layout);
        if (!isRendering) {
            beginRendering(to);
        }
        if (variantPipeline != pipeline || variantState != with) {
            variant = pipeline.variant(with);
            variantPipeline = pipeline;
            variantState = with;
        }
        if (boundGraphics != variant) {
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, variant);
            boundGraphics = variant;
        }
        drawStates.apply(with, pipeline.spec.samples());
        Rect area = to.area();
        if (!hasViewports) {
            viewports(List.of(new Viewport(area.x(), area.y(), area.width(), area.height(), 0, 1)));
        }
        if (!hasScissors) {
            scissors(List.of(area));
        }
    }

    private void beforeDispatch() {
        requireOpen();
        ComputePipeline pipeline = compute;
        if (pipeline == null) {
            throw new IllegalStateException("a dispatch in " + recording.name + " without pipeline");
        }
        interruptRendering();
        beforeShading();
        isShaded = true;
        if (computeLayout != pipeline.layout) {
            computeSets.bind(commands, pipeline.layout, bindings);
            computeLayout = pipeline.layout;
            isPushed = false;
        }
        flushPush(pipeline.layout);
        if (boundCompute != pipeline.handle) {
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.handle);
            boundCompute = pipeline.handle;
        }
    }

    private void flushPush(PipelineLayout layout) {
        int words = layout.spec.pushConstantBytes() / 4;
        if (words > 0 && !isPushed) {
            try (MemoryStack stack = MemoryStack.stackPush()) {
                vkCmdPushConstants(commands, layout.handle, VK_SHADER_STAGE_ALL, 0, stack.mallocInt(words).put(push,
                        0, words).flip());
            }
            isPushed = true;
        }
    }

    @Override
    public void draw(int vertices, int instances, int firstVertex, int firstInstance) {
        beforeDraw();
        counted(() -> vkCmdDraw(commands, vertices, instances, firstVertex, firstInstance));
    }

    @Override
    public void drawIndexed(int indices, int instances, int firstIndex, int vertexOffset, int firstInstance) {
        beforeDraw();
        counted(() -> vkCmdDrawIndexed(commands, indices, instances, firstIndex, vertexOffset, firstInstance));
    }

    @Override
    public void countNext(GpuCounts counts, int index) {
        countNothing();
        nextCounts = (VulkanCounts) counts;
        nextCount = index;
    }

    /** A count that no draw came for is 0: whoever waits for one that never began waits for ever. */
    private void countNothing() {
        counted(() -> {});
    }

    private void counted(Runnable draw) {
        VulkanCounts counts = nextCounts;
        if (counts == null) {
            draw.run();
            return;
        }
        vkCmdBeginQuery(commands, counts.handle, nextCount,
                device.facts().has(GpuFeature.OCCLUSION_QUERY_PRECISE) ? VK_QUERY_CONTROL_PRECISE_BIT : 0);
        draw.run();
        vkCmdEndQuery(commands, counts.handle, nextCount);
        nextCounts = null;
    }

    @Override
    public void write(GpuCounts counts, int number, GpuBuffer target, long offset) {
        countNothing();
        beforeMove(target, null);
        vkCmdCopyQueryPoolResults(commands, ((VulkanCounts) counts).handle, 0, number, ((VulkanBuffer) target).handle, offset,
                Long.BYTES, VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT);
    }

    @Override
    public void drawIndirect(GpuBuffer arguments, long offset, int draws, int strideBytes) {
        beforeDraw();
        counted(() -> vkCmdDrawIndirect(commands, ((VulkanBuffer) arguments).handle, offset, draws, strideBytes));
    }

    @Override
    public void drawIndexedIndirect(GpuBuffer arguments, long offset, int draws, int strideBytes) {
        beforeDraw();
        counted(() -> vkCmdDrawIndexedIndirect(commands, ((VulkanBuffer) arguments).handle, offset, draws, strideBytes));
    }

    @Override
    public void drawIndirectCount(boolean indexed, GpuBuffer arguments, long offset, GpuBuffer count,
            long countOffset, int maxDraws, int strideBytes) {
        require(GpuFeature.DRAW_INDIRECT_COUNT, "a draw whose count is in memory");
        beforeDraw();
        long from = ((VulkanBuffer) arguments).handle;
        long number = ((VulkanBuffer) count).handle;
        counted(() -> {
            if (indexed) {
                vkCmdDrawIndexedIndirectCount(commands, from, offset, number, countOffset, maxDraws, strideBytes);
            } else {
                vkCmdDrawIndirectCount(commands, from, offset, number, countOffset, maxDraws, strideBytes);
            }
        });
    }

    @Override
    public void drawMesh(int groupsX, int groupsY, int groupsZ) {
        require(GpuFeature.MESH_SHADER, "a draw of mesh groups");
        beforeDraw();
        counted(() -> vkCmdDrawMeshTasksEXT(commands, groupsX, groupsY, groupsZ));
    }

    @Override
    public void dispatch(int groupsX, int groupsY, int groupsZ) {
        beforeDispatch();
        vkCmdDispatch(commands, groupsX, groupsY, groupsZ);
    }

    @Override
    public void dispatchIndirect(GpuBuffer arguments, long offset) {
        beforeDispatch();
        vkCmdDispatchIndirect(commands, ((VulkanBuffer) arguments).handle, offset);
    }

    private void require(GpuFeature feature, String what) {
        if (!device.facts().has(feature)) {
            throw new GpuUnsupported(feature, what);
        }
    }

    // Order

    private void memoryBarrier(long fromStages, long fromAccess, long toStages, long toAccess) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var barrier = VkMemoryBarrier2.calloc(1,
                    stack).sType$Default().srcStageMask(fromStages).srcAccessMask(fromAccess)
                    .dstStageMask(toStages).dstAccessMask(toAccess);
            vkCmdPipelineBarrier2(commands, VkDependencyInfo.calloc(stack).sType$Default().pMemoryBarriers(barrier));
        }
    }

    @Override
    public void barrier() {
        requireOpen();
        if (!isShaded && moved.isEmpty()) {
            return;
        }
        interruptRendering();
        memoryBarrier(VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, VK_ACCESS_2_MEMORY_WRITE_BIT,
                VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT);
        moved.clear();
        isShaded = false;
        isDrawn = false;
    }

    @Override
    public void barrier(Set<GpuWork> before, Set<GpuWork> after) {
        requireOpen();
        interruptRendering();
        memoryBarrier(stages(before), accesses(before), stages(after), accesses(after));
    }

    private static long stages(Set<GpuWork> works) {
        long bits = 0;
        for (GpuWork work : works) {
            bits |= switch (work) {
                case TRANSFER -> VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT;
                case COMPUTE -> VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT;
                case VERTEX -> VK_PIPELINE_STAGE_2_PRE_RASTERIZATION_SHADERS_BIT;
                case FRAGMENT -> VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT;
                case COLOR_TARGET -> VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT;
                case DEPTH_TARGET -> VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT
                        | VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT;
                case DRAW_INPUT -> VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_2_VERTEX_INPUT_BIT;
                case HOST -> VK_PIPELINE_STAGE_2_HOST_BIT;
            };
        }
        return bits;
    }

    private static long accesses(Set<GpuWork> works) {
        long bits = 0;
        for (GpuWork work : works) {
            bits |= switch (work) {
                case TRANSFER -> VK_ACCESS_2_TRANSFER_READ_BIT | VK_ACCESS_2_TRANSFER_WRITE_BIT;
                case COMPUTE, VERTEX, FRAGMENT -> VK_ACCESS_2_SHADER_READ_BIT | VK_ACCESS_2_SHADER_WRITE_BIT
                        | VK_ACCESS_2_UNIFORM_READ_BIT;
                case COLOR_TARGET -> VK_ACCESS_2_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT;
                case DEPTH_TARGET -> VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT
                        | VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT;
                case DRAW_INPUT -> VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT | VK_ACCESS_2_INDEX_READ_BIT
                        | VK_ACCESS_2_VERTEX_ATTRIBUTE_READ_BIT;
                case HOST -> VK_ACCESS_2_HOST_READ_BIT | VK_ACCESS_2_HOST_WRITE_BIT;
            };
        }
        return bits;
    }

    /** Before a command that moves data: everything that touched the same objects is done. */
    private void beforeMove(Object first, @Nullable Object second) {
        requireOpen();
        used(first);
        if (second != null) {
            used(second);
        }
        interruptRendering();
        if (isShaded || touched(first) || second != null && touched(second)) {
            barrier();
        }
        moved.add(first);
        if (second != null) {
            moved.add(second);
        }
    }

    private static void used(Object object) {
        if (object instanceof VulkanImage image) {
            image.used();
        }
    }

    private static void used(@Nullable GpuImageView view) {
        if (view != null) {
            used(view.image());
        }
    }

    private boolean touched(Object object) {
        for (int i = 0; i < moved.size(); i++) {
            if (moved.get(i) == object) {
                return true;
            }
        }
        return false;
    }

    // Moving data

    @Override
    public void upload(GpuBuffer target, long offset, MemorySegment bytes) {
        if (bytes.byteSize() == 0) {
            return;
        }
        beforeMove(target, null);
        Recording.Slice slice = recording.stage(bytes);
        copyBuffer(slice.buffer(), slice.offset(), target, offset, bytes.byteSize());
    }

    @Override
    public void upload(GpuImage target, ImagePart part, MemorySegment texels) {
        long expected = part.bytes(target.spec().format());
        if (texels.byteSize() != expected) {
            throw new IllegalArgumentException(texels.byteSize() + " bytes for " + part + " of " + target
                    + ", which has " + expected);
        }
        VulkanImage image = (VulkanImage) target;
        if (device.uploads() != null && image.isNew() && UploadQueue.moves(image, part)) {
            requireOpen();
            recording.early(new UploadQueue.Upload(image, part, recording.stage(texels)));
            return;
        }
        beforeMove(target, null);
        Recording.Slice slice = recording.stage(texels);
        copyToImage(slice.buffer(), BufferRows.tight(slice.offset()), target, part);
    }

    /** Records a copy of first texels. */
    static void copyToImage(VkCommandBuffer commands, UploadQueue.Upload upload) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            vkCmdCopyBufferToImage(commands, upload.texels().buffer().handle, upload.image().handle, VK_IMAGE_LAYOUT_GENERAL,
                    region(stack, BufferRows.tight(upload.texels().offset()), upload.part()));
        }
    }

    @Override
    public void copy(GpuBuffer source, long sourceOffset, GpuBuffer target, long targetOffset, long bytes) {
        if (bytes == 0) {
            return;
        }
        beforeMove(source, target);
        copyBuffer(source, sourceOffset, target, targetOffset, bytes);
    }

    private void copyBuffer(GpuBuffer source, long sourceOffset, GpuBuffer target, long targetOffset, long bytes) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            vkCmdCopyBuffer(commands, ((VulkanBuffer) source).handle, ((VulkanBuffer) target).handle,
                    VkBufferCopy.calloc(1, stack).srcOffset(sourceOffset).dstOffset(targetOffset).size(bytes));
        }
    }

    @Override
    public void copy(GpuBuffer source, BufferRows rows, GpuImage target, ImagePart part) {
        beforeMove(source, target);
        copyToImage(source, rows, target, part);
    }

    private void copyToImage(GpuBuffer source, BufferRows rows, GpuImage target, ImagePart part) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            vkCmdCopyBufferToImage(commands, ((VulkanBuffer) source).handle, ((VulkanImage) target).handle,
                    VK_IMAGE_LAYOUT_GENERAL, region(stack, rows, part));
        }
    }

    @Override
    public void copy(GpuImage source, ImagePart part, GpuBuffer target, BufferRows rows) {
        beforeMove(source, target);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            vkCmdCopyImageToBuffer(commands, ((VulkanImage) source).handle, VK_IMAGE_LAYOUT_GENERAL,
                    ((VulkanBuffer) target).handle, region(stack, rows, part));
        }
    }

    private static VkBufferImageCopy.Buffer region(MemoryStack stack, BufferRows rows, ImagePart part) {
        var region = VkBufferImageCopy.calloc(1, stack).bufferOffset(rows.offset()).bufferRowLength(rows.rowTexels())
                .bufferImageHeight(rows.sliceRows());
        layers(region.imageSubresource(), part);
        region.imageOffset().set(part.x(), part.y(), part.z());
        region.imageExtent().set(part.width(), part.height(), part.depth());
        return region;
    }

    private static void layers(VkImageSubresourceLayers layers, ImagePart part) {
        layers.set(Formats.aspect(part.aspect()), part.mip(), part.baseLayer(), part.layers());
    }

    @Override
    public void copy(GpuImage source, ImagePart from, GpuImage target, ImagePart to) {
        beforeMove(source, target);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var region = VkImageCopy.calloc(1, stack);
            layers(region.srcSubresource(), from);
            layers(region.dstSubresource(), to);
            region.srcOffset().set(from.x(), from.y(), from.z());
            region.dstOffset().set(to.x(), to.y(), to.z());
            region.extent().set(from.width(), from.height(), from.depth());
            vkCmdCopyImage(commands, ((VulkanImage) source).handle, VK_IMAGE_LAYOUT_GENERAL,
                    ((VulkanImage) target).handle, VK_IMAGE_LAYOUT_GENERAL, region);
        }
    }

    @Override
    public void blit(GpuImage source, ImagePart from, GpuImage target, ImagePart to, Filter filter) {
        requireBlit(source.spec().format(), FormatUse.BLIT_SOURCE);
        requireBlit(target.spec().format(), FormatUse.BLIT_TARGET);
        beforeMove(source, target);
        blitNow(source, from, target, to, filter);
    }

    private void requireBlit(Format format, FormatUse use) {
        if (!device.supports(format, use)) {
            throw new GpuUnsupported("scaled copy with " + format + " as " + use);
        }
    }

    private void blitNow(GpuImage source, ImagePart from, GpuImage target, ImagePart to, Filter filter) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            vkCmdBlitImage(commands, ((VulkanImage) source).handle, VK_IMAGE_LAYOUT_GENERAL,
                    ((VulkanImage) target).handle, VK_IMAGE_LAYOUT_GENERAL, blitRegion(stack, from, to),
                    Formats.filter(filter));
        }
    }

    private static VkImageBlit.Buffer blitRegion(MemoryStack stack, ImagePart from, ImagePart to) {
        var region = VkImageBlit.calloc(1, stack);
        layers(region.srcSubresource(), from);
        layers(region.dstSubresource(), to);
        region.srcOffsets(0).set(from.x(), from.y(), from.z());
        region.srcOffsets(1).set(from.x() + from.width(), from.y() + from.height(), from.z() + from.depth());
        region.dstOffsets(0).set(to.x(), to.y(), to.z());
        region.dstOffsets(1).set(to.x() + to.width(), to.y() + to.height(), to.z() + to.depth());
        return region;
    }

    @Override
    public void resolve(GpuImage source, ImagePart from, GpuImage target, ImagePart to) {
        beforeMove(source, target);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var region = VkImageResolve.calloc(1, stack);
            layers(region.srcSubresource(), from);
            layers(region.dstSubresource(), to);
            region.srcOffset().set(from.x(), from.y(), from.z());
            region.dstOffset().set(to.x(), to.y(), to.z());
            region.extent().set(from.width(), from.height(), from.depth());
            vkCmdResolveImage(commands, ((VulkanImage) source).handle, VK_IMAGE_LAYOUT_GENERAL,
                    ((VulkanImage) target).handle, VK_IMAGE_LAYOUT_GENERAL, region);
        }
    }

    @Override
    public void fill(GpuBuffer target, long offset, long bytes, int word) {
        if (bytes == 0) {
            return;
        }
        beforeMove(target, null);
        vkCmdFillBuffer(commands, ((VulkanBuffer) target).handle, offset, bytes, word);
    }

    @Override
    public void clear(GpuImageView target, ClearColor color) {
        var image = (VulkanImage) target.image();
        ViewSpec view = target.spec();
        if (view.format() != image.spec().format()) {
            throw new IllegalArgumentException("clear of " + image + " as " + view.format() + ": clear it as a target");
        }
        beforeMove(image, null);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            vkCmdClearColorImage(commands, image.handle, VK_IMAGE_LAYOUT_GENERAL,
                    clear(VkClearColorValue.calloc(stack), color), range(stack, view));
        }
    }

    @Override
    public void clear(GpuImageView target, float depth, int stencil) {
        var image = (VulkanImage) target.image();
        beforeMove(image, null);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            vkCmdClearDepthStencilImage(commands, image.handle, VK_IMAGE_LAYOUT_GENERAL,
                    VkClearDepthStencilValue.calloc(stack).set(depth, stencil), range(stack, target.spec()));
        }
    }

    private static VkImageSubresourceRange range(MemoryStack stack, ViewSpec view) {
        return VkImageSubresourceRange.calloc(stack).set(Formats.aspect(view.aspect()), view.baseMip(), view.mips(),
                view.baseLayer(), view.layers());
    }

    @Override
    public void makeMips(GpuImage image) {
        ImageSpec spec = image.spec();
        requireBlit(spec.format(), FormatUse.BLIT_SOURCE);
        requireBlit(spec.format(), FormatUse.BLIT_TARGET);
        if (!device.supports(spec.format(), FormatUse.SAMPLED_LINEAR)) {
            throw new GpuUnsupported("levels of " + image + ": the device does not filter " + spec.format());
        }
        for (int mip = 1; mip < spec.mips(); mip++) {
            beforeMove(image, null);
            blitNow(image, ImagePart.level(spec, mip - 1), image, ImagePart.level(spec, mip), Filter.LINEAR);
        }
    }

    @Override
    public void timestamp(GpuBuffer target, long offset) {
        beforeMove(target, null);
        int query = recording.timestamp();
        vkCmdResetQueryPool(commands, recording.timestampPool(), query, 1);
        vkCmdWriteTimestamp2(commands, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, recording.timestampPool(), query);
        vkCmdCopyQueryPoolResults(commands, recording.timestampPool(), query, 1, ((VulkanBuffer) target).handle,
                offset, 8, VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT);
    }
}
