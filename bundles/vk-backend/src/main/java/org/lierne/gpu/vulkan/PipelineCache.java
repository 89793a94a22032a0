package org.lierne.gpu.vulkan;

import static org.lwjgl.vulkan.VK13.*;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.GpuFacts;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VkPipelineCacheCreateInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/**
 * The driver's compiled pipelines, kept in a file for each device and driver. The file begins with the length and the
 * CRC-32 of what follows, as drivers are not asked to survive a damaged cache.
 */
final class PipelineCache {
    private static final Logger LOG = LoggerFactory.getLogger(PipelineCache.class);
    private static final Marker GPU = MarkerFactory.getMarker("GPU");
    private static final int HEADER_BYTES = 12;

    final long handle;
    private final VulkanDevice device;
    private final @Nullable Path file;
    private final AtomicInteger fresh = new AtomicInteger();

    PipelineCache(VulkanDevice device, String folder, GpuFacts facts) {
        this.device = device;
        this.file = folder.isEmpty() ? null
                : Path.of(folder, "pipelines-" + facts.pipelineCacheUuid() + "-" + driver(facts) + ".bin");
        byte[] content = file == null ? new byte[0] : read(file);
        ByteBuffer bytes = MemoryUtil.memAlloc(content.length);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var info = VkPipelineCacheCreateInfo.calloc(stack).sType$Default();
            if (content.length > 0) {
                info.pInitialData(bytes.put(content).flip());
            }
            var id = stack.mallocLong(1);
            Vk.check(vkCreatePipelineCache(device.handle, info, null, id), "vkCreatePipelineCache",
                    content.length + " bytes");
            handle = id.get(0);
        } finally {
            MemoryUtil.memFree(bytes);
        }
        device.lifetimes.own(() -> vkDestroyPipelineCache(device.handle, handle, null));
    }

    /**
     * Some drivers give the same UUID for all their versions, so what they call themselves goes into the file's name.
     */
    private static String driver(GpuFacts facts) {
        String words = facts.name() + "\n" + facts.driverName() + "\n" + facts.driverInfo() + "\n"
                + facts.driverVersion();
        return Long.toHexString(crc(words.getBytes(StandardCharsets.UTF_8)));
    }

    /** The cached bytes; empty when there are none or they are damaged. */
    static byte[] read(Path file) {
        if (!Files.exists(file)) {
            return new byte[0];
        }
        try {
            ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
            if (all.remaining() >= HEADER_BYTES && all.getLong(0) == all.remaining() - HEADER_BYTES) {
                byte[] content = new byte[all.remaining() - HEADER_BYTES];
                all.get(HEADER_BYTES, content);
                if ((int) crc(content) == all.getInt(8)) {
                    return content;
                }
            }
            LOG.atWarn().addMarker(GPU).log("pipeline cache {} is damaged and left alone", file);
        } catch (IOException e) {
            LOG.atWarn().addMarker(GPU).log("pipeline cache {} cannot be read: {}", file, e.getMessage());
        }
        return new byte[0];
    }

    /** Writes the bytes so that a reader finds the old file or the new one, never half of it. */
    static void write(Path file, byte[] content) throws IOException {
        ByteBuffer all = ByteBuffer.allocate(HEADER_BYTES + content.length).order(ByteOrder.LITTLE_ENDIAN);
        all.putLong(content.length).putInt((int) crc(content)).put(content);
        Path folder = file.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        Path part = Files.createTempFile(folder, "pipelines", ".part");
        Files.write(part, all.array());
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static long crc(byte[] content) {
        var crc = new CRC32();
        crc.update(content);
        return crc.getValue();
    }

    /** A pipeline was compiled. */
    void grew() {
        fresh.incrementAndGet();
    }

    /** Writes the file when something was compiled since it was read. */
    void save() {
        if (file == null || fresh.get() == 0) {
            return;
        }
        try (MemoryStack stack = MemoryStack.stackPush()) {
            var size = stack.mallocPointer(1);
            Vk.check(vkGetPipelineCacheData(device.handle, handle, size, null), "vkGetPipelineCacheData", "");
            ByteBuffer bytes = MemoryUtil.memAlloc((int) size.get(0));
            try {
                Vk.check(vkGetPipelineCacheData(device.handle, handle, size, bytes), "vkGetPipelineCacheData", "");
                byte[] content = new byte[(int) size.get(0)];
                bytes.get(0, content);
                write(file, content);
            } finally {
                MemoryUtil.memFree(bytes);
            }
        } catch (IOException e) {
            LOG.atWarn().addMarker(GPU).log("pipeline cache {} cannot be written: {}", file, e.getMessage());
        }
    }
}
