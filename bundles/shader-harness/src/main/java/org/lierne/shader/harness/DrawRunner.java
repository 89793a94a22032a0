package org.lierne.shader.harness;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.AddressMode;
import org.lierne.gpu.BindingKind;
import org.lierne.gpu.BindingLayout;
import org.lierne.gpu.BindingSlot;
import org.lierne.gpu.BorderColor;
import org.lierne.gpu.BufferMemory;
import org.lierne.gpu.ClearColor;
import org.lierne.gpu.CompareOp;
import org.lierne.gpu.DrawState;
import org.lierne.gpu.Filter;
import org.lierne.gpu.Format;
import org.lierne.gpu.GpuBinding;
import org.lierne.gpu.GpuBuffer;
import org.lierne.gpu.GpuCommands;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuImage;
import org.lierne.gpu.GpuPipeline;
import org.lierne.gpu.GpuSampler;
import org.lierne.gpu.GpuShader;
import org.lierne.gpu.GraphicsSpec;
import org.lierne.gpu.ImageKind;
import org.lierne.gpu.ImagePart;
import org.lierne.gpu.ImageSpec;
import org.lierne.gpu.ImageUse;
import org.lierne.gpu.IndexType;
import org.lierne.gpu.PrimitiveLists;
import org.lierne.gpu.Rect;
import org.lierne.gpu.Reduction;
import org.lierne.gpu.RenderTargets;
import org.lierne.gpu.SamplerSpec;
import org.lierne.gpu.ShaderStage;
import org.lierne.gpu.StageSpec;
import org.lierne.gpu.Topology;
import org.lierne.gpu.VertexInput;
import org.lierne.gpu.Viewport;
import org.lierne.recompiler.program.ConstantWord;
import org.lierne.recompiler.program.DescriptorWalker;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.ShaderCorpus;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderTranslator;
import org.lierne.recompiler.program.TranslatedShader;
import org.lierne.recompiler.program.TranslationOptions;
import org.lierne.recompiler.program.TranslationRefused;

/** Draws one graphics job on a device, with the translated programs or with the original modules. */
final class DrawRunner {
    private static final long PATIENCE_NS = 120_000_000_000L;
    private static final int CLIP_DISTANCE = 3;
    private static final int CULL_DISTANCE = 4;
    private static final int FRAGMENT_COORDINATES = 15;

    private final GpuDevice device;
    private final ShaderTranslator translator;
    private final TranslationOptions options;

    DrawRunner(GpuDevice device, ShaderTranslator translator, TranslationOptions options) {
        this.device = device;
        this.translator = translator;
        this.options = options;
    }

    /** Null when the job's outputs are as they should be, else what differs. */
    @Nullable String run(CorpusFolder jobs, String id, Map<String, CorpusProgram> programs, ShaderCorpus.Against against) {
        Json job = jobs.job(id);
        Map<String, byte[]> expected = new HashMap<>();
        if (against == ShaderCorpus.Against.ORIGINAL) {
            try (Scene scene = new Scene(jobs, id, job)) {
                expected.putAll(scene.drawOriginal());
            }
        } else {
            outputs(job).keySet().forEach(file -> expected.put(file, jobs.bytes(id + "/" + file)));
        }
        Map<String, byte[]> actual;
        try (Scene scene = new Scene(jobs, id, job)) {
            actual = scene.drawTranslated(program(programs, job.get("vert")), program(programs, job.get("frag")));
        }
        for (Map.Entry<String, String> output : outputs(job).entrySet()) {
            byte[] want = expected.get(output.getKey());
            byte[] have = actual.get(output.getKey());
            if (want == null || have == null) {
                return output.getKey() + ": nothing was drawn";
            }
            String difference = Comparison.texels(job.get("compare").get(output.getKey()), output.getValue(), want, have);
            if (difference != null) {
                return output.getKey() + " " + difference;
            }
        }
        return null;
    }

    private static CorpusProgram program(Map<String, CorpusProgram> programs, Json stage) {
        CorpusProgram program = programs.get(stage.get("program").text());
        if (program == null) {
            throw new IllegalArgumentException("the programs folder has no " + stage.get("program"));
        }
        return program;
    }

    /** Files with an expected content, and the format of each. */
    private static Map<String, String> outputs(Json job) {
        Map<String, String> outputs = new HashMap<>();
        for (Json color : job.get("attachments").get("color").items()) {
            outputs.put(color.get("expected").text(), color.get("format").text());
        }
        Json depth = job.get("attachments").get("depth");
        if (depth.get("expected").isPresent()) {
            outputs.put(depth.get("expected").text(), depth.get("format").text("D32_SFLOAT"));
        }
        for (Json descriptor : job.get("descriptors").items()) {
            if (descriptor.get("image").get("expected").isPresent()) {
                outputs.put(descriptor.get("image").get("expected").text(), descriptor.get("image").get("format").text());
            }
            if (descriptor.get("buffer").get("expected").isPresent()) {
                outputs.put(descriptor.get("buffer").get("expected").text(), "R32_UINT");
            }
        }
        outputs.keySet().removeIf(file -> !job.get("compare").get(file).isPresent());
        return outputs;
    }

    /** A job's objects on the device, for one draw. */
    private final class Scene implements AutoCloseable {
        private final CorpusFolder jobs;
        private final String id;
        private final Json job;
        private final JobMemory memory = new JobMemory();
        private final DeviceBindings bindings = new DeviceBindings(device, memory);
        private final List<AutoCloseable> owned = new ArrayList<>();
        private final Map<Json, GpuImage> images = new HashMap<>();
        private final Map<Json, GpuSampler> samplers = new HashMap<>();
        private final Map<Json, GuestRegions.Region> buffers = new HashMap<>();
        private final List<GpuImage> colors = new ArrayList<>();
        private final @Nullable GpuImage depth;
        private @Nullable GroupedVertices grouped;

        Scene(CorpusFolder jobs, String id, Json job) {
            this.jobs = jobs;
            this.id = id;
            this.job = job;
            memory.pushConstants(HexFormat.of().parseHex(job.get("push_constants").text("")));
            for (Json color : job.get("attachments").get("color").items()) {
                colors.add(own(device.image(ImageSpec.of2d(Format.valueOf(color.get("format").text()), width(), height(),
                        ImageUse.COLOR_TARGET), "color")));
            }
            depth = job.get("attachments").get("depth").isPresent()
                    ? own(device.image(ImageSpec.of2d(Format.valueOf(job.get("attachments").get("depth").get("format").text("D32_SFLOAT")),
                            width(), height(), ImageUse.DEPTH_TARGET), "depth")) : null;
            for (Json descriptor : job.get("descriptors").items()) {
                describe(descriptor);
            }
        }

        private <T extends AutoCloseable> T own(T resource) {
            owned.add(resource);
            return resource;
        }

        private int width() {
            return job.get("width").integer(64);
        }

        private int height() {
            return job.get("height").integer(64);
        }

        private void describe(Json descriptor) {
            int set = descriptor.get("set").integer(0);
            int binding = descriptor.get("binding").integer(0);
            int element = descriptor.get("element").integer(0);
            Json buffer = descriptor.get("buffer");
            if (buffer.isPresent()) {
                byte[] bytes = java.util.Arrays.copyOf(jobs.bytes(id + "/" + buffer.get("file").text()), buffer.get("bytes").integer(16));
                buffers.put(descriptor, memory.buffer(set, binding, element, bytes));
            }
            Json image = descriptor.get("image");
            boolean combined = descriptor.get("kind").text().equals("combined_image_sampler");
            if (image.isPresent()) {
                boolean storage = descriptor.get("kind").text().equals("storage_image");
                GpuImage made = own(device.image(spec(image, storage), "image " + set + "." + binding));
                images.put(descriptor, made);
                memory.image(set, binding, element, made, image);
            }
            if (descriptor.get("sampler").isPresent()) {
                GpuSampler sampler = device.sampler(sampler(descriptor.get("sampler")));
                samplers.put(descriptor, sampler);
                memory.sampler(set, binding, element, sampler, combined);
            }
        }

        private ImageSpec spec(Json image, boolean storage) {
            String view = image.get("view").text();
            ImageKind kind = view.startsWith("1d") ? ImageKind.D1 : view.equals("3d") ? ImageKind.D3 : ImageKind.D2;
            return new ImageSpec(kind, Format.valueOf(image.get("format").text()), image.get("width").integer(1),
                    image.get("height").integer(1), image.get("depth").integer(1), image.get("mips").integer(1),
                    image.get("layers").integer(1), 1, storage ? Set.of(ImageUse.STORAGE, ImageUse.SAMPLED) : Set.of(ImageUse.SAMPLED), false, view.startsWith("cube"));
        }

        private static SamplerSpec sampler(Json json) {
            String compare = json.get("compare").text("");
            return new SamplerSpec(filter(json.get("mag")), filter(json.get("min")), filter(json.get("mip")),
                    address(json.get("address").get(0)), address(json.get("address").get(1)), address(json.get("address").get(2)),
                    (float) json.get("lod_bias").number(), (float) json.get("min_lod").number(), (float) json.get("max_lod").number(), 1,
                    compare.isEmpty() ? null : CompareOp.valueOf(compare.toUpperCase(Locale.ROOT)), Reduction.AVERAGE,
                    border(json.get("border").text("float_transparent_black")), json.get("unnormalized").flag());
        }

        private static Filter filter(Json name) {
            return Filter.valueOf(name.text().toUpperCase(Locale.ROOT));
        }

        private static AddressMode address(Json name) {
            return AddressMode.valueOf(name.text().toUpperCase(Locale.ROOT));
        }

        private static BorderColor border(String name) {
            String upper = name.toUpperCase(Locale.ROOT);
            return BorderColor.Fixed.valueOf(upper.startsWith("FLOAT_") ? upper.substring(6) : upper);
        }

        // Drawing.

        Map<String, byte[]> drawTranslated(CorpusProgram vertexProgram, CorpusProgram pixelProgram) {
            for (Json binding : job.get("vertex_bindings").items()) {
                memory.vertexBuffer(binding.get("binding").integer(0), jobs.bytes(id + "/" + binding.get("file").text()),
                        binding.get("stride").integer(0));
            }
            boolean indexed = job.get("index").isPresent();
            int baseVertex = indexed ? job.get("index").get("vertex_offset").integer(0) : job.get("first_vertex").integer(0);
            memory.draw(baseVertex, job.get("first_instance").integer(0));
            OriginalModule original = new OriginalModule(jobs.words(id + "/" + job.get("vert").get("spirv").text()));
            boolean points = job.get("topology").text().equals("point_list");
            CorpusProgram.Partner partner = new CorpusProgram.Partner(vertexProgram, points, original.length(CLIP_DISTANCE),
                    original.length(CULL_DISTANCE), new OriginalModule(jobs.words(id + "/" + job.get("frag").get("spirv").text()))
                            .elements(FRAGMENT_COORDINATES), job.get("attachments").get("color").items().stream()
                                    .map(color -> color.get("format").text()).toList());
            Map<ConstantWord.DrawValue, Integer> values = Map.of(ConstantWord.DrawValue.BASE_VERTEX, baseVertex,
                    ConstantWord.DrawValue.FIRST_INSTANCE, job.get("first_instance").integer(0), ConstantWord.DrawValue.DRAW_INDEX, 0,
                    ConstantWord.DrawValue.PRIMITIVE_CLASS, points ? 0 : job.get("topology").text().startsWith("line") ? 1 : 2);
            List<StageSpec> stages = new ArrayList<>(vertices(vertexProgram, partner, values));
            stages.addAll(translated(pixelProgram, partner, ShaderStage.FRAGMENT, values));
            return draw(stages, bindings.layout(), VertexInput.NONE, bindings.bindings(), new int[0]);
        }

        /** The vertex program, or what draws the records that it leaves where its vertices wait for each other. */
        private List<StageSpec> vertices(CorpusProgram program, CorpusProgram.Partner partner, Map<ConstantWord.DrawValue, Integer> values) {
            try {
                return translated(program, partner, ShaderStage.VERTEX, values);
            } catch (TranslationRefused e) {
                if (!e.runsInGroups()) {
                    throw e;
                }
                GroupedVertices inGroups = own(new GroupedVertices(device, translator, options, memory, bindings, program, partner,
                        PrimitiveLists.of(topology(), indices(), job.get("primitive_restart").flag(), restart()), topology(),
                        job.get("instances").integer(1)));
                grouped = inGroups;
                return List.of(inGroups.stage());
            }
        }

        private Topology topology() {
            return Topology.valueOf(job.get("topology").text().toUpperCase(Locale.ROOT));
        }

        private boolean hasShortIndices() {
            return IndexType.valueOf(job.get("index").get("type").text("uint32").toUpperCase(Locale.ROOT)) == IndexType.UINT16;
        }

        private int restart() {
            return hasShortIndices() ? 0xFFFF : -1;
        }

        /** The draw's vertices, without a base. */
        private int[] indices() {
            Json index = job.get("index");
            if (!index.isPresent()) {
                return IntStream.range(0, job.get("vertices").integer(0)).toArray();
            }
            ByteBuffer bytes = ByteBuffer.wrap(jobs.bytes(id + "/" + index.get("file").text())).order(ByteOrder.LITTLE_ENDIAN);
            int first = index.get("first").integer(0);
            return IntStream.range(first, first + index.get("count").integer(0))
                    .map(i -> hasShortIndices() ? Short.toUnsignedInt(bytes.getShort(2 * i)) : bytes.getInt(4 * i)).toArray();
        }

        /** The program's stage, behind a geometry stage where it needs one. */
        private List<StageSpec> translated(CorpusProgram corpusProgram, CorpusProgram.Partner partner, ShaderStage stage,
                                     Map<ConstantWord.DrawValue, Integer> values) {
            ShaderProgram program = corpusProgram.describe(partner, memory.code(corpusProgram));
            DescriptorWalker walker = new DescriptorWalker(memory.userData(corpusProgram), memory.regions);
            ShaderLayout layout = translator.analyze(program, options);
            List<DescriptorWords> descriptors = layout.walk(walker);
            TranslatedShader shader = translator.translate(program, layout, descriptors, options);
            bindings.add(program, shader, stage, walker, descriptors, values);
            GpuShader module = own(device.shader(shader.spirv(), program.toString()));
            StageSpec spec = StageSpec.of(stage, module);
            return !shader.hasGeometry() ? List.of(spec) : List.of(StageSpec.of(ShaderStage.GEOMETRY, own(device.shader(shader.geometry(),
                    "corners for " + program))), spec);
        }

        Map<String, byte[]> drawOriginal() {
            List<BindingSlot> slots = new ArrayList<>();
            List<GpuBinding> bound = new ArrayList<>();
            Map<Long, Integer> counts = new HashMap<>();
            for (Json descriptor : job.get("descriptors").items()) {
                bindOriginal(descriptor, slots, bound, counts);
            }
            byte[] push = HexFormat.of().parseHex(job.get("push_constants").text(""));
            int[] words = new int[push.length / 4];
            ByteBuffer.wrap(push).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(words);
            List<StageSpec> stages = List.of(
                    StageSpec.of(ShaderStage.VERTEX, own(device.shader(jobs.words(id + "/" + job.get("vert").get("spirv").text()), "v"))),
                    StageSpec.of(ShaderStage.FRAGMENT, own(device.shader(jobs.words(id + "/" + job.get("frag").get("spirv").text()), "f"))));
            return draw(stages, new BindingLayout(slots, push.length), vertexInput(), bound, words);
        }

        private void bindOriginal(Json descriptor, List<BindingSlot> slots, List<GpuBinding> bound, Map<Long, Integer> counts) {
            int set = descriptor.get("set").integer(0);
            int binding = descriptor.get("binding").integer(0);
            int element = descriptor.get("element").integer(0);
            BindingKind kind = BindingKind.valueOf(descriptor.get("kind").text().toUpperCase(Locale.ROOT));
            int count = counts.merge((long) set << 32 | binding, element + 1, Math::max);
            slots.removeIf(slot -> slot.set() == set && slot.binding() == binding);
            slots.add(new BindingSlot(set, binding, kind, count, Set.of(ShaderStage.VERTEX, ShaderStage.FRAGMENT)));
            GuestRegions.Region region = buffers.get(descriptor);
            GpuImage image = images.get(descriptor);
            GpuSampler sampler = samplers.get(descriptor);
            switch (kind) {
                case UNIFORM_BUFFER -> bound.add(new GpuBinding.Uniform(set, binding, element, bindings.buffer(present(region)), 0,
                        present(region).bytes().length));
                case STORAGE_BUFFER -> bound.add(new GpuBinding.Storage(set, binding, element, bindings.buffer(present(region)), 0,
                        present(region).bytes().length));
                case COMBINED_IMAGE_SAMPLER ->
                        bound.add(new GpuBinding.Combined(set, binding, element, present(image).view(), present(sampler)));
                case SAMPLED_IMAGE -> bound.add(new GpuBinding.Sampled(set, binding, element, present(image).view()));
                case STORAGE_IMAGE -> bound.add(new GpuBinding.Stored(set, binding, element, present(image).view()));
                case SAMPLER -> bound.add(new GpuBinding.Sampler(set, binding, element, present(sampler)));
                case UNIFORM_TEXEL_BUFFER, STORAGE_TEXEL_BUFFER ->
                        throw new IllegalArgumentException("no job has texel buffers yet: " + descriptor);
            }
        }

        private static <T> T present(@Nullable T value) {
            return java.util.Objects.requireNonNull(value, "the job's descriptor lacks what its kind needs");
        }

        private VertexInput vertexInput() {
            List<VertexInput.Stream> streams = new ArrayList<>();
            for (Json binding : job.get("vertex_bindings").items()) {
                streams.add(new VertexInput.Stream(binding.get("binding").integer(0), binding.get("stride").integer(0),
                        binding.get("rate").text().equals("instance")));
            }
            List<VertexInput.Attribute> attributes = new ArrayList<>();
            for (Json attribute : job.get("vertex_attributes").items()) {
                attributes.add(new VertexInput.Attribute(attribute.get("location").integer(0), attribute.get("binding").integer(0),
                        Format.valueOf(attribute.get("format").text()), attribute.get("offset").integer(0)));
            }
            return new VertexInput(streams, attributes);
        }

        private Map<String, byte[]> draw(List<StageSpec> stages, BindingLayout layout, VertexInput input, List<GpuBinding> bound,
                                         int[] push) {
            List<@Nullable Format> formats = new ArrayList<>();
            colors.forEach(color -> formats.add(color.spec().format()));
            DrawState state = state();
            GpuPipeline pipeline = device.graphics(
                    new GraphicsSpec(stages, layout, input, formats, depth == null ? null : depth.spec().format(), 1, 0), state);
            try (GpuCommands commands = device.commands(id)) {
                upload(commands);
                if (grouped != null) {
                    grouped.launch(commands);
                }
                commands.targets(targets());
                commands.pipeline(pipeline);
                commands.state(state);
                commands.viewports(List.of(viewport()));
                commands.scissors(List.of(scissor()));
                commands.bindings(bound);
                if (push.length > 0) {
                    commands.pushConstants(0, push);
                }
                if (!input.streams().isEmpty()) {
                    for (Json binding : job.get("vertex_bindings").items()) {
                        commands.vertexBuffer(binding.get("binding").integer(0), hostBuffer(binding.get("file").text()), 0);
                    }
                }
                record(commands);
                commands.endTargets();
                long ticket = device.submit(commands);
                if (!device.await(ticket, PATIENCE_NS)) {
                    throw new IllegalStateException("the device did not finish " + id + " within two minutes");
                }
            }
            return results();
        }

        private GpuBuffer hostBuffer(String file) {
            byte[] bytes = jobs.bytes(id + "/" + file);
            GpuBuffer buffer = own(device.buffer(Math.max(16, bytes.length + 3 & ~3), BufferMemory.UPLOAD, file));
            MemorySegment.copy(MemorySegment.ofArray(bytes), 0, buffer.mapped(), 0, bytes.length);
            return buffer;
        }

        private void record(GpuCommands commands) {
            if (grouped != null) {
                grouped.draw(commands);
                return;
            }
            Json index = job.get("index");
            int instances = job.get("instances").integer(1);
            int firstInstance = job.get("first_instance").integer(0);
            if (index.isPresent()) {
                commands.indexBuffer(hostBuffer(index.get("file").text()), 0,
                        IndexType.valueOf(index.get("type").text().toUpperCase(Locale.ROOT)));
                commands.drawIndexed(index.get("count").integer(0), instances, index.get("first").integer(0),
                        index.get("vertex_offset").integer(0), firstInstance);
            } else {
                commands.draw(job.get("vertices").integer(0), instances, job.get("first_vertex").integer(0), firstInstance);
            }
        }

        private void upload(GpuCommands commands) {
            images.forEach((descriptor, image) -> {
                byte[] texels = jobs.bytes(id + "/" + descriptor.get("image").get("file").text());
                long at = 0;
                for (int mip = 0; mip < image.spec().mips(); mip++) {
                    ImagePart part = ImagePart.level(image.spec(), mip);
                    long bytes = part.bytes(image.spec().format());
                    commands.upload(image, part, MemorySegment.ofArray(texels).asSlice(at, bytes));
                    at += bytes;
                }
            });
        }

        private RenderTargets targets() {
            List<RenderTargets.@Nullable Color> list = new ArrayList<>();
            List<Json> attachments = job.get("attachments").get("color").items();
            for (int i = 0; i < colors.size(); i++) {
                list.add(RenderTargets.Color.cleared(colors.get(i).view(), clear(attachments.get(i))));
            }
            RenderTargets.DepthStencil depthTarget = depth == null ? null : RenderTargets.DepthStencil.cleared(depth.view(),
                    (float) job.get("attachments").get("depth").get("clear").number(), 0);
            return new RenderTargets(list, depthTarget, new Rect(0, 0, width(), height()), 1);
        }

        private static ClearColor clear(Json attachment) {
            int[] bits = new int[4];
            boolean integer = CorpusProgram.numericClass(attachment.get("format").text())
                    != org.lierne.recompiler.program.NumericClass.FLOAT;
            for (int i = 0; i < 4; i++) {
                double value = attachment.get("clear").get(i).number();
                bits[i] = integer ? (int) (long) value : Float.floatToRawIntBits((float) value);
            }
            return new ClearColor(bits[0], bits[1], bits[2], bits[3]);
        }

        private Viewport viewport() {
            Json v = job.get("viewport");
            return new Viewport((float) v.get(0).number(), (float) v.get(1).number(), (float) v.get(2).number(),
                    (float) v.get(3).number(), (float) v.get(4).number(), (float) v.get(5).number());
        }

        private Rect scissor() {
            Json s = job.get("scissor");
            return new Rect(s.get(0).integer(0), s.get(1).integer(0), s.get(2).integer(0), s.get(3).integer(0));
        }

        private DrawState state() {
            List<DrawState.TargetBlend> blends = new ArrayList<>();
            for (Json blend : job.get("blend").items()) {
                blends.add(new DrawState.TargetBlend(blend.get("enable").flag(), factor(blend.get("src")), factor(blend.get("dst")),
                        operation(blend.get("op")), factor(blend.get("src_alpha")), factor(blend.get("dst_alpha")),
                        operation(blend.get("op_alpha")), blend.get("write_mask").integer(15)));
            }
            Json constants = job.get("blend_constants");
            DrawState.Blend blend = new DrawState.Blend(blends, constant(constants, 0), constant(constants, 1), constant(constants, 2),
                    constant(constants, 3), null);
            Json depthState = job.get("depth_state");
            DrawState.Depth depthTest = new DrawState.Depth(depthState.get("test").flag(), depthState.get("write").flag(),
                    CompareOp.valueOf(depthState.get("compare").text("always").toUpperCase(Locale.ROOT)), false, 0, 1);
            DrawState.Raster raster = DrawState.Raster.PLAIN.withCull(
                    DrawState.Cull.valueOf(job.get("cull").text("none").toUpperCase(Locale.ROOT)),
                    DrawState.FrontFace.valueOf(job.get("front_face").text("counter_clockwise").toUpperCase(Locale.ROOT)))
                    .withDepthClamp(job.get("depth_clamp").flag());
            return new DrawState(grouped == null ? topology() : grouped.topology(),
                    grouped == null && job.get("primitive_restart").flag(), raster, depthTest, DrawState.Stencil.OFF, blend,
                    DrawState.Multisample.PLAIN);
        }

        private static float constant(Json constants, int index) {
            return constants.get(index).isPresent() ? (float) constants.get(index).number() : 0;
        }

        private static DrawState.BlendFactor factor(Json name) {
            return DrawState.BlendFactor.valueOf(name.text().toUpperCase(Locale.ROOT));
        }

        private static DrawState.BlendOp operation(Json name) {
            return DrawState.BlendOp.valueOf(name.text().toUpperCase(Locale.ROOT));
        }

        private Map<String, byte[]> results() {
            Map<String, byte[]> results = new HashMap<>();
            List<Json> attachments = job.get("attachments").get("color").items();
            for (int i = 0; i < colors.size(); i++) {
                results.put(attachments.get(i).get("expected").text(),
                        device.read(colors.get(i), ImagePart.level(colors.get(i).spec(), 0)));
            }
            if (depth != null) {
                results.put(job.get("attachments").get("depth").get("expected").text(""),
                        device.read(depth, ImagePart.level(depth.spec(), 0)));
            }
            bindings.fetch();
            for (Json descriptor : job.get("descriptors").items()) {
                GpuImage image = images.get(descriptor);
                if (image != null && descriptor.get("image").get("expected").isPresent()) {
                    results.put(descriptor.get("image").get("expected").text(), device.read(image, ImagePart.level(image.spec(), 0)));
                }
                GuestRegions.Region region = buffers.get(descriptor);
                if (region != null && descriptor.get("buffer").get("expected").isPresent()) {
                    results.put(descriptor.get("buffer").get("expected").text(), region.bytes());
                }
            }
            return results;
        }

        @Override
        public void close() {
            bindings.close();
            for (AutoCloseable resource : owned.reversed()) {
                try {
                    resource.close();
                } catch (Exception e) {
                    throw new IllegalStateException("an object of job " + id + " could not be closed", e);
                }
            }
        }
    }
}
