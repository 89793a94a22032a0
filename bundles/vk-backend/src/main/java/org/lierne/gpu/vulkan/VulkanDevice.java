package org.lierne.gpu.vulkan;

import static org.lwjgl.util.vma.Vma.*;
import static org.lwjgl.vulkan.EXTDebugUtils.vkSetDebugUtilsObjectNameEXT;
import static org.lwjgl.vulkan.VK13.*;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.*;
import org.lierne.host.ControllerSource;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.util.vma.VmaAllocationCreateInfo;
import org.lwjgl.util.vma.VmaAllocationInfo;
import org.lwjgl.util.vma.VmaAllocatorCreateInfo;
import org.lwjgl.util.vma.VmaVulkanFunctions;
import org.lwjgl.vulkan.*;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/** An open device: makes objects, numbers submissions, and knows when they are done. */
final class VulkanDevice implements GpuDevice {
    private static final Logger LOG = LoggerFactory.getLogger(VulkanDevice.class);
    /** Every role a buffer of the model can have. */
    private static final int BUFFER_USAGE = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT
            | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT
            | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT
            | VK_BUFFER_USAGE_INDEX_BUFFER_BIT | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT
            | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT;

    private static final Marker GPU = MarkerFactory.getMarker("GPU");
    /** A wait without limit looks this often whether it is one. */
    private static final long LOOK_NS = 500_000_000;
    private static final SamplerSpec ANY_SAMPLER = SamplerSpec.of(Filter.NEAREST, AddressMode.CLAMP_TO_EDGE);

    final VkDevice handle;
    final VkQueue queue;
    final int queueFamily;
    final Lifetimes lifetimes = new Lifetimes();
    final PipelineCache pipelineCache;
    final DynamicStates dynamicStates;
    final boolean hasNames;
    /** Guards the queue, the ticket counter and the list of recordings under way. */
    final Object queueLock = new Object();
    private final VulkanInstance instance;
    private final GpuFacts facts;
    private final long allocator;
    private final long timeline;
    private final @Nullable UploadQueue uploads;
    private final Completions completions;
    private final Deque<Recording> running = new ArrayDeque<>();
    private final Deque<Recording> idle = new ArrayDeque<>();
    private final List<VulkanImage> fresh = new ArrayList<>();
    private final SamplerCache samplers;
    private final SamplerCache coloredSamplers;
    private final Map<List<BindingSlot>, SetLayout> setLayouts = new ConcurrentHashMap<>();
    private final Map<BindingLayout, PipelineLayout> layouts = new ConcurrentHashMap<>();
    private final Map<ComputeSpec, ComputePipeline> computePipelines = new ConcurrentHashMap<>();
    private final Map<GraphicsSpec, GraphicsPipeline> graphicsPipelines = new ConcurrentHashMap<>();
    private final @Nullable WindowSystem windows;
    private final Function<ControllerSource, AutoCloseable> publish;
    private final List<WindowDisplay> displays = new ArrayList<>();
    private volatile long lastTicket;
    private volatile long reached;
    private final long lastSubmission = GpuSwitches.lastSubmission();
    private final long firstHung = GpuSwitches.firstHung();
    private final Patience patience;
    private volatile @Nullable Loss loss;
    private volatile @Nullable Consumer<GpuLost> whenLost;
    private boolean isClosed;

    /**
     * Why the device counts as lost though its driver has not said so.
     *
     * @param mayBeAtWork whether it was given up, and what it was given is still in its reach
     */
    private record Loss(String result, String why, boolean mayBeAtWork) {}

    VulkanDevice(VulkanInstance instance, VulkanDevices.Candidate candidate, GpuOptions options,
            @Nullable WindowSystem windows, Function<ControllerSource, AutoCloseable> publish) {
        this.instance = instance;
        this.windows = windows;
        this.publish = publish;
        this.facts = candidate.facts();
        this.queueFamily = candidate.queueFamily();
        this.hasNames = instance.hasNames;
        this.patience = Patience.with(facts.kind(), GpuSwitches.patience());
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var chain = new FeatureChain(stack, candidate.handle(), candidate.extensions());
            dynamicStates = chain.dynamicStates();
            if (windows != null) {
                chain.enabled.add("VK_KHR_swapchain");
            }
            Integer mover = options.uploadQueue() == GpuOptions.UploadQueue.NONE ? null : UploadQueue.family(stack, candidate.handle());
            var queues = VkDeviceQueueCreateInfo.calloc(mover == null ? 1 : 2, stack);
            queues.get(0).sType$Default().queueFamilyIndex(queueFamily).pQueuePriorities(stack.floats(1));
            if (mover != null) {
                queues.get(1).sType$Default().queueFamilyIndex(mover).pQueuePriorities(stack.floats(1));
            }
            var info = VkDeviceCreateInfo.calloc(stack).sType$Default().pNext(chain.root.address()).pQueueCreateInfos(
                    queues)
                    .ppEnabledExtensionNames(VulkanInstance.strings(stack, chain.enabled));
            var pointer = stack.mallocPointer(1);
            Vk.check(vkCreateDevice(candidate.handle(), info, null, pointer), "vkCreateDevice", facts.name());
            handle = new VkDevice(pointer.get(0), candidate.handle(), info);
            lifetimes.own(() -> vkDestroyDevice(handle, null));
            vkGetDeviceQueue(handle, queueFamily, 0, pointer);
            queue = new VkQueue(pointer.get(0), handle);
            int mostSamplers = Math.min(Samplers.most(this), 2 * SamplerCache.MOST);
            int mostColored = Math.min(Samplers.mostColored(this), mostSamplers / 2);
            samplers = new SamplerCache(this, "of fixed border colours", mostSamplers - mostColored);
            coloredSamplers = new SamplerCache(this, "of border colours of their own", mostColored);

            var allocatorInfo = VmaAllocatorCreateInfo.calloc(stack).instance(instance.handle).physicalDevice(
                    candidate.handle())
                    .device(handle).vulkanApiVersion(VK_API_VERSION_1_3)
                    .pVulkanFunctions(VmaVulkanFunctions.calloc(stack).set(instance.handle, handle));
            if (facts.has(GpuFeature.BUFFER_DEVICE_ADDRESS)) {
                allocatorInfo.flags(VMA_ALLOCATOR_CREATE_BUFFER_DEVICE_ADDRESS_BIT);
            }
            Vk.check(vmaCreateAllocator(allocatorInfo, pointer), "vmaCreateAllocator", "");
            allocator = pointer.get(0);
            lifetimes.own(() -> vmaDestroyAllocator(allocator));

            timeline = timeline("timeline");
            uploads = mover != null || options.uploadQueue() == GpuOptions.UploadQueue.ANY
                    ? new UploadQueue(this, mover == null ? queueFamily : mover) : null;
        }
        pipelineCache = new PipelineCache(this, options.cacheFolder(), facts);
        completions = new Completions(this);
        LOG.atInfo().addMarker(GPU).log("{}, {} {}, Vulkan {}{}", facts.name(),
                facts.driverName(), facts.driverInfo(), facts.apiVersion(), options.validation() ? ", validated" : "");
    }

    /** A semaphore that counts. */
    long timeline(String name) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var id = stack.mallocLong(1);
            Vk.check(vkCreateSemaphore(handle, VkSemaphoreCreateInfo.calloc(stack).sType$Default()
                    .pNext(VkSemaphoreTypeCreateInfo.calloc(stack).sType$Default().semaphoreType(
                            VK_SEMAPHORE_TYPE_TIMELINE)), null, id),
                    "vkCreateSemaphore", name);
            long semaphore = id.get(0);
            lifetimes.own(() -> vkDestroySemaphore(handle, semaphore, null));
            return semaphore;
        }
    }

    /** Where first texels move, null where they move with everything else. */
    @Nullable UploadQueue uploads() {
        return uploads;
    }

    @Override
    public GpuFacts facts() {
        return facts;
    }

    /** Gives an object a name for debuggers and validation messages. */
    void name(int type, long object, String name) {
        if (hasNames) {
            try (MemoryStack stack = MemoryStack.stackPush()) {
                vkSetDebugUtilsObjectNameEXT(handle,
                        VkDebugUtilsObjectNameInfoEXT.calloc(stack).sType$Default().objectType(type)
                        .objectHandle(object).pObjectName(stack.UTF8(name)));
            }
        }
    }

    @Override
    public boolean supports(Format format, FormatUse use) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var third = VkFormatProperties3.calloc(stack).sType$Default();
            vkGetPhysicalDeviceFormatProperties2(handle.getPhysicalDevice(), Formats.of(format),
                    VkFormatProperties2.calloc(stack).sType$Default().pNext(third));
            long has = use == FormatUse.VERTEX ? third.bufferFeatures() : third.optimalTilingFeatures();
            return (has & Formats.features(use)) == Formats.features(use);
        }
    }

    private int bufferUsage() {
        return BUFFER_USAGE | (facts.has(GpuFeature.BUFFER_DEVICE_ADDRESS)
                ? VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT : 0);
    }

    /** The address shaders reach a buffer under, or 0 on devices without. */
    long addressOf(long buffer) {
        if (!facts.has(GpuFeature.BUFFER_DEVICE_ADDRESS)) {
            return 0;
        }
        try (MemoryStack stack = MemoryStack.stackPush()) {
            return vkGetBufferDeviceAddress(handle,
                    VkBufferDeviceAddressInfo.calloc(stack).sType$Default().buffer(buffer));
        }
    }

    @Override
    public VulkanBuffer buffer(long sizeBytes, BufferMemory memory, String name) {
        if (sizeBytes <= 0) {
            throw new IllegalArgumentException("buffer " + name + " of " + sizeBytes + " bytes");
        }
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var info = VkBufferCreateInfo.calloc(stack).sType$Default().size(sizeBytes).usage(bufferUsage());
            if (memory == BufferMemory.UPLOAD && uploads != null && uploads.family != queueFamily) {
                info.sharingMode(VK_SHARING_MODE_CONCURRENT).pQueueFamilyIndices(stack.ints(queueFamily, uploads.family));
            }
            var allocation = VmaAllocationCreateInfo.calloc(stack).usage(VMA_MEMORY_USAGE_AUTO);
            if (memory != BufferMemory.DEVICE) {
                if (sizeBytes > Integer.MAX_VALUE) {
                    throw new IllegalArgumentException("mapped buffer " + name + " of " + sizeBytes
                            + " bytes: more than 2 GiB - 1");
                }
                allocation.flags(VMA_ALLOCATION_CREATE_MAPPED_BIT | (memory == BufferMemory.UPLOAD
                        ? VMA_ALLOCATION_CREATE_HOST_ACCESS_SEQUENTIAL_WRITE_BIT
                        : VMA_ALLOCATION_CREATE_HOST_ACCESS_RANDOM_BIT));
                allocation.requiredFlags(VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
            }
            var buffer = stack.mallocLong(1);
            var pointer = stack.mallocPointer(1);
            var result = VmaAllocationInfo.calloc(stack);
            Vk.check(vmaCreateBuffer(allocator, info, allocation, buffer, pointer, result), "vmaCreateBuffer",
                    name + ", " + sizeBytes + " bytes, " + memory);
            long id = buffer.get(0);
            long memoryOf = pointer.get(0);
            MemorySegment mapped = memory == BufferMemory.DEVICE ? null
                    : MemorySegment.ofBuffer(MemoryUtil.memByteBuffer(result.pMappedData(), (int) sizeBytes));
            name(VK_OBJECT_TYPE_BUFFER, id, name);
            return new VulkanBuffer(this, name, id, sizeBytes, addressOf(id), mapped,
                    () -> vmaDestroyBuffer(allocator, id, memoryOf));
        }
    }

    @Override
    public GpuBuffer importHost(long hostAddress, long sizeBytes, String name) {
        long alignment = facts.limits().importAlignment();
        if (!facts.has(GpuFeature.EXTERNAL_MEMORY_HOST)) {
            throw new GpuUnsupported(GpuFeature.EXTERNAL_MEMORY_HOST, "import of " + name);
        }
        if (hostAddress % alignment != 0 || sizeBytes % alignment != 0 || sizeBytes <= 0) {
            throw new IllegalArgumentException("import of " + name + " at 0x" + Long.toHexString(hostAddress)
                    + ", 0x" + Long.toHexString(sizeBytes) + " bytes: both must be multiples of 0x"
                    + Long.toHexString(alignment));
        }
        return HostImport.of(this, hostAddress, sizeBytes, name, bufferUsage());
    }

    @Override
    public GpuImage image(ImageSpec spec, String name) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            int type = switch (spec.kind()) {
                case D1 -> VK_IMAGE_TYPE_1D;
                case D2 -> VK_IMAGE_TYPE_2D;
                case D3 -> VK_IMAGE_TYPE_3D;
            };
            int usage = VulkanImage.usage(spec);
            int flags = VulkanImage.flags(spec, facts.has(GpuFeature.IMAGE_2D_VIEW_OF_3D));
            requireImage(stack, spec, type, usage, flags);
            var info = VkImageCreateInfo.calloc(stack).sType$Default().imageType(type).format(Formats.of(spec.format()))
                    .mipLevels(spec.mips()).arrayLayers(spec.layers()).samples(spec.samples()).tiling(
                            VK_IMAGE_TILING_OPTIMAL)
                    .usage(usage).flags(flags).initialLayout(VK_IMAGE_LAYOUT_UNDEFINED);
            info.extent().set(spec.width(), spec.height(), spec.depth());
            var image = stack.mallocLong(1);
            var pointer = stack.mallocPointer(1);
            Vk.check(vmaCreateImage(allocator, info,
                    VmaAllocationCreateInfo.calloc(stack).usage(VMA_MEMORY_USAGE_AUTO), image, pointer, null),
                    "vmaCreateImage", name + ", " + spec);
            long id = image.get(0);
            long memory = pointer.get(0);
            name(VK_OBJECT_TYPE_IMAGE, id, name);
            var made = new VulkanImage(this, name, id, spec, () -> {
                forget(id);
                vmaDestroyImage(allocator, id, memory);
            });
            synchronized (fresh) {
                fresh.add(made);
            }
            return made;
        }
    }

    /** An image goes that may never have been used. */
    private void forget(long image) {
        synchronized (fresh) {
            fresh.removeIf(unused -> unused.handle == image);
        }
    }

    private void requireImage(MemoryStack stack, ImageSpec spec, int type, int usage, int flags) {
        var properties = VkImageFormatProperties2.calloc(stack).sType$Default();
        int result = vkGetPhysicalDeviceImageFormatProperties2(handle.getPhysicalDevice(),
                VkPhysicalDeviceImageFormatInfo2.calloc(stack).sType$Default().format(Formats.of(spec.format())).type(
                type)
                        .tiling(VK_IMAGE_TILING_OPTIMAL).usage(usage).flags(flags), properties);
        if (result == VK_ERROR_FORMAT_NOT_SUPPORTED) {
            throw new GpuUnsupported("the device has no images of " + spec);
        }
        Vk.check(result, "vkGetPhysicalDeviceImageFormatProperties2", spec.toString());
        VkImageFormatProperties most = properties.imageFormatProperties();
        if ((most.sampleCounts() & spec.samples()) == 0 || spec.mips() > most.maxMipLevels()
                || spec.layers() > most.maxArrayLayers() || spec.width() > most.maxExtent().width()
                || spec.height() > most.maxExtent().height() || spec.depth() > most.maxExtent().depth()) {
            throw new GpuUnsupported("the device has no images of " + spec + ": at most " + most.maxExtent().width()
                    + "x" + most.maxExtent().height() + "x" + most.maxExtent().depth() + ", " + most.maxMipLevels()
                    + " levels, " + most.maxArrayLayers() + " layers, sample counts 0x"
                    + Integer.toHexString(most.sampleCounts()));
        }
    }

    @Override
    public VulkanSampler sampler(SamplerSpec spec) {
        return (spec.border() instanceof BorderColor.Custom ? coloredSamplers : samplers).get(spec);
    }

    /** The sampler that stands where none was given. */
    VulkanSampler anySampler() {
        return sampler(ANY_SAMPLER);
    }

    @Override
    public GpuCounts counts(int size) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var id = stack.mallocLong(1);
            Vk.check(vkCreateQueryPool(handle, VkQueryPoolCreateInfo.calloc(stack).sType$Default()
                    .queryType(VK_QUERY_TYPE_OCCLUSION).queryCount(size), null, id), "vkCreateQueryPool", "counts");
            long pool = id.get(0);
            vkResetQueryPool(handle, pool, 0, size);
            return new VulkanCounts(lifetimes, size, pool, () -> vkDestroyQueryPool(handle, pool, null));
        }
    }

    @Override
    public GpuShader shader(int[] spirv, String name) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var words = MemoryUtil.memAllocInt(spirv.length).put(spirv).flip();
            try {
                var id = stack.mallocLong(1);
                Vk.check(vkCreateShaderModule(handle, VkShaderModuleCreateInfo.calloc(stack).sType$Default()
                        .pCode(MemoryUtil.memByteBuffer(words)), null, id), "vkCreateShaderModule", name);
                long module = id.get(0);
                name(VK_OBJECT_TYPE_SHADER_MODULE, module, name);
                return new VulkanShader(lifetimes, name, module, () -> vkDestroyShaderModule(handle, module, null));
            } finally {
                MemoryUtil.memFree(words);
            }
        }
    }

    /** The layout for some bindings; equal ones share it, and their sets. */
    PipelineLayout layout(BindingLayout spec) {
        PipelineLayout known = layouts.get(spec);
        if (known != null) {
            return known;
        }
        int sets = spec.slots().stream().mapToInt(BindingSlot::set).max().orElse(-1) + 1;
        if (sets > facts.limits().maxBoundDescriptorSets()) {
            throw new GpuUnsupported(sets + " descriptor sets; the device has "
                    + facts.limits().maxBoundDescriptorSets());
        }
        if (spec.pushConstantBytes() > facts.limits().maxPushConstantsBytes()) {
            throw new GpuUnsupported(spec.pushConstantBytes() + " bytes of push constants; the device has "
                    + facts.limits().maxPushConstantsBytes());
        }
        var made = new SetLayout[sets];
        for (int i = 0; i < sets; i++) {
            int set = i;
            made[i] = setLayouts.computeIfAbsent(spec.slots().stream().filter(s -> s.set() == set).toList(),
                    slots -> new SetLayout(this, slots));
        }
        return layouts.computeIfAbsent(spec, key -> new PipelineLayout(this, key, made));
    }

    @Override
    public GpuPipeline compute(ComputeSpec spec) {
        ComputePipeline known = computePipelines.get(spec);
        return known != null ? known : computePipelines.computeIfAbsent(spec, key -> new ComputePipeline(this, key));
    }

    @Override
    public GpuPipeline graphics(GraphicsSpec spec, DrawState firstState) {
        GraphicsPipeline known = graphicsPipelines.get(spec);
        if (known == null) {
            known = graphicsPipelines.computeIfAbsent(spec, key -> new GraphicsPipeline(this, key));
        }
        known.variant(firstState);
        return known;
    }

    @Override
    public GpuCommands commands(String name) {
        return new VulkanCommands(this, name, take());
    }

    /** An unused recording: one that is done, or a new one. */
    Recording take() {
        collect();
        Recording recording;
        synchronized (queueLock) {
            recording = idle.poll();
        }
        return recording != null ? recording : new Recording(this);
    }

    /** A recording that was thrown away. */
    void giveBack(Recording recording) {
        recording.reset();
        synchronized (queueLock) {
            idle.push(recording);
        }
    }

    @Override
    public long submit(GpuCommands commands) {
        var recorded = (VulkanCommands) commands;
        return submit(recorded.finish(), recorded.number(), VK_NULL_HANDLE, VK_NULL_HANDLE);
    }

    /**
     * Hands a recording to the queue.
     *
     * @param wait   binary semaphore that its transfers wait for, or none
     * @param signal binary semaphore that is signalled besides the timeline, or none
     */
    long submit(Recording recording, long number, long wait, long signal) {
        long ticket;
        requireDevice("vkQueueSubmit2");
        synchronized (queueLock) {
            List<VulkanImage> unused;
            synchronized (fresh) {
                unused = new ArrayList<>(fresh.stream().filter(image -> image.outlives(number)).toList());
                fresh.removeAll(unused);
            }
            try (MemoryStack stack = MemoryStack.stackPush()) {
                ticket = lastTicket + 1;
                List<VulkanImage> arriving = recording.arriving(unused);
                long arrived = arriving.isEmpty() ? 0 : recording.submitUploads(Objects.requireNonNull(uploads), arriving);
                boolean hasPrologue = recording.recordPrologue(unused, arriving);
                var buffers = VkCommandBufferSubmitInfo.calloc(hasPrologue ? 2 : 1, stack);
                if (hasPrologue) {
                    buffers.get(0).sType$Default().commandBuffer(recording.prologue);
                }
                buffers.get(hasPrologue ? 1 : 0).sType$Default().commandBuffer(recording.main);
                var signals = VkSemaphoreSubmitInfo.calloc(signal == VK_NULL_HANDLE ? 1 : 2, stack);
                signals.get(0).sType$Default().semaphore(timeline).value(ticket).stageMask(
                        VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT);
                if (signal != VK_NULL_HANDLE) {
                    signals.get(1).sType$Default().semaphore(signal).stageMask(VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT);
                }
                var info = VkSubmitInfo2.calloc(1, stack).sType$Default().pCommandBufferInfos(buffers)
                        .pSignalSemaphoreInfos(signals);
                var waits = VkSemaphoreSubmitInfo.calloc(2, stack);
                if (wait != VK_NULL_HANDLE) {
                    waits.get().sType$Default().semaphore(wait).stageMask(VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT);
                }
                if (uploads != null && arrived != 0) {
                    waits.get().sType$Default().semaphore(uploads.timeline()).value(arrived).stageMask(VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT);
                }
                if (reached == lastTicket) {
                    patience.moved();
                }
                if (waits.position() > 0) {
                    info.pWaitSemaphoreInfos(waits.flip());
                }
                Vk.check(vkQueueSubmit2(queue, info, VK_NULL_HANDLE), "vkQueueSubmit2", recording.name);
                lastTicket = ticket;
                recording.ticket = ticket;
                running.add(recording);
            }
        }
        lifetimes.submitted(number, ticket);
        collect();
        if (ticket >= lastSubmission) {
            loss = new Loss(Vk.name(VK_ERROR_DEVICE_LOST), "LIERNE_GPU says so", false);
        }
        return ticket;
    }

    /** Takes back what finished submissions used. */
    void collect() {
        long done = reachedNow();
        List<Recording> finished = new ArrayList<>();
        synchronized (queueLock) {
            while (!running.isEmpty() && running.peek().ticket <= done) {
                finished.add(running.remove());
            }
        }
        for (Recording recording : finished) {
            giveBack(recording);
        }
        lifetimes.collect(done);
    }

    /** @throws GpuLost as a driver would say, where the device was given up or the user wants to see that */
    private void requireDevice(String call) {
        Loss known = loss;
        if (known != null) {
            throw new GpuLost(call, known.result, known.why);
        }
    }

    /** @throws GpuLost when a device that does not come to a ticket is waited for no longer */
    private void requireProgress(long ticket) {
        if (patience.isOver()) {
            loss = new Loss(Vk.name(VK_TIMEOUT), "ticket %d is not reached, and %s".formatted(ticket, patience), true);
        } else if (patience.isToBeTold()) {
            LOG.atWarn().addMarker(GPU).log("{}: ticket {} is waited for, and {}", facts.name(), ticket, patience);
        }
        requireDevice("vkWaitSemaphores");
    }

    /** The newest ticket reached. */
    long reachedNow() {
        requireDevice("vkGetSemaphoreCounterValue");
        if (reached == lastTicket) {
            return reached;
        }
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var value = stack.mallocLong(1);
            Vk.check(vkGetSemaphoreCounterValue(handle, timeline, value), "vkGetSemaphoreCounterValue", "");
            long now = Math.min(value.get(0), firstHung - 1);
            if (now != reached) {
                patience.moved();
            }
            reached = now;
            return now;
        }
    }

    @Override
    public long lastTicket() {
        return lastTicket;
    }

    @Override
    public boolean isReached(long ticket) {
        return ticket <= reached || ticket <= reachedNow();
    }

    @Override
    public boolean await(long ticket, long timeoutNs) {
        if (ticket > lastTicket) {
            throw new IllegalArgumentException("ticket " + ticket + " was not given out; the last one is "
                    + lastTicket);
        }
        requireDevice("vkWaitSemaphores");
        long left = timeoutNs;
        while (!isReached(ticket)) {
            if (left <= 0) {
                return false;
            }
            requireProgress(ticket);
            long step = Math.min(left, LOOK_NS);
            awaitOnce(ticket, step);
            left -= left == Long.MAX_VALUE ? 0 : step;
        }
        return true;
    }

    private void awaitOnce(long ticket, long timeoutNs) {
        if (ticket >= firstHung) {
            LockSupport.parkNanos(timeoutNs);
            return;
        }
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var info = VkSemaphoreWaitInfo.calloc(stack).sType$Default().semaphoreCount(1).pSemaphores(stack.longs(
                    timeline))
                    .pValues(stack.longs(ticket));
            Vk.check(vkWaitSemaphores(handle, info, timeoutNs), "vkWaitSemaphores", "ticket " + ticket);
        }
    }

    @Override
    public void hurry() {
        patience.hurry();
    }

    @Override
    public boolean mayBeAtWork() {
        Loss known = loss;
        return known != null && known.mayBeAtWork;
    }

    @Override
    public void whenReached(long ticket, Runnable action) {
        completions.add(ticket, action);
    }

    @Override
    public byte[] read(GpuBuffer buffer, long offset, int bytes) {
        try (VulkanBuffer target = buffer(Math.max(4, bytes), BufferMemory.READBACK, "readback of " + buffer.name())) {
            var commands = commands("read " + buffer.name());
            commands.copy(buffer, offset, target, 0, bytes);
            return finishRead(commands, target, bytes);
        }
    }

    @Override
    public byte[] read(GpuImage image, ImagePart part) {
        long bytes = part.bytes(image.spec().format());
        try (VulkanBuffer target = buffer(Math.max(4, bytes), BufferMemory.READBACK, "readback of " + image.name())) {
            var commands = commands("read " + image.name());
            commands.copy(image, part, target, BufferRows.tight(0));
            return finishRead(commands, target, (int) bytes);
        }
    }

    private byte[] finishRead(GpuCommands commands, VulkanBuffer target, int bytes) {
        await(submit(commands), Long.MAX_VALUE);
        return target.mapped().asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE);
    }

    @Override
    public GpuDisplay display(String title, int width, int height) {
        if (windows == null) {
            return new CountingDisplay();
        }
        var display = new WindowDisplay(this, instance.handle, windows, title, width, height, publish);
        synchronized (displays) {
            displays.add(display);
        }
        return display;
    }

    @Override
    public void onLost(@Nullable Consumer<GpuLost> listener) {
        whenLost = listener;
    }

    /** Nobody's call tells it. */
    void lost(GpuLost loss) {
        Consumer<GpuLost> listener = whenLost;
        if (listener != null) {
            listener.accept(loss);
        }
    }

    @Override
    public long validationFindings() {
        return instance.validation.findings();
    }

    @Override
    public void onValidationFinding(@Nullable Consumer<String> listener) {
        instance.validation.listener(listener);
    }

    @Override
    public void close() {
        synchronized (this) {
            if (isClosed) {
                return;
            }
            isClosed = true;
        }
        patience.hurry();
        try {
            synchronized (displays) {
                displays.forEach(WindowDisplay::close);
            }
            awaitIdleUnlessLost("on closing");
            pipelineCache.save();
        } finally {
            completions.close();
            if (mayBeAtWork()) {
                LOG.atWarn().addMarker(GPU).log("{} was given up: what it may still be at work with is left as it is", facts.name());
            } else {
                lifetimes.closeAll();
                instance.close();
            }
            if (windows != null) {
                WindowSystem.release();
            }
        }
    }

    /** Waits for the queue, pictures that are shown among it. @throws GpuLost when it is waited for no longer */
    void awaitIdle(String why) {
        if (loss == null || mayBeAtWork()) {
            await(lastTicket, Long.MAX_VALUE);
        }
        synchronized (queueLock) {
            Vk.check(vkQueueWaitIdle(queue), "vkQueueWaitIdle", why);
        }
    }

    /** The same at an end. */
    void awaitIdleUnlessLost(String why) {
        try {
            awaitIdle(why);
        } catch (GpuLost e) {
            LOG.atDebug().addMarker(GPU).log("closed without its queue: {}", e.getMessage());
        }
    }
}
