package org.lierne.agc.driver;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.FrameFacts.DrawFacts;
import org.lierne.agc.VideoOutputs.BufferLayout;
import org.lierne.agc.descriptor.BufferDescriptor;
import org.lierne.agc.descriptor.ImageDescriptor;
import org.lierne.agc.register.Registers;
import org.lierne.gpu.BindingKind;
import org.lierne.gpu.BindingLayout;
import org.lierne.gpu.BindingSlot;
import org.lierne.gpu.BufferMemory;
import org.lierne.gpu.ComputeSpec;
import org.lierne.gpu.Format;
import org.lierne.gpu.GpuBinding;
import org.lierne.gpu.GpuBuffer;
import org.lierne.gpu.GpuCommands;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuDisplay;
import org.lierne.gpu.GpuFailure;
import org.lierne.gpu.GpuFeature;
import org.lierne.gpu.GpuImage;
import org.lierne.gpu.GpuImageView;
import org.lierne.gpu.GpuPipeline;
import org.lierne.gpu.GpuShader;
import org.lierne.gpu.GraphicsSpec;
import org.lierne.gpu.ImagePart;
import org.lierne.gpu.IndexType;
import org.lierne.gpu.Rect;
import org.lierne.gpu.RenderTargets;
import org.lierne.gpu.StageSpec;
import org.lierne.gpu.Topology;
import org.lierne.gpu.VertexInput;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.memory.GuestMemoryFault;
import org.lierne.recompiler.program.ConstantWord;
import org.lierne.recompiler.program.DescriptorWalker;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.HostBinding;
import org.lierne.recompiler.program.MemoryReader;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ShaderResource;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslationRefused;
import org.lierne.recompiler.program.ViewShape;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine on a host device. Draws of all queues are recorded into one command list under one lock; the list is
 * handed over at each end-of-pipe action, wait and end of a buffer. Descriptors are read when the draw is recorded.
 */
final class HostEngine implements Engine, Screen, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HostEngine.class);
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int MAX_WARNINGS = 20;
    private static final long UNIFORM_CHUNK = 1 << 18;
    private static final int IMAGE_WORDS = 8;
    private static final int POINTER_WORDS = 2;
    /** Vertices or indices of a draw: a count out of memory may be anything. */
    private static final int MAX_COUNT = 1 << 26;
    private static final int[] NO_GROUPS = new int[3];
    private static final long FOREVER = Long.MAX_VALUE;

    private final GpuDevice device;
    private final GuestMemory memory;
    private final HostMemory ranges;
    private final HostImages images;
    private final HostSamplers samplers;
    private final HostShaders shaders;
    private final Modes modes;
    private final GpuDisplay display;
    private final ReentrantLock lock = new ReentrantLock();
    private final MemoryReader reader;
    private final long uniformAlignment;
    private final Map<ViewKey, Optional<GpuImageView>> views = new HashMap<>();
    private long viewsRecording;
    private long viewsGeneration;
    private final Set<String> nullDescriptors = new HashSet<>();
    private final Map<Integer, GpuShader> rectangleModules = new HashMap<>();

    private @Nullable GpuCommands commands;
    private @Nullable GpuBuffer uniforms;
    private long uniformsUsed;
    private @Nullable RenderTargets bound;
    private @Nullable Decoded decoded;
    private long recordings;
    private boolean hasStores;
    private boolean hasUnsettledStores;
    private @Nullable FrameCapture capture;
    private Map<GpuImage, SurfaceState> found = Map.of();
    private long captureEpoch;
    private int capturedDraws;
    private final DrawNotes notes = new DrawNotes();

    /** @param use is told which guest memory is bound */
    HostEngine(GpuDevice device, GpuDisplay display, GuestMemory memory, HostShaders shaders,
            Modes modes, RangeUse use) {
        this.device = device;
        this.display = display;
        this.memory = memory;
        this.shaders = shaders;
        this.modes = modes;
        this.ranges = new HostMemory(device, memory, use);
        this.images = new HostImages(device, memory, modes, this::beforeUpload);
        this.samplers = new HostSamplers(device);
        this.uniformAlignment = Math.max(16, device.facts().limits().minUniformBufferOffsetAlignment());
        this.reader = (address, target, from, count) -> {
            if (!memory.isMapped(address, 4L * count, Access.READ)) {
                return false;
            }
            for (int i = 0; i < count; i++) {
                target[from + i] = memory.getInt(address + 4L * i);
            }
            return true;
        };
    }

    GpuDisplay display() {
        return display;
    }

    /** Texels move between draws: rendering is interrupted, and the next draw names its targets again. */
    private void beforeUpload() {
        GpuCommands current = commands;
        if (current != null && bound != null) {
            current.endTargets();
            bound = null;
        }
    }

    private GpuCommands recording() {
        GpuCommands current = commands;
        if (current == null) {
            current = device.commands("guest");
            recordings++;
            commands = current;
            bound = null;
            images.nextEpoch();
            shaders.nextEpoch();
        }
        return current;
    }

    // --- work --------------------------------------------------------------------------------------------------

    @Override
    public void dispatch(int x, int y, int z, int initiator, RegisterFile registers) {
        lock.lock();
        try {
            StagePrograms.Entry entry = StagePrograms.compute(registers, initiator);
            int[] groups = {x, y, z};
            if (Registers.COMPUTE_DISPATCH_INITIATOR.field("USE_THREAD_DIMENSIONS").isSet(initiator)) {
                for (int i = 0; i < 3; i++) {
                    int size = Math.max(1, registers.get(Registers.COMPUTE_NUM_THREAD, i) & 0xFFFF);
                    if (groups[i] % size != 0) {
                        throw new WorkRefused(
                                "refused at dispatch: %d threads in groups of %d: partial groups are not done yet".formatted(
                                groups[i], size));
                    }
                    groups[i] /= size;
                }
            }
            settled(() -> record(entry, registers, groups));
        } catch (TranslationRefused e) {
            throw new WorkRefused(String.valueOf(e.getMessage()), e);
        } catch (GpuFailure e) {
            throw new WorkRefused("refused at dispatch: " + e.getMessage(), e);
        } finally {
            lock.unlock();
        }
    }

    /** Records a dispatch. */
    private void record(StagePrograms.Entry entry, RegisterFile registers, int[] groups) {
        GpuCommands c = recording();
        List<GpuBinding> bindings = new ArrayList<>();
        DrawValues values = new DrawValues(0, 0, 0, groups);
        RecordedWork about = new RecordedWork();
        HostShaders.Variant variant = bind(c, entry, shaders.program(entry), registers, values, bindings, about);
        GpuPipeline pipeline = device.compute(new ComputeSpec(
                StageSpec.of(org.lierne.gpu.ShaderStage.COMPUTE, variant.module()), layout(bindings)));
        if (bound != null) {
            c.endTargets();
            bound = null;
        }
        c.pipeline(pipeline);
        c.bindings(bindings);
        c.dispatch(groups[0], groups[1], groups[2]);
        note(() -> "dispatch %dx%dx%d".formatted(groups[0], groups[1], groups[2]), about, null);
        afterWork(about);
    }

    /** Records work; where it needs in guest memory what was only drawn so far, that is brought there first. */
    private void settled(Runnable work) {
        boolean isDone = false;
        while (!isDone) {
            try {
                work.run();
                isDone = true;
            } catch (SurfaceCoherence.Unsettled e) {
                settleSurfaces();
            }
        }
    }

    private void settleSurfaces() {
        drain();
        hasUnsettledStores = false;
        images.coherence().storesDone();
        images.coherence().writeBack();
    }

    @Override
    public void draw(DrawCall call, RegisterFile registers) {
        if (TargetState.isMetadataPass(registers)) {
            return;
        }
        lock.lock();
        try {
            settled(() -> record(call, registers));
        } catch (TranslationRefused e) {
            throw new WorkRefused(String.valueOf(e.getMessage()), e);
        } catch (GpuFailure e) {
            throw new WorkRefused("refused at draw: " + e.getMessage(), e);
        } finally {
            lock.unlock();
        }
    }

    /** What a draw's registers say, user data apart; kept while they do not change. */
    private static final class Decoded {
        private final RegisterFile registers;
        private final long changes;
        private final Primitives primitives;
        private final TargetState targets;
        private final StagePrograms.Entry vertex;
        private final StagePrograms.@Nullable Entry pixel;
        private final RasterState raster;
        private long recording = -1;
        private long generation = -1;
        private @Nullable RenderTargets render;
        private HostShaders.@Nullable Program vertexProgram;
        private HostShaders.@Nullable Program pixelProgram;
        private List<HostShaders.@Nullable Variant> variants = List.of();
        private @Nullable GpuPipeline pipeline;

        Decoded(RegisterFile registers) {
            this.registers = registers;
            this.changes = registers.changes();
            this.primitives = Primitives.of(registers);
            this.targets = TargetState.of(registers);
            this.vertex = StagePrograms.vertex(registers, primitives.topology() == Topology.POINT_LIST);
            this.pixel = StagePrograms.pixel(registers, targets);
            Rect area = area(targets);
            this.raster = RasterState.of(registers, targets, primitives.topology(), primitives.isRestarting(),
                    area.width(), area.height());
        }

        boolean isOf(RegisterFile other) {
            return registers == other && changes == other.changes();
        }
    }

    private void record(DrawCall call, RegisterFile registers) {
        Decoded d = decoded;
        if (d == null || !d.isOf(registers)) {
            d = new Decoded(registers);
            decoded = d;
        }
        if (d.raster.scissor().width() == 0 || d.raster.scissor().height() == 0) {
            return;
        }
        GpuCommands c = recording();
        if (d.recording != recordings || d.generation != images.generation() || d.render == null) {
            d.render = targets(c, d.targets);
            d.recording = recordings;
            d.generation = images.generation();
            d.vertexProgram = shaders.program(d.vertex);
            d.pixelProgram = d.pixel == null ? null : shaders.program(d.pixel);
        }
        RenderTargets render = d.render;
        DrawValues values = new DrawValues(call.baseVertex(), call.firstInstance(), call.drawIndex(), NO_GROUPS);
        List<GpuBinding> bindings = new ArrayList<>();
        RecordedWork about = new RecordedWork();
        HostShaders.Variant vertex = bind(c, d.vertex, Objects.requireNonNull(d.vertexProgram), registers, values,
                bindings, about);
        HostShaders.Variant pixel = d.pixel == null ? null
                : bind(c, d.pixel, Objects.requireNonNull(d.pixelProgram), registers, values, bindings, about);
        GpuPipeline pipeline = d.pipeline;
        if (pipeline == null || d.variants.get(0) != vertex || d.variants.get(1) != pixel) {
            pipeline = pipeline(d, vertex, pixel, bindings);
            d.pipeline = pipeline;
            d.variants = java.util.Arrays.asList(vertex, pixel);
        }
        if (!render.equals(bound)) {
            if (isWritten(render)) {
                barrier(c);
            }
            c.targets(render);
            bound = render;
        }
        c.pipeline(pipeline);
        c.state(d.raster.state());
        c.viewports(List.of(d.raster.viewport()));
        c.scissors(List.of(d.raster.scissor()));
        c.bindings(bindings);
        emit(c, call, d.primitives, registers, registers.get(Registers.GE_INDX_OFFSET));
        Decoded noted = d;
        about.lines.add(() -> "colour targets " + noted.targets.colors() + ", depth target " + noted.targets.depth());
        about.lines.add(() -> noted.raster.viewport() + " " + noted.raster.scissor());
        about.lines.add(() -> noted.raster.state().toString());
        for (int i = 0; i < render.colors().size(); i++) {
            RenderTargets.Color color = render.colors().get(i);
            if (color != null) {
                about.written.add(color.view());
                about.images.add(new RecordedWork.Bound("target-" + i, color.view()));
            }
        }
        if (render.depth() != null) {
            about.written.add(render.depth().view());
            about.images.add(new RecordedWork.Bound("depth", render.depth().view()));
        }
        note(call::toString, about, d.targets);
        afterWork(about);
    }

    private boolean isWritten(RenderTargets render) {
        RenderTargets.DepthStencil depth = render.depth();
        return depth != null && images.needsBarrier(depth.view())
                || render.colors().stream().anyMatch(color -> color != null && images.needsBarrier(color.view()));
    }

    private GpuPipeline pipeline(Decoded d, HostShaders.Variant vertex, HostShaders.@Nullable Variant pixel,
            List<GpuBinding> bindings) {
        List<StageSpec> stages = new ArrayList<>();
        stages.add(StageSpec.of(org.lierne.gpu.ShaderStage.VERTEX, vertex.module()));
        if (d.primitives.isRectangles()) {
            stages.add(rectangles(d.vertex));
        }
        if (pixel != null) {
            stages.add(StageSpec.of(org.lierne.gpu.ShaderStage.FRAGMENT, pixel.module()));
        }
        List<@Nullable Format> formats = new ArrayList<>();
        int samples = 1;
        for (TargetState.Color color : d.targets.colors()) {
            formats.add(color == null ? null : color.format());
            samples = color == null ? samples : color.samples();
        }
        TargetState.Depth depth = d.targets.depth();
        GraphicsSpec spec = new GraphicsSpec(stages, layout(bindings), VertexInput.NONE, formats, depth == null ? null
                : depth.format(), depth == null ? samples : depth.samples(), 0);
        return device.graphics(spec, d.raster.state());
    }

    /** The stage that completes rectangles; it passes the vertex program's parameters on. */
    private StageSpec rectangles(StagePrograms.Entry vertex) {
        if (!device.facts().has(GpuFeature.GEOMETRY_SHADER)) {
            throw new WorkRefused(
                    "refused at draw: a rectangle list needs a host geometry shader, which the device does not have");
        }
        int parameters = ((StageState.Vertex) vertex.state().details()).parameterExports();
        return StageSpec.of(org.lierne.gpu.ShaderStage.GEOMETRY, rectangleModules.computeIfAbsent(parameters,
                n -> device.shader(RectangleModule.spirv(n), "rectangles with " + n + " parameters")));
    }

    /** Indices the host can read as they are are bound in place; others are converted. */
    private void emit(GpuCommands c, DrawCall call, Primitives primitives, RegisterFile registers, int indexOffset) {
        DrawCall.Indices indices = call.indices();
        int type = Registers.VGT_INDEX_TYPE.field("INDEX_TYPE").get(registers.get(Registers.VGT_INDEX_TYPE));
        int indexBytes = type == 0 ? 2 : type == 1 ? 4 : 1;
        if (call.count() < 0 || call.count() > MAX_COUNT) {
            throw new WorkRefused("refused at draw: %d vertices or indices, at most %d are drawn at once".formatted(
                    Integer.toUnsignedLong(call.count()), MAX_COUNT));
        }
        if (indices == null) {
            if (primitives.conversion() == Primitives.Conversion.NONE) {
                c.draw(call.count(), call.instances(), call.firstIndex() + indexOffset, 0);
            } else {
                int[] list = primitives.conversion().convert(sequence(call.firstIndex(), call.count()));
                drawList(c, list, call.instances(), indexOffset);
            }
            return;
        }
        if (type == 3) {
            throw new WorkRefused("refused at draw: index type 3 is none");
        }
        long start = indices.address() + (long) call.firstIndex() * indexBytes;
        long bytes = (long) call.count() * indexBytes;
        if (!memory.isMapped(start, bytes, Access.READ)) {
            throw new WorkRefused("refused at draw: %s: the indices are not mapped".formatted(call));
        }
        HostMemory.Slice slice = primitives.isReadInPlace(indexBytes) ? ranges.slice(c, start, bytes, false)
                : HostMemory.Slice.NONE;
        long misaligned = (start - slice.guestStart()) % indexBytes;
        if (slice.buffer() != null && misaligned == 0) {
            c.indexBuffer(slice.buffer(), slice.offset() + (start - slice.guestStart()), type == 0 ? IndexType.UINT16
                    : IndexType.UINT32);
            c.drawIndexed(call.count(), call.instances(), 0, indexOffset, 0);
        } else {
            drawList(c, primitives.list(read(start, call.count(), indexBytes)), call.instances(), indexOffset);
        }
    }

    private static int[] sequence(int first, int count) {
        int[] list = new int[count];
        for (int i = 0; i < count; i++) {
            list[i] = first + i;
        }
        return list;
    }

    private int[] read(long address, int count, int indexBytes) {
        MemorySegment bytes = memory.view(address, (long) count * indexBytes, Access.READ);
        int[] list = new int[count];
        for (int i = 0; i < count; i++) {
            list[i] = switch (indexBytes) {
                case 1 -> bytes.get(ValueLayout.JAVA_BYTE, i) & 0xFF;
                case 2 -> bytes.get(ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN),
                        2L * i) & 0xFFFF;
                default -> bytes.get(WORD, 4L * i);
            };
        }
        return list;
    }

    private void drawList(GpuCommands c, int[] list, int instances, int indexOffset) {
        if (list.length == 0) {
            return;
        }
        long offset = transientWords(list);
        c.indexBuffer(Objects.requireNonNull(uniforms), offset, IndexType.UINT32);
        c.drawIndexed(list.length, instances, 0, indexOffset, 0);
    }

    /** Values of a draw that constants may ask for. */
    private record DrawValues(int baseVertex, int firstInstance, int drawIndex, int[] groups) {}

    /** Translates a stage for its descriptors as they are now and lists its bindings. */
    private HostShaders.Variant bind(GpuCommands c, StagePrograms.Entry entry, HostShaders.Program program,
            RegisterFile registers, DrawValues values, List<GpuBinding> bindings, RecordedWork about) {
        int[] userData = entry.userData(registers);
        DescriptorWalker walker = new DescriptorWalker(userData, reader);
        List<DescriptorWords> descriptors = withoutWrongImages(program.layout(), program.layout().walk(walker));
        if (capture != null) {
            capture.programs().add(program.program(), userData, descriptors);
        }
        HostShaders.Variant variant = shaders.variant(program, descriptors);
        about.lines.add(() -> "%s at 0x%x: %s".formatted(program.program(), entry.address(), variant.translated()));
        HostMemory.Slice[] slices = new HostMemory.Slice[descriptors.size()];
        for (HostBinding binding : variant.translated().bindings()) {
            bind(c, binding, descriptors, slices, bindings, about);
        }
        int[] constants = new int[variant.translated().constants().size()];
        for (int i = 0; i < constants.length; i++) {
            constants[i] = constant(variant.translated().constants().get(i), walker, descriptors, slices, values);
        }
        RecordedReads.check(walker, modes, "%s at 0x%x".formatted(program.program(), entry.address()));
        for (HostBinding binding : variant.translated().bindings()) {
            if (binding.kind() == HostBinding.Kind.CONSTANTS) {
                int[] padded = java.util.Arrays.copyOf(constants, Math.max(4, constants.length + 3 & ~3));
                long offset = transientWords(padded);
                bindings.add(new GpuBinding.Uniform(binding.set(), binding.binding(), 0, uniforms, offset,
                        4L * padded.length));
            }
        }
        return variant;
    }

    /** Image descriptors whose type field names no image count as all zero, whatever else they say. */
    private List<DescriptorWords> withoutWrongImages(ShaderLayout layout, List<DescriptorWords> descriptors) {
        List<DescriptorWords> right = descriptors;
        for (int i = 0; i < descriptors.size(); i++) {
            DescriptorWords words = descriptors.get(i);
            if (layout.resources().get(i).kind() == ShaderResource.Kind.IMAGE && !words.isNull()
                    && words.word(3) >= 0) {
                warnNull("image", words);
                right = right == descriptors ? new ArrayList<>(descriptors) : right;
                right.set(i, new DescriptorWords(new int[words.count()], words.complete()));
            }
        }
        return right;
    }

    private void bind(GpuCommands c, HostBinding binding, List<DescriptorWords> descriptors, HostMemory.Slice[] slices,
            List<GpuBinding> bindings, RecordedWork about) {
        int set = binding.set();
        int number = binding.binding();
        int resource = binding.resource();
        switch (binding.kind()) {
            case CONSTANTS -> { }
            case STORAGE_BUFFER -> {
                HostMemory.Slice slice = slices[resource];
                if (slice == null) {
                    slice = range(c, descriptors.get(resource), binding.written());
                    slices[resource] = slice;
                }
                hasStores |= binding.written();
                if (binding.written() && descriptors.get(resource).count() > POINTER_WORDS) {
                    about.stores.add(slice);
                }
                bindings.add(new GpuBinding.Storage(set, number, 0, slice.buffer(), slice.offset(), slice.bytes()));
                HostMemory.Slice found = slice;
                about.lines.add(() -> "set %d binding %d buffer 0x%x %d bytes".formatted(set, number,
                        found.guestStart(), found.bytes()));
            }
            case SAMPLED_IMAGE, STORAGE_IMAGE -> {
                boolean isStorage = binding.kind() == HostBinding.Kind.STORAGE_IMAGE;
                DescriptorWords image = descriptors.get(resource);
                GpuImageView view = view(c, image, Objects.requireNonNull(binding.view()), isStorage);
                if (view == null) {
                    warnNull("image", descriptors.get(resource));
                }
                if (view != null && images.needsBarrier(view)) {
                    barrier(c);
                }
                if (view != null && binding.written()) {
                    about.written.add(view);
                }
                bindings.add(isStorage ? new GpuBinding.Stored(set, number, 0, view)
                        : new GpuBinding.Sampled(set, number, 0, view));
                about.lines.add(() -> "set %d binding %d image %s".formatted(set, number,
                        ImageDescriptor.of(words(image, IMAGE_WORDS), 0)));
                if (view != null) {
                    about.images.add(new RecordedWork.Bound("set-%d-binding-%d".formatted(set, number), view));
                }
            }
            case SAMPLER -> {
                DescriptorWords sampler = descriptors.get(resource);
                bindings.add(new GpuBinding.Sampler(set, number, 0, samplers.get(sampler)));
                about.lines.add(() -> "set %d binding %d sampler %s".formatted(set, number,
                        HostSamplers.descriptor(sampler)));
            }
        }
    }

    private record ViewKey(DescriptorWords words, ViewShape shape, boolean isStorage) {}

    /** Views found in this recording stay right until surfaces come or go. */
    private @Nullable GpuImageView view(GpuCommands c, DescriptorWords words, ViewShape shape, boolean isStorage) {
        if (viewsRecording != recordings || viewsGeneration != images.generation()) {
            views.clear();
            viewsRecording = recordings;
            viewsGeneration = images.generation();
        }
        ViewKey key = new ViewKey(words, shape, isStorage);
        Optional<GpuImageView> known = views.get(key);
        if (known == null) {
            known = Optional.ofNullable(images.view(c, ImageDescriptor.of(words(words, IMAGE_WORDS), 0), shape,
                    isStorage));
            if (viewsGeneration == images.generation()) {
                views.put(key, known);
            }
        }
        return known.orElse(null);
    }

    private static int[] words(DescriptorWords words, int count) {
        int[] array = new int[count];
        for (int i = 0; i < Math.min(count, words.count()); i++) {
            array[i] = words.word(i);
        }
        return array;
    }

    private HostMemory.Slice range(GpuCommands c, DescriptorWords words, boolean isWritten) {
        if (words.count() == POINTER_WORDS) {
            long address = Integer.toUnsignedLong(words.word(0)) | (long) words.word(1) << 32;
            return ranges.around(c, address, isWritten);
        }
        BufferDescriptor d = BufferDescriptor.of(words(words, 4), 0);
        if (d.base() != 0 && images.coherence().isDue(d.base(), d.bytes(), "buffer at 0x%x".formatted(d.base()))) {
            throw new SurfaceCoherence.Unsettled();
        }
        HostMemory.Slice slice = d.base() == 0 ? HostMemory.Slice.NONE
                : ranges.slice(c, d.base(), d.bytes(), isWritten);
        if (slice.buffer() == null) {
            warnNull("buffer", words);
        }
        return slice;
    }

    /** Field note: such a descriptor reads zero and drops writes; it is told once. */
    private void warnNull(String kind, DescriptorWords words) {
        if (nullDescriptors.size() < MAX_WARNINGS && nullDescriptors.add(kind + " " + words)) {
            LOG.warn("{} descriptor {} names no memory: it reads zero and drops writes", kind, words);
        }
    }

    private static int constant(ConstantWord word, DescriptorWalker walker, List<DescriptorWords> descriptors,
            HostMemory.Slice[] slices, DrawValues values) {
        return switch (word) {
            case ConstantWord.Evaluated e -> walker.evaluate(e.source());
            case ConstantWord.BufferBias b -> {
                HostMemory.Slice slice = slices[b.resource()];
                long base = BufferDescriptor.of(words(descriptors.get(b.resource()), 4), 0).base();
                yield slice == null || slice.buffer() == null ? 0 : (int) (base - slice.guestStart());
            }
            case ConstantWord.MemoryStart m -> {
                HostMemory.Slice slice = slices[m.resource()];
                long start = slice == null ? 0 : slice.guestStart();
                yield (int) (m.high() ? start >>> 32 : start);
            }
            case ConstantWord.Draw d -> switch (d.value()) {
                case BASE_VERTEX -> values.baseVertex();
                case FIRST_INSTANCE -> values.firstInstance();
                case DRAW_INDEX -> values.drawIndex();
                case GROUPS_X -> values.groups()[0];
                case GROUPS_Y -> values.groups()[1];
                case GROUPS_Z -> values.groups()[2];
            };
        };
    }

    private static BindingLayout layout(List<GpuBinding> bindings) {
        List<BindingSlot> slots = new ArrayList<>();
        for (GpuBinding binding : bindings) {
            BindingKind kind = switch (binding) {
                case GpuBinding.Uniform _ -> BindingKind.UNIFORM_BUFFER;
                case GpuBinding.Storage _ -> BindingKind.STORAGE_BUFFER;
                case GpuBinding.Sampled _ -> BindingKind.SAMPLED_IMAGE;
                case GpuBinding.Stored _ -> BindingKind.STORAGE_IMAGE;
                case GpuBinding.Sampler _ -> BindingKind.SAMPLER;
                default -> throw new IllegalStateException("no stage binds " + binding);
            };
            Set<org.lierne.gpu.ShaderStage> stages = binding.set() == ShaderStage.PIXEL.descriptorSet()
                    ? Set.of(org.lierne.gpu.ShaderStage.FRAGMENT)
                    : Set.of(org.lierne.gpu.ShaderStage.VERTEX, org.lierne.gpu.ShaderStage.COMPUTE);
            slots.add(new BindingSlot(binding.set(), binding.binding(), kind, 1, stages));
        }
        return new BindingLayout(slots, 0);
    }

    private RenderTargets targets(GpuCommands c, TargetState targets) {
        List<RenderTargets.@Nullable Color> colors = new ArrayList<>();
        int layers = 1;
        for (TargetState.Color color : targets.colors()) {
            if (color == null) {
                colors.add(null);
            } else {
                colors.add(RenderTargets.Color.keep(images.target(c, color)));
                layers = color.slices();
            }
        }
        RenderTargets.DepthStencil depth = null;
        if (targets.depth() != null) {
            depth = RenderTargets.DepthStencil.keep(images.target(c, targets.depth()));
        }
        return new RenderTargets(colors, depth, area(targets), layers);
    }

    /** What all targets have in common. */
    private static Rect area(TargetState targets) {
        int width = Integer.MAX_VALUE;
        int height = Integer.MAX_VALUE;
        for (TargetState.Color color : targets.colors()) {
            if (color != null) {
                width = Math.min(width, Math.max(1, color.width() >> color.mip()));
                height = Math.min(height, Math.max(1, color.height() >> color.mip()));
            }
        }
        TargetState.Depth depth = targets.depth();
        if (depth != null) {
            width = Math.min(width, depth.width());
            height = Math.min(height, depth.height());
        }
        return width == Integer.MAX_VALUE ? new Rect(0, 0, 1, 1) : new Rect(0, 0, width, height);
    }

    /** Puts words where the device can read them in this recording; gives their offset in {@link #uniforms}. */
    private long transientWords(int[] words) {
        GpuBuffer buffer = uniforms;
        if (buffer == null || uniformsUsed + 4L * words.length > buffer.sizeBytes()) {
            if (buffer != null) {
                buffer.close();
            }
            buffer = device.buffer(Math.max(UNIFORM_CHUNK, 4L * words.length), BufferMemory.UPLOAD, "constants");
            uniforms = buffer;
            uniformsUsed = 0;
        }
        long offset = uniformsUsed;
        MemorySegment.copy(MemorySegment.ofArray(words), 0, buffer.mapped(), offset, 4L * words.length);
        uniformsUsed = (offset + 4L * words.length + uniformAlignment - 1) / uniformAlignment * uniformAlignment;
        return offset;
    }

    private void barrier(GpuCommands c) {
        c.barrier();
        images.settled();
    }

    /**
     * What was recorded writes images and buffers from now on. Work that changed copies of guest memory has to end
     * before anything else reads it.
     */
    private void afterWork(RecordedWork about) {
        about.written.forEach(images::markWritten);
        about.stores.forEach(slice -> images.coherence().stored(slice.guestStart(), slice.bytes()));
        hasUnsettledStores |= hasStores;
        hasStores = false;
        if (ranges.hasWriteBacks()) {
            long ticket = submit();
            device.await(ticket, FOREVER);
            ranges.writeBack();
            ranges.submitted();
        }
    }

    private void note(Supplier<String> what, RecordedWork work, @Nullable TargetState targets) {
        capturedDraws++;
        notes.add(what, work, targets);
    }

    // --- order -------------------------------------------------------------------------------------------------

    private long submit() {
        GpuCommands current = commands;
        if (current == null) {
            return device.lastTicket();
        }
        commands = null;
        bound = null;
        images.settled();
        long ticket = device.submit(current);
        if (uniforms != null) {
            uniforms.close();
            uniforms = null;
        }
        ranges.submitted();
        return ticket;
    }

    @Override
    public void barrier() {
        lock.lock();
        try {
            GpuCommands current = commands;
            if (current != null) {
                barrier(current);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void flush() {
        lock.lock();
        try {
            submit();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void whenDone(Runnable action) {
        lock.lock();
        try {
            long ticket = submit();
            if (ticket == 0) {
                action.run();
            } else {
                device.whenReached(ticket, () -> {
                    try {
                        action.run();
                    } catch (GuestMemoryFault e) {
                        LOG.error("end-of-pipe action: {}", e.getMessage());
                    }
                });
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void settle() {
        lock.lock();
        try {
            if (!hasUnsettledStores) {
                return;
            }
            long ticket = submit();
            hasUnsettledStores = false;
            device.await(ticket, FOREVER);
            images.coherence().storesDone();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void reads(long address, long bytes) {
        settle();
        lock.lock();
        try {
            if (images.coherence().isDue(address, bytes, "packet that reads 0x%x".formatted(address))) {
                settleSurfaces();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void wrote(long address, long bytes) {
        lock.lock();
        try {
            images.coherence().changed(address, bytes);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void whenVisible(Runnable action) {
        lock.lock();
        try {
            if (images.coherence().isAnythingDue()) {
                settleSurfaces();
            }
            whenDone(action);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void pushMarker(String text) {
        lock.lock();
        try {
            LOG.trace("marker {}", text);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void popMarker() {}

    // --- screen ------------------------------------------------------------------------------------------------

    private GpuImage image(long address, BufferLayout layout) {
        GpuCommands c = recording();
        return images.display(c, address, layout.width(), layout.height(), layout.isLinear(),
                DisplayPixels.format(layout));
    }

    @Override
    public void present(long address, BufferLayout layout) {
        GpuImage image;
        lock.lock();
        try {
            image = image(address, layout);
            submit();
            notes.endFrame();
        } finally {
            lock.unlock();
        }
        display.present(image);
    }

    @Override
    public void blank() {
        // The window keeps the last picture: nothing is drawn over it.
        LOG.debug("display blanked");
    }

    @Override
    public Picture read(long address, BufferLayout layout) {
        lock.lock();
        try {
            GpuImage image = image(address, layout);
            submit();
            byte[] texels = device.read(image, ImagePart.level(image.spec(), 0));
            return DisplayPixels.picture(texels, image.spec().format(), DisplayPixels.format(layout), layout.width(),
                    layout.height());
        } finally {
            lock.unlock();
        }
    }

    /** The draws of the last presented frame. */
    List<DrawFacts> lastDraws() {
        lock.lock();
        try {
            return notes.draws();
        } finally {
            lock.unlock();
        }
    }

    /** All that is known of each. */
    List<List<String>> lastDescriptions() {
        lock.lock();
        try {
            return notes.descriptions();
        } finally {
            lock.unlock();
        }
    }

    /** The images that a draw or dispatch of the last frame is bound to, with what they hold now. */
    List<ImagePictures.Shown> lastImages(int draw) {
        lock.lock();
        try {
            submit();
            ImagePictures pictures = new ImagePictures(device);
            return notes.images(draw).stream().map(b -> images.isAlive(b.view().image())
                    ? pictures.show(b.name(), b.view()) : ImagePictures.Shown.none(b.name(), "the image is gone"))
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    /** What was noted so far becomes the last frame. */
    void endFrame() {
        lock.lock();
        try {
            notes.endFrame();
        } finally {
            lock.unlock();
        }
    }

    // --- captures ----------------------------------------------------------------------------------------------

    /** What the engine knows of a captured frame. */
    record Captured(int draws, String device, List<SurfaceState> surfaces, List<String> notes) {}

    /** A frame begins that is to be captured: everything before it ends first. */
    void beginCapture(FrameCapture next) {
        lock.lock();
        try {
            drain();
            found = images.save();
            captureEpoch = images.epoch() + 1;
            capturedDraws = 0;
            capture = next;
        } finally {
            lock.unlock();
        }
    }

    /** The captured frame is over; its work is handed over. */
    Captured endCapture() {
        lock.lock();
        try {
            submit();
            capture = null;
            List<SurfaceState> used = new ArrayList<>();
            List<String> missing = new ArrayList<>();
            found.forEach((image, state) -> {
                if (images.isUsedSince(image, captureEpoch)) {
                    used.add(state);
                    if (state.samples() > 1) {
                        missing.add(("surface at 0x%x has %d samples: what it held before the frame is not in the "
                                + "capture").formatted(state.address(), state.samples()));
                    }
                }
            });
            found = Map.of();
            return new Captured(capturedDraws, device.facts().name(), used, missing);
        } finally {
            lock.unlock();
        }
    }

    /** Surfaces as a captured frame found them. */
    void restore(List<SurfaceState> surfaces) {
        lock.lock();
        try {
            GpuCommands c = recording();
            surfaces.forEach(state -> images.restore(c, state));
            drain();
        } finally {
            lock.unlock();
        }
    }

    /** Hands everything over and waits for its end. */
    void drain() {
        long ticket;
        lock.lock();
        try {
            ticket = submit();
        } finally {
            lock.unlock();
        }
        device.await(ticket, FOREVER);
    }

    @Override
    public void close() {
        lock.lock();
        try {
            GpuCommands current = commands;
            commands = null;
            if (current != null) {
                current.close();
            }
            device.await(device.lastTicket(), FOREVER);
            if (uniforms != null) {
                uniforms.close();
                uniforms = null;
            }
            display.close();
            images.close();
            ranges.close();
            rectangleModules.values().forEach(GpuShader::close);
            shaders.close();
            device.close();
        } finally {
            lock.unlock();
        }
    }
}
