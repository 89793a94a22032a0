package org.lierne.gpu.vulkan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuOptions;
import org.lierne.gpu.GpuShader;
import org.lierne.gpu.GpuUnavailable;

/**
 * A device for one test, validated where the layer is installed. Closing it fails the test when the layer found
 * something.
 */
final class TestDevice implements AutoCloseable {
    private static final VulkanDevices DEVICES = VulkanDevices.standalone();

    final GpuDevice gpu;
    private final List<String> findings = new ArrayList<>();

    private TestDevice(GpuDevice gpu) {
        this.gpu = gpu;
        gpu.onValidationFinding(findings::add);
    }

    static TestDevice open() {
        return open(GpuOptions.headless());
    }

    /** Opens a device, or skips the test with the reason. */
    static TestDevice open(GpuOptions options) {
        try {
            return new TestDevice(DEVICES.open(options.withValidation(true)));
        } catch (GpuUnavailable e) {
            String reason = String.valueOf(e.getMessage());
            if (!reason.contains("validation layer")) {
                System.out.println("skipped: " + reason);
                return Assumptions.abort(reason);
            }
            System.out.println("without validation: " + reason);
            return new TestDevice(DEVICES.open(options));
        }
    }

    /** A compiled shader of {@code src/test/shaders}. */
    GpuShader shader(String name) {
        return gpu.shader(words(name), name);
    }

    private static int[] words(String name) {
        String path = "/shaders/" + name + ".spv";
        try (InputStream in = Objects.requireNonNull(TestDevice.class.getResourceAsStream(path), path)) {
            ByteBuffer bytes = ByteBuffer.wrap(in.readAllBytes()).order(ByteOrder.LITTLE_ENDIAN);
            int[] words = new int[bytes.remaining() / 4];
            bytes.asIntBuffer().get(words);
            return words;
        } catch (IOException e) {
            throw new IllegalStateException(path, e);
        }
    }

    static int[] ints(byte[] bytes) {
        int[] words = new int[bytes.length / 4];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(words);
        return words;
    }

    @Override
    public void close() {
        gpu.close();
        assertEquals(List.of(), findings);
    }
}
