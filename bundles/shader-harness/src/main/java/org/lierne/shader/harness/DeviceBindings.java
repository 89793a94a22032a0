package org.lierne.shader.harness;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.BindingKind;
import org.lierne.gpu.BindingLayout;
import org.lierne.gpu.BindingSlot;
import org.lierne.gpu.BufferMemory;
import org.lierne.gpu.GpuBinding;
import org.lierne.gpu.GpuBuffer;
import org.lierne.gpu.GpuCommands;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.ShaderStage;
import org.lierne.gpu.ViewKind;
import org.lierne.gpu.ViewSpec;
import org.lierne.recompiler.program.ConstantWord;
import org.lierne.recompiler.program.DescriptorWalker;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.HostBinding;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderResource;
import org.lierne.recompiler.program.TranslatedShader;
import org.lierne.recompiler.program.ViewShape;

/** Binds what translated modules list: the driver's part of a job. */
final class DeviceBindings implements AutoCloseable {
    private final GpuDevice device;
    private final JobMemory memory;
    private final BufferMemory place;
    private final Map<GuestRegions.Region, GpuBuffer> buffers;
    private final List<GpuBuffer> own = new ArrayList<>();
    private final boolean isBeside;
    private @Nullable GpuBuffer globalShare;
    private @Nullable GpuBuffer drawnVertices;
    private @Nullable GpuBuffer exported;
    private final List<BindingSlot> slots = new ArrayList<>();
    private final List<GpuBinding> bindings = new ArrayList<>();

    DeviceBindings(GpuDevice device, JobMemory memory) {
        this(device, memory, BufferMemory.READBACK);
    }

    /** @param place where buffers lie: only from {@link BufferMemory#READBACK} can they be fetched */
    DeviceBindings(GpuDevice device, JobMemory memory, BufferMemory place) {
        this(device, memory, place, new HashMap<>(), false);
    }

    private DeviceBindings(GpuDevice device, JobMemory memory, BufferMemory place, Map<GuestRegions.Region, GpuBuffer> buffers, boolean isBeside) {
        this.device = device;
        this.memory = memory;
        this.place = place;
        this.buffers = buffers;
        this.isBeside = isBeside;
    }

    /** Those of another pipeline of the job, with the same buffers; closed before these. */
    DeviceBindings beside() {
        return new DeviceBindings(device, memory, place, buffers, true);
    }

    /**
     * What programs with primitives of their own and those that draw their records are bound to.
     *
     * @param list    vertices of all primitives
     * @param records of what is exported
     */
    void primitives(GpuBuffer list, GpuBuffer records) {
        drawnVertices = list;
        exported = records;
    }

    /** A region's bytes on the device. */
    GpuBuffer buffer(GuestRegions.Region region) {
        return buffers.computeIfAbsent(region, key -> {
            GpuBuffer buffer = device.buffer(Math.max(16, key.bytes().length + 3 & ~3), place, key.name());
            if (place == BufferMemory.DEVICE) {
                upload(buffer, key.bytes());
            } else {
                MemorySegment.copy(key.bytes(), 0, buffer.mapped(), ValueLayout.JAVA_BYTE, 0, key.bytes().length);
            }
            return buffer;
        });
    }

    private void upload(GpuBuffer buffer, byte[] bytes) {
        try (GpuCommands commands = device.commands("upload of " + buffer.name())) {
            commands.upload(buffer, 0, MemorySegment.ofArray(java.util.Arrays.copyOf(bytes, bytes.length + 3 & ~3)));
            device.submit(commands);
        }
    }

    void add(ShaderProgram program, TranslatedShader shader, ShaderStage stage, DescriptorWalker walker, List<DescriptorWords> descriptors,
             Map<ConstantWord.DrawValue, Integer> drawValues) {
        Map<Integer, Long> starts = new HashMap<>();
        for (HostBinding binding : shader.bindings()) {
            BindingKind kind = switch (binding.kind()) {
                case CONSTANTS -> BindingKind.UNIFORM_BUFFER;
                case STORAGE_BUFFER, LOCAL_SHARE -> BindingKind.STORAGE_BUFFER;
                case SAMPLED_IMAGE -> BindingKind.SAMPLED_IMAGE;
                case STORAGE_IMAGE -> BindingKind.STORAGE_IMAGE;
                case SAMPLER, COMPARING_SAMPLER, POINT_SAMPLER, TEXEL_SAMPLER, INTEGER_TEXEL_SAMPLER, COMPARING_TEXEL_SAMPLER -> BindingKind.SAMPLER;
            };
            slots.add(new BindingSlot(binding.set(), binding.binding(), kind, 1, Set.of(stage)));
            switch (binding.kind()) {
                case CONSTANTS -> { }
                case LOCAL_SHARE -> bindings.add(localShare(binding, program.state().ldsStride() * drawValues.values().stream()
                        .mapToLong(Integer::longValue).reduce(1, (a, b) -> a * b)));
                case STORAGE_BUFFER -> storage(shader, binding, descriptors.get(binding.resource()), starts);
                case SAMPLED_IMAGE -> bindings.add(new GpuBinding.Sampled(binding.set(), binding.binding(), 0,
                        memory.image(descriptors.get(binding.resource())).view(view(binding, descriptors))));
                case STORAGE_IMAGE -> bindings.add(new GpuBinding.Stored(binding.set(), binding.binding(), 0,
                        memory.image(descriptors.get(binding.resource())).view(view(binding, descriptors))));
                case TEXEL_SAMPLER, INTEGER_TEXEL_SAMPLER, COMPARING_TEXEL_SAMPLER -> throw new IllegalArgumentException(
                        "a job has its samplers as they are, and the program asks for one that takes single texels of a level");
                case SAMPLER, COMPARING_SAMPLER, POINT_SAMPLER -> bindings.add(
                        new GpuBinding.Sampler(binding.set(), binding.binding(), 0, memory.sampler(descriptors.get(binding.resource()))));
            }
        }
        if (!shader.constants().isEmpty()) {
            bindings.add(new GpuBinding.Constants(shader.stage().descriptorSet(), 0, 0,
                    constants(shader, walker, descriptors, starts, drawValues)));
        }
    }

    private GpuBinding localShare(HostBinding binding, long bytes) {
        GpuBuffer buffer = device.buffer(bytes, BufferMemory.DEVICE, "LDS");
        own.add(buffer);
        return new GpuBinding.Storage(binding.set(), binding.binding(), 0, buffer, 0, bytes);
    }

    /** One for all programs of a job, zero at its start. */
    private GpuBuffer globalShare() {
        GpuBuffer known = globalShare;
        if (known == null) {
            known = device.buffer(ShaderResource.GLOBAL_SHARE_BYTES, BufferMemory.UPLOAD, "GDS");
            known.mapped().fill((byte) 0);
            own.add(known);
            globalShare = known;
        }
        return known;
    }

    private void storage(TranslatedShader shader, HostBinding binding, DescriptorWords words, Map<Integer, Long> starts) {
        ShaderResource.Kind kind = shader.layout().resources().get(binding.resource()).kind();
        if (kind == ShaderResource.Kind.GLOBAL_SHARE) {
            bindings.add(new GpuBinding.Storage(binding.set(), binding.binding(), 0, globalShare(), 0, ShaderResource.GLOBAL_SHARE_BYTES));
            return;
        }
        GpuBuffer ofPrimitives = kind == ShaderResource.Kind.DRAWN_VERTICES ? drawnVertices : kind == ShaderResource.Kind.EXPORTED ? exported : null;
        if (ofPrimitives != null) {
            bindings.add(new GpuBinding.Storage(binding.set(), binding.binding(), 0, ofPrimitives, 0, ofPrimitives.sizeBytes()));
            return;
        }
        long base = switch (kind) {
            case FAULTS, SPANS, DRAWN_VERTICES, EXPORTED, IMAGE_TABLE, SAMPLER_TABLE -> 0;
            case MEMORY -> Integer.toUnsignedLong(words.word(0)) | (long) words.word(1) << 32;
            default -> Integer.toUnsignedLong(words.word(0)) | (long) (words.word(1) & 0xffff) << 32;
        };
        GuestRegions.Region region = memory.regions.at(base);
        if (region == null) {
            bindings.add(new GpuBinding.Storage(binding.set(), binding.binding(), 0, null, 0, 0));
            starts.put(binding.resource(), base);
            return;
        }
        GpuBuffer buffer = buffer(region);
        starts.put(binding.resource(), region.address());
        bindings.add(new GpuBinding.Storage(binding.set(), binding.binding(), 0, buffer, 0, buffer.sizeBytes()));
    }

    private ViewSpec view(HostBinding binding, List<DescriptorWords> descriptors) {
        ViewShape shape = java.util.Objects.requireNonNull(binding.view());
        ViewSpec whole = ViewSpec.whole(memory.image(descriptors.get(binding.resource())).spec());
        ViewKind kind = switch (shape.dimension()) {
            case D1 -> shape.arrayed() ? ViewKind.D1_ARRAY : ViewKind.D1;
            case D2 -> shape.arrayed() ? ViewKind.D2_ARRAY : ViewKind.D2;
            case D3 -> ViewKind.D3;
            case CUBE -> shape.arrayed() ? ViewKind.CUBE_ARRAY : ViewKind.CUBE;
        };
        ViewSpec view = whole.withKind(kind);
        if (kind == ViewKind.D2 || kind == ViewKind.D1) {
            view = view.withLayers(0, 1);
        }
        return binding.kind() == HostBinding.Kind.STORAGE_IMAGE ? view.withMips(shape.level(), 1) : view;
    }

    private int[] constants(TranslatedShader shader, DescriptorWalker walker, List<DescriptorWords> descriptors,
                            Map<Integer, Long> starts, Map<ConstantWord.DrawValue, Integer> drawValues) {
        int[] words = new int[shader.constants().size() + 3 & ~3];
        for (int i = 0; i < shader.constants().size(); i++) {
            words[i] = switch (shader.constants().get(i)) {
                case ConstantWord.Evaluated evaluated -> walker.evaluate(evaluated.source());
                case ConstantWord.BufferBias bias -> {
                    DescriptorWords found = descriptors.get(bias.resource());
                    long base = Integer.toUnsignedLong(found.word(0)) | (long) (found.word(1) & 0xffff) << 32;
                    yield (int) (base - starts.getOrDefault(bias.resource(), base));
                }
                case ConstantWord.MemoryStart start -> {
                    long address = starts.getOrDefault(start.resource(), 0L);
                    yield (int) (start.high() ? address >>> 32 : address);
                }
                // Jobs have no planes.
                case ConstantWord.ClipPlane _ -> 0;
                case ConstantWord.Draw draw -> drawValues.getOrDefault(draw.value(), 0);
            };
        }
        return words;
    }

    BindingLayout layout() {
        return new BindingLayout(slots, 0);
    }

    List<GpuBinding> bindings() {
        return bindings;
    }

    /** Copies what the device wrote back into the regions; after everything is done. */
    void fetch() {
        buffers.forEach((region, buffer) -> MemorySegment.copy(buffer.mapped(),
                ValueLayout.JAVA_BYTE, 0, region.bytes(), 0, region.bytes().length));
    }

    @Override
    public void close() {
        if (!isBeside) {
            buffers.values().forEach(GpuBuffer::close);
        }
        own.forEach(GpuBuffer::close);
    }
}
