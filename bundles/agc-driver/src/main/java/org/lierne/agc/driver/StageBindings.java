package org.lierne.agc.driver;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.FrameFacts;
import org.lierne.agc.descriptor.BufferDescriptor;
import org.lierne.agc.descriptor.ImageDescriptor;
import org.lierne.agc.register.Registers;
import org.lierne.gpu.BindingKind;
import org.lierne.gpu.BindingLayout;
import org.lierne.gpu.BindingSlot;
import org.lierne.gpu.BufferMemory;
import org.lierne.gpu.GpuBinding;
import org.lierne.gpu.GpuBuffer;
import org.lierne.gpu.GpuCommands;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuImageView;
import org.lierne.gpu.ShaderStage;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.recompiler.program.ConstantWord;
import org.lierne.recompiler.program.DescriptorWalker;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.DeviceFault;
import org.lierne.recompiler.program.HostBinding;
import org.lierne.recompiler.program.MemoryReader;
import org.lierne.recompiler.program.RecordRefused;
import org.lierne.recompiler.program.RecordedResources;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ShaderResource;
import org.lierne.recompiler.program.TableLimits;
import org.lierne.recompiler.program.TableReads;
import org.lierne.recompiler.program.TableSnapshot;
import org.lierne.recompiler.program.ViewShape;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Walks the descriptors of a draw's or dispatch's stages as they are now, and binds what they name. */
final class StageBindings {
    private static final Logger LOG = LoggerFactory.getLogger(StageBindings.class);
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int MAX_WARNINGS = 20;
    private static final int IMAGE_WORDS = 8;
    private static final int POINTER_WORDS = 2;
    /** As many words are read without a view of the memory. */
    private static final int WORDS_ONE_BY_ONE = 16;
    /** Host stages by the descriptor set of the guest's stage. */
    private static final List<Set<ShaderStage>> STAGES = List.of(Set.of(ShaderStage.VERTEX, ShaderStage.COMPUTE),
            Set.of(ShaderStage.FRAGMENT), Set.of(ShaderStage.TESSELLATION_CONTROL), Set.of(ShaderStage.TESSELLATION_EVALUATION),
            Set.of(ShaderStage.GEOMETRY));

    private static final Set<ShaderStage> MESH = Set.of(ShaderStage.MESH);

    private final DeviceFaults faults;
    private final TableBindings tables;
    private final SpanTable spans;
    private final TableReads reads = new TableReads();
    private final TableLimits limits;
    private final GuestMemory memory;
    private final HostMemory ranges;
    private final HostImages images;
    private final HostSamplers samplers;
    private final HostShaders shaders;
    private final TransientWords words;
    private final Modes modes;
    private final Consumer<GpuCommands> barrier;
    private final MemoryReader reader;
    private final ViewCache views = new ViewCache();
    private final Set<String> nullDescriptors = new HashSet<>();
    private long viewsGeneration;
    private final GpuBuffer share;
    private final GpuDevice device;
    private @Nullable GpuBuffer localShares;
    private boolean bindsShare;
    private boolean hasStores;
    private @Nullable FrameCapture capture;

    /**
     * @param barrier orders what comes against what was recorded
     * @param share the global data share
     */
    StageBindings(GpuDevice device, GuestMemory memory, HostMemory ranges, HostImages images, HostSamplers samplers, HostShaders shaders,
            TransientWords words, Modes modes, TableLimits limits, Consumer<GpuCommands> barrier, GpuBuffer share) {
        this.share = share;
        this.device = device;
        this.memory = memory;
        this.tables = new TableBindings(device);
        this.limits = limits.within(TableBindings.arrayImages(device.facts()));
        this.faults = new DeviceFaults(device, modes);
        this.spans = new SpanTable(device, memory, ranges);
        this.ranges = ranges;
        this.images = images;
        this.samplers = samplers;
        this.shaders = shaders;
        this.words = words;
        this.modes = modes;
        this.barrier = barrier;
        this.reader = (address, target, from, count) -> {
            if (!memory.isMapped(address, 4L * count, Access.READ)) {
                return false;
            }
            if (count <= WORDS_ONE_BY_ONE) {
                for (int i = 0; i < count; i++) {
                    target[from + i] = memory.getInt(address + 4L * i);
                }
                return true;
            }
            MemorySegment.copy(memory.view(address, 4L * count, Access.READ), WORD, 0, target, from, count);
            return true;
        };
    }

    /** Views may be others from now on. */
    void nextRecording() {
        forgetViews();
        memoryChanged();
    }

    /** Views found in this recording stay right until surfaces come or go. */
    private void forgetOldViews() {
        if (viewsGeneration != images.generation()) {
            forgetViews();
            viewsGeneration = images.generation();
        }
    }

    private void forgetViews() {
        views.clear();
        tables.forgetViews();
    }

    /** Tables of descriptors are read again at their next use. */
    void memoryChanged() {
        reads.memoryChanged();
    }

    /** Programs are kept in a capture from now on, null for no longer. */
    void captureInto(@Nullable FrameCapture next) {
        capture = next;
    }

    /** Whether something that stores was bound since the last question. */
    boolean takeStores() {
        boolean had = hasStores;
        hasStores = false;
        return had;
    }

    /** Whether any program of this title has had the global data share. */
    boolean bindsShare() {
        return bindsShare;
    }

    /** Values of a draw that constants may ask for. */
    record DrawValues(int baseVertex, int firstInstance, int drawIndex, int patches, int primitiveClass, int[] groups,
            @Nullable PrimitiveWork own) {
        /** Primitives that a program makes. */
        PrimitiveWork primitives() {
            return Objects.requireNonNull(own, "the draw's primitives are its own");
        }
    }

    /** A stage whose descriptors are known, with its module under way. */
    record Walked(StagePrograms.Entry entry, RegisterFile registers, HostShaders.Program program, DescriptorWalker walker, String where,
            RecordedResources resources, List<DescriptorWords> descriptors, HostShaders.Use variant) {}

    /** Reads a stage's descriptors as they are now, and lets it be translated for them. */
    Walked walk(StagePrograms.Entry entry, HostShaders.Program entered, RegisterFile registers) {
        int[] userData = entry.userData(registers);
        HostShaders.Program program = shaders.continued(entered, userData);
        String where = "%s at 0x%x".formatted(program.program(), entry.address());
        faults.check();
        KeptWalks.Kept found = program.walks().find(userData);
        if (found == null) {
            DescriptorWalker walker = new DescriptorWalker(userData, reader);
            RecordedResources resources = record(program.layout(), walker, where);
            found = new KeptWalks.Kept(userData, walker, resources, withoutWrongImages(program.layout(), resources.descriptors()));
            program.walks().keep(found);
            program.entered(userData, found.descriptors());
        }
        if (capture != null) {
            capture.programs().add(program.program(), userData, found.descriptors().subList(0,
                    program.layout().resources().size()));
        }
        return new Walked(entry, registers, program, found.walker(), where, found.resources(), found.descriptors(),
                shaders.variant(program, found.resources().layout(), found.descriptors()));
    }

    /** Lists a stage's bindings once it is translated. */
    HostShaders.Variant bind(GpuCommands c, Walked walked, DrawValues values, List<GpuBinding> bindings, RecordedWork about) {
        StagePrograms.Entry entry = walked.entry;
        HostShaders.Program program = walked.program;
        DescriptorWalker walker = walked.walker;
        String where = walked.where;
        RecordedResources resources = walked.resources;
        List<DescriptorWords> descriptors = walked.descriptors;
        HostShaders.Variant variant = shaders.await(program, descriptors, walked.variant);
        about.lines.add(() -> "%s at 0x%x: %s".formatted(program.program(), entry.address(), variant.translated()));
        HostMemory.Slice[] slices = new HostMemory.Slice[descriptors.size()];
        for (HostBinding binding : variant.translated().bindings()) {
            ShaderResource resource = binding.resource() < 0 ? null
                    : resources.layout().resources().get(binding.resource());
            RecordedResources.Choice choice = resource == null ? null : resources.choice(resource.index());
            if (resource != null && resource.kind() == ShaderResource.Kind.FAULTS) {
                bindings.add(new GpuBinding.Storage(binding.set(), binding.binding(), 0, faults.words(
                        new DeviceFaults.Work(where, resources, walker, tables.unbound())), 0, 4L * DeviceFault.WORDS));
            } else if (resource != null && resource.kind() == ShaderResource.Kind.GLOBAL_SHARE) {
                bindings.add(share(binding, where));
            } else if (resource != null && resource.kind() == ShaderResource.Kind.SPANS) {
                about.storesAnywhere |= binding.written();
                bindings.add(addresses(binding, slices));
            } else if (resource != null && resource.kind() == ShaderResource.Kind.DRAWN_VERTICES) {
                PrimitiveWork own = values.primitives();
                bindings.add(new GpuBinding.Storage(binding.set(), binding.binding(), 0, own.list(), own.listOffset(), own.listBytes()));
            } else if (resource != null && resource.kind() == ShaderResource.Kind.EXPORTED) {
                PrimitiveWork own = values.primitives();
                bindings.add(new GpuBinding.Storage(binding.set(), binding.binding(), 0, Objects.requireNonNull(own.records()), own.offset(),
                        own.bytes()));
            } else if (binding.kind() == HostBinding.Kind.LOCAL_SHARE) {
                bindings.add(localShare(c, binding, program, values, where));
            } else if (resource != null && choice != null && resource.kind().isImage()) {
                bindings.add(chosen(c, binding, resource, choice, about));
            } else if (resource == null || !resource.isTable()) {
                bind(c, binding, walked, slices, bindings, about);
            }
        }
        for (HostBinding binding : variant.translated().bindings()) {
            TableSnapshot table = resources.tables().get(binding.resource());
            if (table != null) {
                bindings.add(tables.numbers(binding, table));
            }
        }
        int[] constants = new int[variant.translated().constants().size()];
        for (int i = 0; i < constants.length; i++) {
            constants[i] = constant(variant.translated().constants().get(i), walker, descriptors, slices, values, walked.registers);
        }
        RecordedReads.check(walker, modes, where);
        for (HostBinding binding : variant.translated().bindings()) {
            if (binding.kind() == HostBinding.Kind.CONSTANTS) {
                int[] padded = java.util.Arrays.copyOf(constants, Math.max(4, constants.length + 3 & ~3));
                long offset = words.put(padded);
                bindings.add(new GpuBinding.Uniform(binding.set(), binding.binding(), 0, words.buffer(), offset,
                        4L * padded.length));
            }
        }
        return variant;
    }

    /** All of guest memory by its addresses; what was drawn into any of it comes first. */
    private GpuBinding addresses(HostBinding binding, HostMemory.Slice[] slices) {
        GpuBuffer table = spans.table();
        if (images.coherence().isAnythingDue()) {
            throw new SurfaceCoherence.Unsettled();
        }
        hasStores |= binding.written();
        slices[binding.resource()] = new HostMemory.Slice(table, 0, table.sizeBytes(), table.deviceAddress());
        return new GpuBinding.Storage(binding.set(), binding.binding(), 0, table, 0, table.sizeBytes());
    }

    private RecordedResources record(ShaderLayout layout, DescriptorWalker walker, String where) {
        try {
            return layout.record(walker, limits, reads);
        } catch (RecordRefused e) {
            throw new WorkRefused("refused at draw: %s: %s".formatted(where, e.getMessage()), e);
        }
    }

    /** A part for every workgroup; what was dispatched before may still use the same. */
    private GpuBinding localShare(GpuCommands c, HostBinding binding, HostShaders.Program program, DrawValues values, String where) {
        long groups = (long) values.groups[0] * values.groups[1] * values.groups[2];
        long bytes = Math.max(1, groups) * program.program().state().ldsStride();
        long most = device.facts().limits().maxStorageBufferRange();
        if (bytes > most) {
            throw new WorkRefused("refused at dispatch: %s: LDS in device memory takes %d bytes for %d workgroups, the device binds %d"
                    .formatted(where, bytes, groups, most));
        }
        GpuBuffer buffer = localShares;
        if (buffer == null || buffer.sizeBytes() < bytes) {
            closeLocalShares();
            buffer = device.buffer(bytes, BufferMemory.DEVICE, "LDS");
            localShares = buffer;
        } else {
            barrier.accept(c);
        }
        return new GpuBinding.Storage(binding.set(), binding.binding(), 0, buffer, 0, bytes);
    }

    private void closeLocalShares() {
        if (localShares != null) {
            localShares.close();
        }
    }

    void close() {
        closeLocalShares();
    }

    private GpuBinding share(HostBinding binding, String where) {
        if (!modes.acts(GraphicsCompat.GLOBAL_SHARE, where)) {
            throw new WorkRefused("refused at draw: %s: reaches the global data share (%s is off)".formatted(where,
                    GraphicsCompat.GLOBAL_SHARE.id()));
        }
        bindsShare = true;
        hasStores = true;
        return new GpuBinding.Storage(binding.set(), binding.binding(), 0, share, 0, GlobalShare.BYTES);
    }

    /** An image of a table, or several in an array. */
    private GpuBinding chosen(GpuCommands c, HostBinding binding, ShaderResource resource, RecordedResources.Choice choice,
            RecordedWork about) {
        forgetOldViews();
        TableBindings.Views found = (words, shape) -> view(c, words, shape, false);
        about.lines.add(() -> "set %d binding %d image %d of a table, %d like it".formatted(binding.set(), binding.binding(), choice.number(),
                choice.members().size()));
        if (resource.kind() == ShaderResource.Kind.IMAGE_SET) {
            GpuBinding.SampledArray array = tables.array(binding, choice, found);
            array.views().forEach(view -> order(c, view));
            return array;
        }
        GpuBinding.Sampled image = (GpuBinding.Sampled) tables.image(binding, choice, found);
        order(c, image.view());
        return image;
    }

    /** What was drawn to an image before comes before what reads it. */
    private void order(GpuCommands c, @Nullable GpuImageView view) {
        if (view != null && images.needsBarrier(view)) {
            barrier.accept(c);
        }
    }

    /** What was recorded is on its way: its faults are read when it is done. */
    void submitted(long ticket) {
        faults.submitted(ticket);
        tables.submitted();
    }

    /** Image descriptors whose type field names no image count as all zero, whatever else they say. */
    private List<DescriptorWords> withoutWrongImages(ShaderLayout layout, List<DescriptorWords> descriptors) {
        List<DescriptorWords> right = descriptors;
        for (int i = 0; i < layout.resources().size(); i++) {
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

    private void bind(GpuCommands c, HostBinding binding, Walked walked, HostMemory.Slice[] slices, List<GpuBinding> bindings,
            RecordedWork about) {
        List<DescriptorWords> descriptors = walked.descriptors;
        int set = binding.set();
        int number = binding.binding();
        int resource = binding.resource();
        switch (binding.kind()) {
            case CONSTANTS, LOCAL_SHARE -> { }
            case STORAGE_BUFFER -> {
                HostMemory.Slice slice = slices[resource];
                if (slice == null) {
                    slice = range(descriptors.get(resource), binding.written());
                    slices[resource] = slice;
                }
                hasStores |= binding.written();
                boolean isPointer = descriptors.get(resource).count() == POINTER_WORDS;
                about.storesAnywhere |= binding.written() && isPointer;
                if (binding.written() && !isPointer) {
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
                order(c, view);
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
            case SAMPLER, COMPARING_SAMPLER, POINT_SAMPLER, TEXEL_SAMPLER, INTEGER_TEXEL_SAMPLER, COMPARING_TEXEL_SAMPLER -> {
                DescriptorWords sampler = descriptors.get(resource);
                bindings.add(new GpuBinding.Sampler(set, number, 0, samplers.get(sampler, binding.kind(), walked.registers,
                        walked.entry.stage() == org.lierne.recompiler.program.ShaderStage.COMPUTE)));
                about.lines.add(() -> "set %d binding %d sampler %s".formatted(set, number,
                        HostSamplers.descriptor(sampler)));
            }
        }
    }

    private @Nullable GpuImageView view(GpuCommands c, DescriptorWords words, ViewShape shape, boolean isStorage) {
        forgetOldViews();
        ViewCache.Known known = views.find(words, shape, isStorage);
        if (known != null) {
            return known.view();
        }
        int[] descriptor = words(words, IMAGE_WORDS);
        FrameFacts.Phase around = shaders.phases().enter(FrameFacts.Phase.UPLOAD);
        GpuImageView view;
        try {
            view = images.view(c, ImageDescriptor.of(descriptor, 0), ImageDescriptor.metadata(descriptor, 0), shape, isStorage);
        } finally {
            shaders.phases().back(around);
        }
        if (viewsGeneration == images.generation()) {
            views.keep(words, new ViewCache.Known(shape, isStorage, view));
        }
        return view;
    }

    private static int[] words(DescriptorWords words, int count) {
        int[] array = new int[count];
        for (int i = 0; i < Math.min(count, words.count()); i++) {
            array[i] = words.word(i);
        }
        return array;
    }

    private HostMemory.Slice range(DescriptorWords words, boolean isWritten) {
        if (words.count() == POINTER_WORDS) {
            long address = Integer.toUnsignedLong(words.word(0)) | (long) words.word(1) << 32;
            return ranges.around(address, isWritten);
        }
        BufferDescriptor d = BufferDescriptor.of(words(words, 4), 0);
        if (d.base() != 0 && images.coherence().isDue(d.base(), d.bytes(), "buffer at 0x%x".formatted(d.base()))) {
            throw new SurfaceCoherence.Unsettled();
        }
        HostMemory.Slice slice = d.base() == 0 ? HostMemory.Slice.NONE
                : ranges.slice(d.base(), d.bytes(), isWritten);
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
            HostMemory.Slice[] slices, DrawValues values, RegisterFile registers) {
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
            case ConstantWord.ClipPlane plane -> registers.get(Registers.PA_CL_UCP, plane.index());
            case ConstantWord.Draw d -> switch (d.value()) {
                case BASE_VERTEX -> values.baseVertex();
                case FIRST_INSTANCE -> values.firstInstance();
                case DRAW_INDEX -> values.drawIndex();
                case PATCHES_PER_INSTANCE -> values.patches();
                case PRIMITIVE_CLASS -> values.primitiveClass();
                case PRIMITIVES_OF_INSTANCE -> values.primitives().primitives();
                case GROUPS_X -> values.groups()[0];
                case GROUPS_Y -> values.groups()[1];
                case GROUPS_Z -> values.groups()[2];
            };
        };
    }

    static BindingLayout layout(List<GpuBinding> bindings) {
        return layout(bindings, false);
    }

    /** @param hasMesh whether set 0 is a mesh program's */
    static BindingLayout layout(List<GpuBinding> bindings, boolean hasMesh) {
        List<BindingSlot> slots = new ArrayList<>(bindings.size());
        for (GpuBinding binding : bindings) {
            BindingKind kind = switch (binding) {
                case GpuBinding.Uniform _ -> BindingKind.UNIFORM_BUFFER;
                case GpuBinding.Storage _ -> BindingKind.STORAGE_BUFFER;
                case GpuBinding.Sampled _, GpuBinding.SampledArray _ -> BindingKind.SAMPLED_IMAGE;
                case GpuBinding.Stored _ -> BindingKind.STORAGE_IMAGE;
                case GpuBinding.Sampler _ -> BindingKind.SAMPLER;
                default -> throw new IllegalStateException("no stage binds " + binding);
            };
            int count = binding instanceof GpuBinding.SampledArray array ? array.views().size() : 1;
            slots.add(new BindingSlot(binding.set(), binding.binding(), kind, count, hasMesh && binding.set() == 0 ? MESH : STAGES.get(binding.set())));
        }
        return new BindingLayout(slots, 0);
    }
}
