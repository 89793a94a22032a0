package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.agc.driver.tiling.GpuTiling;
import org.lierne.agc.driver.tiling.SurfaceLayout;
import org.lierne.agc.driver.tiling.SwizzleMode;
import org.lierne.gpu.BufferMemory;
import org.lierne.gpu.GpuBuffer;
import org.lierne.gpu.GpuCommands;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuDevices;
import org.lierne.gpu.GpuOptions;
import org.lierne.gpu.ImageKind;

/** Levels moved by the device against the processor's moves, whose places are checked on their own (TilingTest). */
@Tag("gpu")
final class GpuTilingTest {
    private static @Nullable GpuDevice device;
    private static @Nullable GpuTiling tiling;

    @BeforeAll
    static void open() {
        GpuDevices devices = Wiring.devices();
        if (devices != null) {
            device = devices.open(GpuOptions.headless());
            tiling = new GpuTiling(device);
        }
    }

    @AfterAll
    static void close() {
        if (tiling != null && device != null) {
            tiling.close();
            device.close();
        }
    }

    private static @Nullable SurfaceLayout layout(int mode, ImageKind kind, int elementBytes, int depth) {
        return SurfaceLayout.of(new SurfaceLayout.Shape(SwizzleMode.of(mode), kind, elementBytes, 301, 75, depth, 1, mode / 4 == 0 ? 1 : 4, 1));
    }

    /** Modes of all orders, forms and sizes of blocks, whatever the sizes of elements; 27 and 24 are those of targets. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 6, 9, 10, 17, 18, 21, 22, 24, 25, 26, 27})
    void movesLevelsBothWaysAsTheProcessorDoes(int mode) {
        assumeTrue(device != null, "no Vulkan device on this host");
        int moved = 0;
        for (int elementBytes = 1; elementBytes <= 16; elementBytes *= 2) {
            for (ImageKind kind : new ImageKind[] {ImageKind.D2, ImageKind.D3}) {
                SurfaceLayout layout = layout(mode, kind, elementBytes, 3);
                for (int mip = 0; layout != null && mip < layout.levels().size(); mip++) {
                    if (GpuTiling.moves(layout, mip)) {
                        moved++;
                        check(layout, mip);
                    }
                }
            }
        }
        assertTrue(moved > 0, "nothing of this mode is moved");
    }

    private static void check(SurfaceLayout layout, int mip) {
        GpuDevice gpu = Objects.requireNonNull(device);
        GpuTiling mover = Objects.requireNonNull(tiling);
        byte[] content = new byte[Math.toIntExact(layout.bytes())];
        Random random = new Random(mip + content.length);
        random.nextBytes(content);
        byte[] rows = new byte[Math.toIntExact(layout.packedBytes(mip))];
        random.nextBytes(rows);
        byte[] written = content.clone();
        layout.write(MemorySegment.ofArray(written), mip, rows);
        int packedBytes = Math.toIntExact(GpuTiling.packedBytes(layout, mip));
        try (GpuBuffer surface = gpu.buffer(content.length, BufferMemory.UPLOAD, "surface");
                GpuBuffer packed = gpu.buffer(packedBytes, BufferMemory.UPLOAD, "packed")) {
            surface.mapped().copyFrom(MemorySegment.ofArray(content));
            GpuTiling.Place place = new GpuTiling.Place(surface, 0, content.length, 0);
            run(gpu, commands -> mover.read(commands, layout, mip, place, packed));
            byte[] unpadded = unpadded(layout, mip, gpu.read(packed, 0, packedBytes));
            assertArrayEquals(layout.read(MemorySegment.ofArray(content), mip), unpadded, () -> "out of " + layout.shape() + " level " + mip);
            MemorySegment.copy(MemorySegment.ofArray(padded(layout, mip, rows)), 0, packed.mapped(), 0, packedBytes);
            run(gpu, commands -> mover.write(commands, layout, mip, place, packed));
            assertArrayEquals(written, gpu.read(surface, 0, content.length), () -> "into " + layout.shape() + " level " + mip);
        }
    }

    private static void run(GpuDevice gpu, java.util.function.Consumer<GpuCommands> work) {
        GpuCommands commands = gpu.commands("tiling");
        work.accept(commands);
        commands.barrier();
        gpu.await(gpu.submit(commands), Long.MAX_VALUE);
    }

    private static int rowBytes(SurfaceLayout layout, int mip) {
        return layout.levels().get(mip).tiling().width() * layout.shape().elementBytes();
    }

    private static byte[] unpadded(SurfaceLayout layout, int mip, byte[] padded) {
        byte[] rows = new byte[Math.toIntExact(layout.packedBytes(mip))];
        int row = rowBytes(layout, mip);
        int from = GpuTiling.rowElements(layout, mip) * layout.shape().elementBytes();
        for (int i = 0; i * row < rows.length; i++) {
            System.arraycopy(padded, i * from, rows, i * row, row);
        }
        return rows;
    }

    private static byte[] padded(SurfaceLayout layout, int mip, byte[] rows) {
        byte[] padded = new byte[Math.toIntExact(GpuTiling.packedBytes(layout, mip))];
        Arrays.fill(padded, (byte) 0x55);
        int row = rowBytes(layout, mip);
        int to = GpuTiling.rowElements(layout, mip) * layout.shape().elementBytes();
        for (int i = 0; i * row < rows.length; i++) {
            System.arraycopy(rows, i * row, padded, i * to, row);
        }
        return padded;
    }
}
