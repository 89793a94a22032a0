package org.lierne.bench;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** From shell to exit of one console command, with and without the ahead-of-time cache. The floor is the JVM alone, {@code java -version}. */
final class ConsoleStart implements Suite {
    private static final int RUNS = 9;

    private final LierneProcess lierne;

    ConsoleStart(LierneProcess lierne) {
        this.lierne = lierne;
    }

    @Override
    public String name() {
        return "start";
    }

    @Override
    public List<Figure> run() throws IOException, InterruptedException {
        double[] jvm = new double[RUNS];
        double[] plain = new double[RUNS];
        double[] cached = new double[RUNS];
        String[] command = {"console", "-c", "plugin:list"};
        lierne.awaitCache();
        for (int i = 0; i < RUNS; i++) {
            long begin = System.nanoTime();
            new ProcessBuilder(System.getProperty("java.home") + "/bin/java", "-version").redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
            jvm[i] = (System.nanoTime() - begin) / 1e6;
            plain[i] = lierne.timed(Map.of("LIERNE_NO_AOT", "1"), command);
            cached[i] = lierne.timed(Map.of(), command);
        }
        return List.of(
                new Samples(jvm).figure("start.floor.jvm", "ms", ""),
                new Samples(plain).figure("start.console.plain", "ms", ""),
                new Samples(cached).figure("start.console.aot", "ms", "<= 600"));
    }
}
