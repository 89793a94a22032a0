package org.lierne.gpu.vulkan;

import static org.lwjgl.vulkan.EXTDebugUtils.*;
import static org.lwjgl.vulkan.VK13.*;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.GpuUnavailable;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.*;

/** A Vulkan instance, with the validation layer when it was asked for. */
final class VulkanInstance implements AutoCloseable {
    private static final String VALIDATION_LAYER = "VK_LAYER_KHRONOS_validation";
    private static final String GET_DRIVER = "apt-get install mesa-vulkan-drivers libvulkan1";
    private static boolean isLoaded;

    final VkInstance handle;
    final ValidationLog validation = new ValidationLog();
    /** Objects and groups of commands can be named. */
    final boolean hasNames;
    private final @Nullable VkDebugUtilsMessengerCallbackEXT callback;
    private final long messenger;

    /**
     * Makes an instance.
     *
     * @param validation        with the validation layer
     * @param surfaceExtensions what a window system needs; none without windows
     */
    VulkanInstance(boolean validation, List<String> surfaceExtensions) {
        load();
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var wanted = new ArrayList<>(surfaceExtensions);
            Set<String> present = extensions(null);
            hasNames = present.contains("VK_EXT_debug_utils");
            if (hasNames) {
                wanted.add("VK_EXT_debug_utils");
            }
            var info = VkInstanceCreateInfo.calloc(stack).sType$Default()
                    .pApplicationInfo(VkApplicationInfo.calloc(stack).sType$Default()
                            .pApplicationName(stack.UTF8("lierne")).pEngineName(stack.UTF8("lierne")).apiVersion(
                                    VK_API_VERSION_1_3));
            if (validation) {
                requireLayer();
                info.ppEnabledLayerNames(stack.pointers(stack.UTF8(VALIDATION_LAYER)));
                if (extensions(VALIDATION_LAYER).contains("VK_EXT_validation_features")) {
                    wanted.add("VK_EXT_validation_features");
                    info.pNext(VkValidationFeaturesEXT.calloc(stack).sType$Default().pEnabledValidationFeatures(
                            stack.ints(
                            EXTValidationFeatures.VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT)));
                }
            }
            info.ppEnabledExtensionNames(strings(stack, wanted));
            var pointer = stack.mallocPointer(1);
            int result = vkCreateInstance(info, null, pointer);
            if (result == VK_ERROR_INCOMPATIBLE_DRIVER) {
                throw new GpuUnavailable("no Vulkan driver is installed: " + GET_DRIVER);
            }
            Vk.check(result, "vkCreateInstance", String.join(" ", wanted));
            handle = new VkInstance(pointer.get(0), info);
            if (validation && hasNames) {
                callback = VkDebugUtilsMessengerCallbackEXT.create(this::message);
                var messengerInfo = VkDebugUtilsMessengerCreateInfoEXT.calloc(stack).sType$Default()
                        .messageSeverity(VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT
                                | VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT)
                        // Advice on performance is left out: it warns of every use of the general layout.
                        .messageType(VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT)
                        .pfnUserCallback(callback);
                var id = stack.mallocLong(1);
                Vk.check(vkCreateDebugUtilsMessengerEXT(handle, messengerInfo, null, id),
                        "vkCreateDebugUtilsMessengerEXT", "");
                messenger = id.get(0);
            } else {
                callback = null;
                messenger = VK_NULL_HANDLE;
            }
        }
    }

    private static synchronized void load() {
        if (isLoaded) {
            return;
        }
        Configuration.VULKAN_EXPLICIT_INIT.set(true);
        try {
            VK.create();
        } catch (UnsatisfiedLinkError e) {
            throw new GpuUnavailable("the Vulkan loader libvulkan.so.1 is not installed: " + GET_DRIVER, e);
        }
        isLoaded = true;
        int version = VK.getInstanceVersionSupported();
        if (version < VK_API_VERSION_1_3) {
            throw new GpuUnavailable("the Vulkan loader speaks " + Vk.version(version) + ", 1.3 is needed: "
                    + GET_DRIVER);
        }
    }

    static PointerBuffer strings(MemoryStack stack, List<String> strings) {
        PointerBuffer pointers = stack.mallocPointer(strings.size());
        strings.forEach(s -> pointers.put(stack.UTF8(s)));
        return pointers.flip();
    }

    private static Set<String> extensions(@Nullable String layer) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var count = stack.mallocInt(1);
            Vk.check(vkEnumerateInstanceExtensionProperties(layer, count, null),
                    "vkEnumerateInstanceExtensionProperties", "");
            var names = new HashSet<String>();
            try (var all = VkExtensionProperties.malloc(count.get(0))) {
                Vk.check(vkEnumerateInstanceExtensionProperties(layer, count, all),
                        "vkEnumerateInstanceExtensionProperties", "");
                all.forEach(p -> names.add(p.extensionNameString()));
            }
            return names;
        }
    }

    private static void requireLayer() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var count = stack.mallocInt(1);
            Vk.check(vkEnumerateInstanceLayerProperties(count, null), "vkEnumerateInstanceLayerProperties", "");
            try (var all = VkLayerProperties.malloc(count.get(0))) {
                Vk.check(vkEnumerateInstanceLayerProperties(count, all), "vkEnumerateInstanceLayerProperties", "");
                if (all.stream().noneMatch(p -> p.layerNameString().equals(VALIDATION_LAYER))) {
                    throw new GpuUnavailable(
                            "the validation layer is not installed: apt-get install vulkan-validationlayers");
                }
            }
        }
    }

    private int message(int severity, int types, long data, long user) {
        var message = VkDebugUtilsMessengerCallbackDataEXT.create(data);
        validation.found(Vk.severity(severity), message.pMessageString() == null ? "" : message.pMessageString());
        return VK_FALSE;
    }

    /** All devices of the host. */
    List<VkPhysicalDevice> devices() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var count = stack.mallocInt(1);
            int result = vkEnumeratePhysicalDevices(handle, count, null);
            // A driver whose hardware is not there fails here instead of answering none.
            if (result == VK_ERROR_INITIALIZATION_FAILED) {
                throw new GpuUnavailable(
                        "no Vulkan device: the installed drivers find no hardware; a software device: " + GET_DRIVER);
            }
            Vk.check(result, "vkEnumeratePhysicalDevices", "");
            if (count.get(0) == 0) {
                throw new GpuUnavailable("no Vulkan device: " + GET_DRIVER);
            }
            var pointers = stack.mallocPointer(count.get(0));
            Vk.check(vkEnumeratePhysicalDevices(handle, count, pointers), "vkEnumeratePhysicalDevices", "");
            var devices = new ArrayList<VkPhysicalDevice>();
            for (int i = 0; i < pointers.limit(); i++) {
                devices.add(new VkPhysicalDevice(pointers.get(i), handle));
            }
            return devices;
        }
    }

    @Override
    public void close() {
        if (messenger != VK_NULL_HANDLE) {
            vkDestroyDebugUtilsMessengerEXT(handle, messenger, null);
        }
        vkDestroyInstance(handle, null);
        if (callback != null) {
            callback.free();
        }
    }
}
