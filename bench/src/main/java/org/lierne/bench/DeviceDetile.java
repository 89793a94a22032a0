package org.lierne.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.lierne.agc.driver.tiling.GpuTiling;
import org.lierne.agc.driver.tiling.SurfaceLayout;
import org.lierne.agc.driver.tiling.SwizzleMode;
import org.lierne.gpu.BufferMemory;
import org.lierne.gpu.GpuBuffer;
import org.lierne.gpu.GpuCommands;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuDevices;
import org.lierne.gpu.GpuOptions;
import org.lierne.gpu.GpuUnavailable;
import org.lierne.gpu.ImageKind;
import org.lierne.gpu.vulkan.VulkanDevices;

/** What the first device moves out of blocks within its own memory, beside a copy of the same bytes there. */
final class DeviceDetile {
    private static final int RUNS = 11;
    private static final int MOVES = 20;
    private static final int SIDE = 4096;
    private static final int[] MODES = {9, 27, 24};
    private static final int[] ELEMENT_BYTES = {1, 4, 16};

    private DeviceDetile() {}

    /** Nothing where there is no device. */
    static List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        GpuDevices devices = VulkanDevices.standalone();
        try {
            if (devices.list().isEmpty()) {
                return List.of();
            }
        } catch (GpuUnavailable e) {
            System.err.println("lierne bench: " + e.getMessage());
            return List.of();
        }
        try (GpuDevice device = devices.open(GpuOptions.headless()); GpuTiling tiling = new GpuTiling(device)) {
            System.err.println("on " + device.facts().name());
            for (int mode : MODES) {
                for (int elementBytes : ELEMENT_BYTES) {
                    SurfaceLayout layout = SurfaceLayout.of(new SurfaceLayout.Shape(SwizzleMode.of(mode), ImageKind.D2, elementBytes, SIDE, SIDE, 1,
                            1, 1, 1));
                    if (layout != null && GpuTiling.moves(layout, 0)) {
                        figures.addAll(measure(device, tiling, layout, "tiling.device.mode-%d.%d-bytes".formatted(mode, elementBytes)));
                    }
                }
            }
        }
        return figures;
    }

    private static List<Figure> measure(GpuDevice device, GpuTiling tiling, SurfaceLayout layout, String name) {
        long bytes = GpuTiling.packedBytes(layout, 0);
        try (GpuBuffer surface = device.buffer(layout.bytes(), BufferMemory.DEVICE, "surface");
                GpuBuffer packed = device.buffer(bytes, BufferMemory.DEVICE, "packed")) {
            GpuTiling.Place place = new GpuTiling.Place(surface, 0, layout.bytes(), 0);
            Samples ours = rates(device, bytes, commands -> tiling.read(commands, layout, 0, place, packed));
            Samples floor = rates(device, bytes, commands -> commands.copy(surface, 0, packed, 0, bytes));
            return List.of(ours.figure(name, "GB/s", ""), floor.figure(name + ".floor.copy", "GB/s", ""),
                    new Figure(name + ".ratio", ours.median() / floor.median(), "ratio", "medians of " + RUNS, ">= 0.7"));
        }
    }

    /** Gigabytes a second; the first submission is not counted. */
    private static Samples rates(GpuDevice device, long bytes, Consumer<GpuCommands> work) {
        double[] rates = new double[RUNS];
        for (int run = -1; run < RUNS; run++) {
            GpuCommands commands = device.commands("moves");
            for (int i = 0; i < MOVES; i++) {
                work.accept(commands);
                commands.barrier();
            }
            long begin = System.nanoTime();
            device.await(device.submit(commands), Long.MAX_VALUE);
            if (run >= 0) {
                rates[run] = (double) bytes * MOVES / (System.nanoTime() - begin);
            }
        }
        return new Samples(rates);
    }
}
