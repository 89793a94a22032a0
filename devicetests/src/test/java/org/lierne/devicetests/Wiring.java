package org.lierne.devicetests;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.driver.GraphicsDriver;
import org.lierne.gpu.GpuDevices;
import org.lierne.gpu.GpuUnavailable;
import org.lierne.gpu.vulkan.VulkanDevices;
import org.lierne.kernel.event.EventQueues;
import org.lierne.kernel.memory.AddressSpace;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.sync.GuestHeap;
import org.lierne.pass.float_.denormal.f16.DenormalF16;
import org.lierne.pass.float_.denormal.f32.DenormalF32;
import org.lierne.pass.float_.denormal.f64.DenormalF64;
import org.lierne.pass.float_.fp16_ovfl.Fp16Overflow;
import org.lierne.pass.float_.ldexp.Ldexp;
import org.lierne.pass.float_.log2.Log2;
import org.lierne.pass.float_.nan.NanResults;
import org.lierne.pass.float_.omod.OutputModifiers;
import org.lierne.pass.float_.round.f16.RoundF16;
import org.lierne.pass.float_.transcendental.Transcendental;
import org.lierne.quirk.drivers.HalfRoot;
import org.lierne.quirk.drivers.Mul16;
import org.lierne.quirk.drivers.OrderedCompare;
import org.lierne.quirk.drivers.UnsignedField;
import org.lierne.quirk.drivers.ZeroOperands;
import org.lierne.recompiler.core.interpreter.InterpretedCompute;
import org.lierne.recompiler.core.translate.CompileThreads;
import org.lierne.recompiler.core.translate.InstalledPasses;
import org.lierne.recompiler.core.translate.Translator;
import org.lierne.recompiler.pass.CompatProfiles;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.ShaderCompiler;
import org.lierne.recompiler.program.ShaderCorpus;
import org.lierne.shader.harness.Corpus;
import org.lierne.shader.harness.VulkanRows;
import org.lierne.spirv.tools.JniSpirvTools;

/** The rooms put together as the framework would, without one. Validates everything. */
final class Wiring {
    private static final Pattern IMPLEMENTATION = Pattern.compile("<implementation class=\"([^\"]+)\"");
    private static final VulkanDevices DEVICES = VulkanDevices.standalone();
    /** What the results of floats on a device depend on. A class path without one of them would show faults that are none. */
    private static final List<Class<? extends TranslationPass>> FLOAT_PASSES = List.of(DenormalF16.class, DenormalF32.class, DenormalF64.class,
            Fp16Overflow.class, Ldexp.class, Log2.class, NanResults.class, OutputModifiers.class, RoundF16.class, Transcendental.class,
            HalfRoot.class, Mul16.class, OrderedCompare.class, UnsignedField.class, ZeroOperands.class);

    private Wiring() {}

    static Translator translator() {
        return new Translator(InstalledPasses.of(passes()), new JniSpirvTools(), null, null, null, "tests", true);
    }

    static ShaderCompiler compiler() {
        return new CompileThreads();
    }

    /**
     * One of each pass that the bundles on the class path declare, as the framework would start them.
     *
     * @throws IllegalStateException when a float model or a driver's quirk is not among them
     */
    static List<TranslationPass> passes() {
        List<TranslationPass> passes = new ArrayList<>();
        for (String xml : components()) {
            Matcher implementation = IMPLEMENTATION.matcher(xml);
            if (xml.contains("<provide interface=\"" + TranslationPass.class.getName() + "\"") && implementation.find()) {
                try {
                    passes.add((TranslationPass) Class.forName(implementation.group(1)).getConstructor().newInstance());
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(implementation.group(1) + " cannot be made", e);
                }
            }
        }
        for (Class<? extends TranslationPass> needed : FLOAT_PASSES) {
            if (passes.stream().noneMatch(needed::isInstance)) {
                throw new IllegalStateException("no bundle on the class path declares " + needed.getName());
            }
        }
        return passes;
    }

    /** The component descriptions on the class path: folders under {@code mvn test}, jars once they are packaged. */
    private static List<String> components() {
        List<String> components = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            try {
                if (entry.endsWith(".jar")) {
                    try (FileSystem jar = FileSystems.newFileSystem(Path.of(entry))) {
                        read(jar.getPath("OSGI-INF"), components);
                    }
                } else {
                    read(Path.of(entry, "OSGI-INF"), components);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return components;
    }

    private static void read(Path folder, List<String> components) throws IOException {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.filter(path -> path.toString().endsWith(".xml")).sorted().toList()) {
                    components.add(Files.readString(file));
                }
            }
        }
    }

    /**
     * A driver for guest memory alone: there are no event queues, and memory is mapped as the test has done it.
     *
     * @param heap where the platform allocates, mapped
     */
    static GraphicsDriver driver(GuestMemory memory, long heap, GpuDevices devices) {
        return driver(memory, heap, devices, null);
    }

    /** @param profiles what the title switches; null for nothing */
    static GraphicsDriver driver(GuestMemory memory, long heap, GpuDevices devices, @Nullable CompatProfiles profiles) {
        GuestHeap growing = new GuestHeap() {
            private long next = heap;

            @Override
            public long allocate(long bytes) {
                long place = next;
                next += bytes + 15 & ~15L;
                return place;
            }

            @Override
            public void free(long address) {}
        };
        EventQueues events = (EventQueues) Proxy.newProxyInstance(Wiring.class.getClassLoader(), new Class<?>[] {EventQueues.class},
                (proxy, method, arguments) -> method.getReturnType() == int.class ? 0 : null);
        AddressSpace space = (AddressSpace) Proxy.newProxyInstance(Wiring.class.getClassLoader(), new Class<?>[] {AddressSpace.class},
                (proxy, method, arguments) -> Optional.empty());
        return new GraphicsDriver(memory, space, growing, events, devices, translator(), compiler(), profiles, null);
    }

    static ShaderCorpus corpus() {
        return new Corpus(translator(), compiler(), devices(), new InterpretedCompute(), null);
    }

    /** Rows on the first device; there must be one. */
    static VulkanRows rows() {
        return rows(Map.of());
    }

    /** The same with modes of the translation switched. */
    static VulkanRows rows(Map<String, Boolean> switches) {
        return new VulkanRows(translator(), java.util.Objects.requireNonNull(devices(), "there is no Vulkan device"), switches);
    }

    /** Whether the first device can be asked to keep denormal f32; where it cannot, rule B-032 leaves them to its driver. */
    static boolean keepsDenormalSingles() {
        return java.util.Objects.requireNonNull(devices()).list().getFirst().floats().alone().f32().denormPreserve();
    }

    /** The Vulkan devices, null where there are none. */
    static @Nullable GpuDevices devices() {
        try {
            return DEVICES.list().isEmpty() ? null : DEVICES;
        } catch (GpuUnavailable e) {
            return null;
        }
    }
}
