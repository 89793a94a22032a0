package org.lierne.bench;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * From shell to exit of a run of one frame, everything cached; the floor is the same framework doing a small verb, and the whole title
 * of 120 frames stands beside it.
 */
final class FirstFrame implements Suite {
    private static final int RUNS = 5;

    private final LierneProcess lierne;

    FirstFrame(LierneProcess lierne) {
        this.lierne = lierne;
    }

    @Override
    public String name() {
        return "first-frame";
    }

    @Override
    public List<Figure> run() throws IOException, InterruptedException {
        String[] oneFrame = {"run", "--headless", "--frames", "1"};
        lierne.awaitCache();
        lierne.timed(Map.of(), oneFrame);
        double[] floor = new double[RUNS];
        double[] first = new double[RUNS];
        double[] whole = new double[RUNS];
        for (int i = 0; i < RUNS; i++) {
            floor[i] = lierne.timed(Map.of(), "plugin", "list");
            first[i] = lierne.timed(Map.of(), oneFrame);
            whole[i] = lierne.timed(Map.of(), "run", "--headless");
        }
        return List.of(
                new Samples(floor).figure("first-frame.floor.framework", "ms", ""),
                new Samples(first).figure("first-frame.warm", "ms", ""),
                new Samples(whole).figure("first-frame.whole-title-120-frames", "ms", ""));
    }
}
