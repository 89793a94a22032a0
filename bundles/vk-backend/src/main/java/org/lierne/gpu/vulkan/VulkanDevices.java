package org.lierne.gpu.vulkan;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuDevices;
import org.lierne.gpu.GpuFacts;
import org.lierne.gpu.GpuFacts.DeviceKind;
import org.lierne.gpu.GpuOptions;
import org.lierne.gpu.GpuUnavailable;
import org.lierne.host.ControllerSource;
import org.lwjgl.glfw.GLFWVidMode;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VK13;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkQueueFamilyProperties;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MarkerFactory;

/**
 * The host's Vulkan devices. Opening one makes an instance of its own, so that each has its own layers and windows. One more stays until the
 * process ends. Measured: NVIDIA's driver (580.159) makes some thirty instances one after another in a process and is found no more then, and goes on
 * beside one that stays; processes that destroyed their last instance crashed in libEGL_nvidia.so at their end, in a thread that was ending.
 */
@Component(service = GpuDevices.class)
public final class VulkanDevices implements GpuDevices {
    /** A device that can be opened. */
    record Candidate(VkPhysicalDevice handle, GpuFacts facts, Set<String> extensions, int queueFamily) {}

    private static final Logger LOG = LoggerFactory.getLogger(VulkanDevices.class);
    private static final String GLFW_IN_BUNDLE = "/native/linux/x64/org/lwjgl/glfw/libglfw.so";

    private static @Nullable VulkanInstance staying;

    static {
        // LWJGL tells standard error all that it tried when a library is missing; the exception says what matters.
        Configuration.DEBUG_STREAM.set(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    }

    private final @Nullable BundleContext context;
    private final Thread atEnd = ProcessEnd.hook();
    private boolean isSettled;

    @Activate
    public VulkanDevices(BundleContext context) {
        this.context = context;
        // LWJGL opens this library by its path and cannot see into a bundle.
        URL inside = GLFWVidMode.class.getResource(GLFW_IN_BUNDLE);
        if (inside != null) {
            File outside = context.getDataFile("libglfw.so");
            try (InputStream in = inside.openStream()) {
                Files.copy(in, outside.toPath(), StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException e) {
                throw new UncheckedIOException("libglfw.so cannot be unpacked to " + outside, e);
            }
            Configuration.GLFW_LIBRARY_NAME.set(outside.getAbsolutePath());
        }
    }

    private VulkanDevices() {
        this.context = null;
    }

    private synchronized void stay() {
        if (!isSettled) {
            Runtime.getRuntime().addShutdownHook(atEnd);
            isSettled = true;
        }
        keepInstance();
    }

    private static synchronized void keepInstance() {
        if (staying == null) {
            staying = new VulkanInstance(false, List.of());
        }
    }

    @Deactivate
    synchronized void stop() {
        if (isSettled) {
            // A verb that is done halts the virtual machine, which passes hooks over but not destructors.
            ProcessEnd.passDestructorsOver();
            try {
                Runtime.getRuntime().removeShutdownHook(atEnd);
            } catch (IllegalStateException e) {
                LOG.debug("the process is ending", e);
            }
        }
    }

    /** The devices for a program without a framework: LWJGL finds its libraries on the class path. */
    public static VulkanDevices standalone() {
        return new VulkanDevices();
    }

    @Override
    public List<GpuFacts> list() {
        stay();
        try (var instance = new VulkanInstance(false, List.of())) {
            return candidates(instance, false).stream().map(Candidate::facts).toList();
        }
    }

    @Override
    public GpuDevice open(GpuOptions wanted) {
        GpuOptions options = GpuSwitches.apply(wanted.cacheFolder().isEmpty()
                ? wanted.withCacheFolder(cacheFolder()) : wanted);
        WindowSystem windows = options.presentation() ? windows() : null;
        try {
            stay();
            var instance = new VulkanInstance(options.validation(), windows == null ? List.of() : windows.extensions());
            try {
                Candidate candidate = choose(candidates(instance, options.preferSoftware()), options);
                return new VulkanDevice(instance, candidate, options, windows, this::publish);
            } catch (RuntimeException e) {
                instance.close();
                throw e;
            }
        } catch (RuntimeException e) {
            if (windows != null) {
                WindowSystem.release();
            }
            throw e;
        }
    }

    /** Where compiled pipelines are kept when nobody says so: in the process's cache, without a framework nowhere. */
    private String cacheFolder() {
        String cache = context == null ? null : context.getProperty("lierne.cache");
        return cache == null ? "" : cache + "/shaders";
    }

    /** The host's windows, or null on a host without a display. */
    private static @Nullable WindowSystem windows() {
        try {
            return WindowSystem.acquire();
        } catch (GpuUnavailable e) {
            LOG.atInfo().addMarker(MarkerFactory.getMarker("GPU")).log("pictures are not shown: {}", e.getMessage());
            return null;
        }
    }

    /** Makes a controller known to the framework, if there is one. */
    private AutoCloseable publish(ControllerSource controller) {
        if (context == null) {
            return () -> {};
        }
        return context.registerService(ControllerSource.class, controller, null)::unregister;
    }

    private static Candidate choose(List<Candidate> candidates, GpuOptions options) {
        String part = options.deviceName().toLowerCase(Locale.ROOT);
        return candidates.stream()
                .filter(c -> c.facts().name().toLowerCase(Locale.ROOT).contains(part))
                .findFirst()
                .orElseThrow(() -> new GpuUnavailable("no device's name contains \"" + options.deviceName()
                        + "\"; there are: " + String.join(", ",
                        candidates.stream().map(c -> c.facts().name()).toList())));
    }

    /** The usable devices, best first. */
    private static List<Candidate> candidates(VulkanInstance instance, boolean preferSoftware) {
        var usable = new ArrayList<Candidate>();
        var unusable = new ArrayList<String>();
        for (VkPhysicalDevice device : instance.devices()) {
            try (MemoryStack stack = MemoryStack.stackPush()) {
                int family = queueFamily(stack, device);
                String old = tooOld(stack, device);
                if (old != null || family < 0) {
                    unusable.add(old != null ? old : "a device without a queue for graphics and compute");
                    continue;
                }
                Set<String> extensions = FactsReader.extensions(device);
                var chain = new FeatureChain(stack, device, extensions);
                GpuFacts facts = FactsReader.read(device, chain, extensions);
                if (chain.missing().isEmpty()) {
                    usable.add(new Candidate(device, facts, extensions, family));
                } else {
                    unusable.add(facts.name() + " without " + chain.missing());
                }
            }
        }
        if (usable.isEmpty()) {
            throw new GpuUnavailable("no device can be used: " + String.join("; ", unusable)
                    + "; a software device: apt-get install mesa-vulkan-drivers");
        }
        usable.sort(Comparator.comparingInt(c -> rank(c.facts().kind(), preferSoftware)));
        return usable;
    }

    private static int rank(DeviceKind kind, boolean preferSoftware) {
        return switch (kind) {
            case SOFTWARE -> preferSoftware ? -1 : 4;
            case DISCRETE -> 0;
            case INTEGRATED -> 1;
            case VIRTUAL -> 2;
            case OTHER -> 3;
        };
    }

    private static @Nullable String tooOld(MemoryStack stack, VkPhysicalDevice device) {
        var properties = org.lwjgl.vulkan.VkPhysicalDeviceProperties.malloc(stack);
        VK13.vkGetPhysicalDeviceProperties(device, properties);
        return properties.apiVersion() >= VK13.VK_API_VERSION_1_3 ? null : properties.deviceNameString()
                + " speaks Vulkan " + Vk.version(properties.apiVersion()) + ", 1.3 is needed";
    }

    private static int queueFamily(MemoryStack stack, VkPhysicalDevice device) {
        var count = stack.mallocInt(1);
        VK13.vkGetPhysicalDeviceQueueFamilyProperties(device, count, null);
        var families = VkQueueFamilyProperties.malloc(count.get(0), stack);
        VK13.vkGetPhysicalDeviceQueueFamilyProperties(device, count, families);
        int both = VK13.VK_QUEUE_GRAPHICS_BIT | VK13.VK_QUEUE_COMPUTE_BIT;
        for (int i = 0; i < count.get(0); i++) {
            if ((families.get(i).queueFlags() & both) == both) {
                return i;
            }
        }
        return -1;
    }
}
