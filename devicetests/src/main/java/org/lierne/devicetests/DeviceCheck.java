package org.lierne.devicetests;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.lierne.gpu.AddressMode;
import org.lierne.gpu.BindingKind;
import org.lierne.gpu.BindingLayout;
import org.lierne.gpu.BindingSlot;
import org.lierne.gpu.BufferMemory;
import org.lierne.gpu.ClearColor;
import org.lierne.gpu.ComputeSpec;
import org.lierne.gpu.DrawState;
import org.lierne.gpu.Filter;
import org.lierne.gpu.Format;
import org.lierne.gpu.GpuBinding;
import org.lierne.gpu.GpuBuffer;
import org.lierne.gpu.GpuCommands;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuFacts;
import org.lierne.gpu.GpuFeature;
import org.lierne.gpu.GpuImage;
import org.lierne.gpu.GpuOptions;
import org.lierne.gpu.GpuPipeline;
import org.lierne.gpu.GpuUnavailable;
import org.lierne.gpu.GraphicsSpec;
import org.lierne.gpu.ImagePart;
import org.lierne.gpu.ImageSpec;
import org.lierne.gpu.ImageUse;
import org.lierne.gpu.Rect;
import org.lierne.gpu.RenderTargets;
import org.lierne.gpu.SamplerSpec;
import org.lierne.gpu.ShaderStage;
import org.lierne.gpu.StageSpec;
import org.lierne.gpu.Topology;
import org.lierne.gpu.VertexInput;
import org.lierne.gpu.vulkan.VulkanDevices;

/**
 * Tells what the host's devices are, checks that one computes and draws what it should, and measures what the backend
 * costs. Needs no framework and no JDK:
 *
 * <pre> mvn -pl devicetests -am package jlink --add-modules
 * java.base,java.management,java.naming,java.xml,jdk.unsupported,jdk.management --output runtime runtime/bin/java
 * --enable-native-access=ALL-UNNAMED -cp 'devicetests/target/lib/*:devicetests/target/devicetests-0.1.0-SNAPSHOT.jar' \
 * org.lierne.devicetests.DeviceCheck [--validate] [--device NAME] [--facts] </pre>
 *
 * Prints a line for each check and each figure; exit code 0 when all checks passed, 1 when one failed, 5 without a
 * device.
 */
public final class DeviceCheck {
    private static final int DRAWS = 10_000;
    private static final int ROUNDS = 5;
    private static final int TRANSFER_BYTES = 64 << 20;
    private static final int TARGET = 64;
    private static final DrawState STRIP = DrawState.plain(1).withTopology(Topology.TRIANGLE_STRIP);

    private final GpuDevice gpu;
    private final Map<String, Boolean> checks = new LinkedHashMap<>();
    private final Map<String, Double> figures = new LinkedHashMap<>();

    DeviceCheck(GpuDevice gpu) {
        this.gpu = gpu;
    }

    /** Runs everything on the device that the arguments choose. */
    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments)));
    }

    static int run(List<String> arguments) {
        GpuOptions options = GpuOptions.headless().withValidation(arguments.contains("--validate"));
        int named = arguments.indexOf("--device");
        if (named >= 0) {
            options = options.withDeviceName(arguments.get(named + 1));
        }
        VulkanDevices devices = VulkanDevices.standalone();
        try {
            devices.list().forEach(facts -> print(facts, arguments.contains("--facts")));
            try (GpuDevice gpu = devices.open(options)) {
                var check = new DeviceCheck(gpu);
                check.all();
                check.checks.forEach((name, passed) -> System.out.println((passed ? "passed " : "FAILED ") + name));
                check.figures.forEach((name, value) -> System.out.printf(Locale.ROOT, "%-50s %.1f%n", name, value));
                System.out.println("findings of the validation layer: " + gpu.validationFindings());
                return check.checks.containsValue(false) || gpu.validationFindings() > 0 ? 1 : 0;
            }
        } catch (GpuUnavailable e) {
            System.err.println(e.getMessage());
            return 5;
        }
    }

    private static void print(GpuFacts facts, boolean isWhole) {
        System.out.println("device: " + facts.name() + ", " + facts.driverName() + " " + facts.driverInfo()
                + ", Vulkan " + facts.apiVersion() + ", subgroups of " + facts.subgroups().minSize() + " to "
                + facts.subgroups().maxSize());
        if (isWhole) {
            System.out.println("  " + facts.subgroups());
            System.out.println("  " + facts.floats());
            System.out.println("  " + facts.limits());
            for (GpuFeature feature : GpuFeature.values()) {
                System.out.println("  " + (facts.has(feature) ? "has   " : "lacks ") + feature);
            }
        }
    }

    private void all() {
        compute();
        importing();
        draws();
        transfers();
    }

    private int[] words(String name) {
        String path = "/shaders/" + name + ".spv";
        try (InputStream in = Objects.requireNonNull(DeviceCheck.class.getResourceAsStream(path), path)) {
            ByteBuffer bytes = ByteBuffer.wrap(in.readAllBytes()).order(ByteOrder.LITTLE_ENDIAN);
            int[] words = new int[bytes.remaining() / 4];
            bytes.asIntBuffer().get(words);
            return words;
        } catch (IOException e) {
            throw new UncheckedIOException(path, e);
        }
    }

    private static int[] ints(byte[] bytes) {
        int[] words = new int[bytes.length / 4];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(words);
        return words;
    }

    private GpuPipeline fillPipeline() {
        return gpu.compute(new ComputeSpec(StageSpec.of(ShaderStage.COMPUTE, gpu.shader(words("fill.comp"),
                "fill.comp")), new BindingLayout(List.of(new BindingSlot(0, 0, BindingKind.UNIFORM_BUFFER, 1,
                Set.of(ShaderStage.COMPUTE)), new BindingSlot(0, 1, BindingKind.STORAGE_BUFFER, 1,
                Set.of(ShaderStage.COMPUTE))), 4)));
    }

    private GpuCommands fill(GpuPipeline pipeline, GpuBuffer target, long offset, int factor, int seed) {
        GpuCommands commands = gpu.commands("fill");
        commands.pipeline(pipeline);
        commands.bindings(List.of(new GpuBinding.Constants(0, 0, 0, new int[] {factor}),
                new GpuBinding.Storage(0, 1, 0, target, offset, 256)));
        commands.pushConstants(0, new int[] {seed});
        commands.dispatch(1, 1, 1);
        return commands;
    }

    private void compute() {
        GpuPipeline pipeline = fillPipeline();
        figures.put("compute pipeline compilation, us", pipeline.compileNs() / 1e3);
        try (GpuBuffer target = gpu.buffer(256, BufferMemory.DEVICE, "target")) {
            gpu.submit(fill(pipeline, target, 0, 3, 7));
            int[] result = ints(gpu.read(target, 0, 256));
            checks.put("a dispatch fills a buffer", result[0] == 7 && result[63] == 3 * 63 + 7);
            var latencies = new ArrayList<Double>();
            for (int i = 0; i < 200; i++) {
                long start = System.nanoTime();
                gpu.await(gpu.submit(fill(pipeline, target, 0, i, i)), Long.MAX_VALUE);
                latencies.add((System.nanoTime() - start) / 1e3);
            }
            latencies.sort(null);
            figures.put("record, submit and wait for a dispatch, us", latencies.get(latencies.size() / 2));
        }
    }

    private void importing() {
        if (!gpu.facts().has(GpuFeature.EXTERNAL_MEMORY_HOST)) {
            System.out.println("skipped import of host memory: the device has no VK_EXT_external_memory_host");
            return;
        }
        long alignment = Math.max(4096, gpu.facts().limits().importAlignment());
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(2 * alignment, alignment);
            try (GpuBuffer imported = gpu.importHost(memory.address(), 2 * alignment, "imported")) {
                gpu.await(gpu.submit(fill(fillPipeline(), imported, alignment, 1, 100)), Long.MAX_VALUE);
            }
            checks.put("a dispatch writes imported host memory", memory.get(ValueLayout.JAVA_INT,
                    alignment + 252) == 163);
        }
    }

    private void draws() {
        var layout = new BindingLayout(List.of(new BindingSlot(0, 0, BindingKind.STORAGE_BUFFER, 1,
                Set.of(ShaderStage.VERTEX)), new BindingSlot(1, 0, BindingKind.SAMPLED_IMAGE, 1,
                Set.of(ShaderStage.FRAGMENT)), new BindingSlot(1, 1, BindingKind.SAMPLER, 1,
                Set.of(ShaderStage.FRAGMENT)), new BindingSlot(1, 2, BindingKind.UNIFORM_BUFFER, 1,
                Set.of(ShaderStage.FRAGMENT))), 0);
        var spec = new GraphicsSpec(List.of(
                StageSpec.of(ShaderStage.VERTEX, gpu.shader(words("quad.vert"), "quad.vert")),
                StageSpec.of(ShaderStage.FRAGMENT, gpu.shader(words("textured.frag"), "textured.frag"))), layout,
                VertexInput.NONE, List.of(Format.R8G8B8A8_UNORM), null, 1, 0);
        GpuPipeline pipeline = gpu.graphics(spec, STRIP);
        figures.put("graphics pipeline compilation, us", pipeline.compileNs() / 1e3);
        GpuImage target = gpu.image(ImageSpec.of2d(Format.R8G8B8A8_UNORM, TARGET, TARGET, ImageUse.COLOR_TARGET),
                "target");
        GpuImage texture = gpu.image(ImageSpec.of2d(Format.R8G8B8A8_UNORM, 2, 2, ImageUse.SAMPLED), "texture");
        int half = Float.floatToIntBits(0.5f);
        int one = Float.floatToIntBits(1);
        GpuBuffer zeros = gpu.buffer(16, BufferMemory.UPLOAD, "depths");
        zeros.mapped().fill((byte) 0);
        GpuBinding depths = new GpuBinding.Storage(0, 0, 0, zeros, 0, 16);
        GpuBinding tints = new GpuBinding.Constants(1, 2, 0, new int[] {one, one, one, one, half, half, half, half});
        GpuBinding sampled = new GpuBinding.Sampled(1, 0, 0, texture.view());
        GpuBinding sampler = new GpuBinding.Sampler(1, 1, 0, gpu.sampler(SamplerSpec.of(Filter.NEAREST,
                AddressMode.CLAMP_TO_EDGE)));
        var bindings = List.of(depths, sampled, sampler, tints);

        GpuCommands picture = gpu.commands("picture");
        picture.upload(texture, ImagePart.level(texture.spec(), 0), MemorySegment.ofArray(new int[] {1, 2, 3, -1}));
        begin(picture, pipeline, target);
        picture.bindings(bindings);
        picture.draw(4, 1, 0, 0);
        gpu.submit(picture);
        int[] pixels = ints(gpu.read(target, ImagePart.level(target.spec(), 0)));
        checks.put("a draw samples a texture", pixels[0] == 1 && pixels[TARGET - 1] == 2
                && pixels[pixels.length - 1] == -1);

        measure("a draw with the bindings of the last", pipeline, target, bindings, false);
        measure("a draw with new constants", pipeline, target, bindings, true);
    }

    private static void begin(GpuCommands commands, GpuPipeline pipeline, GpuImage target) {
        commands.pipeline(pipeline);
        commands.targets(new RenderTargets(List.of(RenderTargets.Color.cleared(target.view(), ClearColor.ZERO)), null,
                new Rect(0, 0, TARGET, TARGET), 1));
        commands.state(STRIP);
    }

    /** What recording costs for each draw. */
    private void measure(String what, GpuPipeline pipeline, GpuImage target, List<GpuBinding> bindings,
            boolean isRebound) {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        double best = Double.MAX_VALUE;
        long bytes = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            GpuCommands commands = gpu.commands("draws");
            begin(commands, pipeline, target);
            commands.bindings(bindings);
            // No pixel is covered: the queue's time stays out of the way.
            commands.scissors(List.of(new Rect(0, 0, 0, 0)));
            commands.draw(4, 1, 0, 0);
            long allocated = threads.getCurrentThreadAllocatedBytes();
            long start = System.nanoTime();
            for (int i = 0; i < DRAWS; i++) {
                if (isRebound) {
                    commands.bindings(bindings);
                }
                commands.draw(4, 1, 0, 0);
            }
            best = Math.min(best, (System.nanoTime() - start) / (double) DRAWS);
            bytes = Math.min(bytes, (threads.getCurrentThreadAllocatedBytes() - allocated) / DRAWS);
            gpu.await(gpu.submit(commands), Long.MAX_VALUE);
        }
        figures.put("record " + what + ", ns", best);
        figures.put("allocated for " + what + ", bytes", (double) bytes);
    }

    private void transfers() {
        MemorySegment bytes = MemorySegment.ofArray(new int[TRANSFER_BYTES / 4]);
        bytes.set(ValueLayout.JAVA_INT, TRANSFER_BYTES - 4, 99);
        try (GpuBuffer target = gpu.buffer(TRANSFER_BYTES, BufferMemory.DEVICE, "target")) {
            double best = Double.MAX_VALUE;
            for (int round = 0; round < ROUNDS; round++) {
                long start = System.nanoTime();
                GpuCommands commands = gpu.commands("upload");
                commands.upload(target, 0, bytes);
                gpu.await(gpu.submit(commands), Long.MAX_VALUE);
                best = Math.min(best, System.nanoTime() - start);
            }
            figures.put("upload, MB/s", TRANSFER_BYTES / best * 1e3);
            long start = System.nanoTime();
            byte[] back = gpu.read(target, 0, TRANSFER_BYTES);
            figures.put("readback, MB/s", TRANSFER_BYTES / (double) (System.nanoTime() - start) * 1e3);
            checks.put("what was uploaded is read back", back[TRANSFER_BYTES - 4] == 99);
        }
    }
}
