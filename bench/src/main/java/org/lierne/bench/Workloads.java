package org.lierne.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The title of titles/workloads against a host program of the same sources, compiler and options: the processor's time of the host over that of
 * the guest, in percent, of the least times of either, since whatever else a machine does only adds. Their output has to be the same.
 */
final class Workloads implements Suite {
    private static final int RUNS = 3;
    private static final double PERCENT = 100;
    private static final String GOAL = "at least 95";
    /**
     * As titles/workloads is compiled for the guest, whose processor has these instructions, whose functions keep a frame pointer unless they call
     * none, and guard every array.
     */
    private static final List<String> COMPILER = List.of("clang-19", "-std=c17", "-O2", "-ffreestanding", "-fno-builtin", "-fno-math-errno",
            "-fno-omit-frame-pointer", "-momit-leaf-frame-pointer", "-ffunction-sections", "-falign-functions=64", "-fstack-protector-strong", "-fPIE",
            "-pie", "-march=znver2");

    private final LierneProcess lierne;
    private final Path title;

    Workloads(LierneProcess lierne, Path root) {
        this.lierne = lierne;
        this.title = root.resolve("titles/workloads");
    }

    @Override
    public String name() {
        return "workloads";
    }

    /** What a run printed: the least times apart, in microseconds by workload. */
    private record Printed(List<String> numbers, Map<String, Long> times) {
        static Printed of(String output) {
            Map<String, Long> times = new LinkedHashMap<>();
            List<String> numbers = new ArrayList<>();
            for (String line : output.lines().toList()) {
                String[] words = line.split(" ");
                if (words[0].equals("time")) {
                    times.merge(words[1], Long.parseLong(words[2]), Math::min);
                } else {
                    numbers.add(line);
                }
            }
            return new Printed(numbers, times);
        }
    }

    @Override
    public List<Figure> run() throws IOException, InterruptedException {
        Path program = compile();
        String scale = Files.readString(title.resolve("data/scale.txt")).strip();
        Map<String, Long> host = new LinkedHashMap<>();
        Map<String, Long> guest = new LinkedHashMap<>();
        for (int i = 0; i < RUNS; i++) {
            Printed ofHost = Printed.of(output(List.of(program.toString(), scale, lierne.user().toString())));
            lierne.timed(Map.of(), "run", title.toString(), "--headless");
            Printed ofGuest = Printed.of(Files.readString(lierne.user().resolve("last-output.txt")));
            if (!ofGuest.numbers().containsAll(ofHost.numbers()) || !ofGuest.times().keySet().equals(ofHost.times().keySet())) {
                throw new IOException("the guest printed " + ofGuest.numbers() + ", the host " + ofHost.numbers());
            }
            ofHost.times().forEach((workload, time) -> host.merge(workload, time, Math::min));
            ofGuest.times().forEach((workload, time) -> guest.merge(workload, time, Math::min));
        }
        List<Figure> figures = new ArrayList<>();
        double product = 1;
        for (Map.Entry<String, Long> least : host.entrySet()) {
            long ofGuest = Objects.requireNonNull(guest.get(least.getKey()), "both print the same names");
            double ratio = (double) least.getValue() / ofGuest;
            figures.add(figure("workloads." + least.getKey(), ratio));
            product *= ratio;
        }
        figures.add(figure("workloads.mean", Math.pow(product, 1.0 / host.size())));
        return figures;
    }

    /** In hundredths: the listing shows one digit behind the point. */
    private static Figure figure(String name, double ratio) {
        return new Figure(name, ratio * PERCENT, "%", "least times of " + RUNS, GOAL);
    }

    private Path compile() throws IOException, InterruptedException {
        Path program = lierne.user().resolve("workloads-host");
        List<String> line = new ArrayList<>(COMPILER);
        line.addAll(List.of("-o", program.toString(), title.resolve("native/host.c").toString()));
        try (Stream<Path> sources = Files.list(title.resolve("src"))) {
            line.addAll(sources.filter(f -> f.toString().endsWith(".c") && !f.endsWith("guest.c")).map(Path::toString).sorted().toList());
        }
        output(line);
        return program;
    }

    private static String output(List<String> line) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(line.getFirst() + " ended with " + process.exitValue() + ":\n" + output);
        }
        return output;
    }
}
