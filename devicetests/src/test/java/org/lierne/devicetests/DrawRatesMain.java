package org.lierne.devicetests;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Processor time of the queue's thread for draws whose state does not change, the host driver's own part included. Prints the least and the
 * median of some runs. Arguments: none.
 */
final class DrawRatesMain {
    private static final int DRAWS = 10_000;
    private static final int RUNS = 15;
    private static final int WARM_UP = 15;
    private static final int[] DRAW = {0xC0012D00, 3, 2};

    private DrawRatesMain() {}

    public static void main(String[] args) {
        int[] draws = new int[DRAW.length * (DRAWS - 1)];
        for (int i = 0; i < draws.length; i++) {
            draws[i] = DRAW[i % DRAW.length];
        }
        double[] micros = new double[RUNS];
        try (DriverScene scene = new DriverScene(Objects.requireNonNull(Wiring.devices(), "no Vulkan device on this host"))) {
            scene.numbers().floats(DriverScene.DATA, -0.9f, -0.9f, 0, 1, -0.8f, -0.9f, 0, 1, -0.9f, -0.8f, 0, 1);
            scene.vertex(List.of("buffer_load_dwordx4 v[10:13], v5, s[8:11], 0 idxen", "s_waitcnt vmcnt(0)", "exp pos0 v10, v11, v12, v13 done",
                    "exp param0 v10, v11, v12, v13", "s_endpgm"), DriverScene.records(DriverScene.DATA, 16, 3));
            scene.pixel(List.of("v_mov_b32_e32 v0, 7", "exp mrt0 v0, off, off, off done vm", "s_endpgm")).after(draws);
            scene.draw(3);
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            long queue = Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                    .filter(thread -> thread != null && thread.getThreadName().equals("agc-queue-00")).findFirst().orElseThrow().getThreadId();
            for (int run = -WARM_UP; run < RUNS; run++) {
                long begin = threads.getThreadCpuTime(queue);
                scene.draw(3);
                if (run >= 0) {
                    micros[run] = (threads.getThreadCpuTime(queue) - begin) / 1e3 / DRAWS;
                }
            }
        }
        Arrays.sort(micros);
        System.out.printf("%d draws of one state: %.2f us of the queue's thread each at least, %.2f in the median of %d%n", DRAWS, micros[0],
                micros[RUNS / 2], RUNS);
    }
}
