package org.lierne.bench;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.lierne.agc.driver.tiling.SurfaceLayout;
import org.lierne.agc.driver.tiling.SwizzleMode;
import org.lierne.gpu.ImageKind;

/** Moving one level of a surface out of its blocks: on one thread, and on the first device; the floor is a copy of the same bytes there. */
final class Detile implements Suite {
    private static final int RUNS = 30;
    private static final int WIDTH = 2048;
    private static final int HEIGHT = 1024;

    /** A mode and element size whose rows are moved in a way of their own. */
    private record Case(int mode, int elementBytes) {}

    private static final List<Case> CASES = List.of(new Case(9, 4), new Case(27, 4), new Case(27, 1), new Case(9, 16), new Case(24, 4));

    @Override
    public String name() {
        return "tiling";
    }

    @Override
    public List<Figure> run() {
        List<Figure> figures = new ArrayList<>();
        CASES.forEach(c -> figures.addAll(measure(c)));
        figures.addAll(DeviceDetile.figures());
        return figures;
    }

    private static List<Figure> measure(Case c) {
        SwizzleMode mode = SwizzleMode.of(c.mode);
        SurfaceLayout surface = Objects.requireNonNull(SurfaceLayout.of(new SurfaceLayout.Shape(mode, ImageKind.D2, c.elementBytes, WIDTH, HEIGHT,
                1, 1, 1, 1)));
        double[] moved = new double[RUNS];
        double[] copied = new double[RUNS];
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(surface.bytes());
            byte[] packed = new byte[Math.toIntExact(surface.packedBytes(0))];
            for (int run = -RUNS; run < RUNS; run++) {
                long begin = System.nanoTime();
                surface.read(memory, 0, packed);
                long middle = System.nanoTime();
                MemorySegment.copy(memory, 0, MemorySegment.ofArray(packed), 0, packed.length);
                long end = System.nanoTime();
                if (run >= 0) {
                    moved[run] = (double) packed.length / (middle - begin);
                    copied[run] = (double) packed.length / (end - middle);
                }
            }
        }
        String name = "tiling.mode-%d.%d-bytes".formatted(c.mode, c.elementBytes);
        Samples ours = new Samples(moved);
        Samples floor = new Samples(copied);
        return List.of(ours.figure(name, "GB/s", ""), floor.figure(name + ".floor.copy", "GB/s", ""),
                new Figure(name + ".ratio", ours.median() / floor.median(), "ratio", "medians of " + RUNS, ">= 0.5"));
    }
}
