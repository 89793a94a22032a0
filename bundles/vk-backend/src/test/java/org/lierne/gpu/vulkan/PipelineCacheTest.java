package org.lierne.gpu.vulkan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lierne.gpu.*;

class PipelineCacheTest {
    @Test
    void readsWhatItWrote(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("deep/cache.bin");
        PipelineCache.write(file, new byte[] {1, 2, 3});

        assertArrayEquals(new byte[] {1, 2, 3}, PipelineCache.read(file));
        try (Stream<Path> left = Files.list(file.getParent())) {
            assertEquals(List.of(file), left.toList());
        }
    }

    @Test
    void leavesDamagedFilesAlone(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("cache.bin");
        PipelineCache.write(file, new byte[100]);
        byte[] raw = Files.readAllBytes(file);
        raw[60] ^= 1;
        Files.write(file, raw);
        assertEquals(0, PipelineCache.read(file).length);
        Files.write(file, new byte[5]);
        assertEquals(0, PipelineCache.read(file).length);
        assertEquals(0, PipelineCache.read(folder.resolve("absent")).length);
    }

    @Test
    @Tag("gpu")
    void keepsPipelinesOfADevice(@TempDir Path folder) throws IOException {
        for (int run = 0; run < 2; run++) {
            try (var device = TestDevice.open(GpuOptions.headless().withCacheFolder(folder.toString()))) {
                device.gpu.compute(new ComputeSpec(StageSpec.of(ShaderStage.COMPUTE,
                        device.shader("cube-store.comp")), new BindingLayout(List.of(new BindingSlot(0, 0,
                        BindingKind.STORAGE_IMAGE, 1, Set.of(ShaderStage.COMPUTE))), 0)));
            }
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(1, files.filter(f -> PipelineCache.read(f).length > 0).count());
        }
    }
}
