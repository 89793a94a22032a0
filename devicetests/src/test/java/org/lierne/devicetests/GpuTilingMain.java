package org.lierne.devicetests;

import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import org.lierne.agc.driver.tiling.GpuTiling;
import org.lierne.agc.driver.tiling.SurfaceLayout;
import org.lierne.agc.driver.tiling.SwizzleMode;
import org.lierne.gpu.BufferMemory;
import org.lierne.gpu.GpuBuffer;
import org.lierne.gpu.GpuCommands;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuOptions;
import org.lierne.gpu.ImageKind;

/** {@code GpuTilingMain}: what the device moves out of blocks in a second, beside a copy of the same bytes. */
final class GpuTilingMain {
    private static final int RUNS = 50;
    private static final int SIDE = 4096;

    private GpuTilingMain() {}

    public static void main(String[] arguments) {
        GpuDevice device = Objects.requireNonNull(Wiring.devices(), "there is no Vulkan device").open(GpuOptions.headless());
        System.out.println(device.facts().name());
        try (GpuTiling tiling = new GpuTiling(device)) {
            for (int mode : new int[] {9, 27, 24}) {
                for (int elementBytes : new int[] {1, 4, 16}) {
                    SurfaceLayout layout = Objects.requireNonNull(SurfaceLayout.of(new SurfaceLayout.Shape(SwizzleMode.of(mode), ImageKind.D2,
                            elementBytes, SIDE, SIDE, 1, 1, 1, 1)));
                    if (GpuTiling.moves(layout, 0)) {
                        measure(device, tiling, layout);
                    }
                }
            }
        }
        device.close();
    }

    private static void measure(GpuDevice device, GpuTiling tiling, SurfaceLayout layout) {
        long bytes = GpuTiling.packedBytes(layout, 0);
        try (GpuBuffer surface = device.buffer(layout.bytes(), BufferMemory.DEVICE, "surface");
                GpuBuffer packed = device.buffer(bytes, BufferMemory.DEVICE, "packed")) {
            GpuTiling.Place place = new GpuTiling.Place(surface, 0, layout.bytes(), 0);
            double moved = seconds(device, commands -> tiling.read(commands, layout, 0, place, packed));
            double copied = seconds(device, commands -> commands.copy(surface, 0, packed, 0, bytes));
            System.out.printf(Locale.ROOT, "%s, %d bytes: %.1f GB/s, copy %.1f GB/s, ratio %.2f%n", layout.shape().mode(),
                    layout.shape().elementBytes(), bytes / moved / 1e9, bytes / copied / 1e9, copied / moved);
        }
    }

    /** Of one move; the first run is not counted. */
    private static double seconds(GpuDevice device, Consumer<GpuCommands> work) {
        run(device, work, 1);
        long begin = System.nanoTime();
        run(device, work, RUNS);
        return (System.nanoTime() - begin) / 1e9 / RUNS;
    }

    private static void run(GpuDevice device, Consumer<GpuCommands> work, int times) {
        GpuCommands commands = device.commands("moves");
        for (int i = 0; i < times; i++) {
            work.accept(commands);
            commands.barrier();
        }
        device.await(device.submit(commands), Long.MAX_VALUE);
    }
}
