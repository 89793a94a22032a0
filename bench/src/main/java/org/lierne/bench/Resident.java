package org.lierne.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Resident memory of the console at its prompt, and of the running title beyond guest memory (mappings of the guest's area and of direct
 * memory, read from {@code /proc/PID/smaps}). On a software device the device's memory cannot be told apart and is part of the figure.
 */
final class Resident implements Suite {
    private static final long GUEST_LOW = 0x8_0000_0000L;
    private static final long GUEST_HIGH = 0xFC_0000_0000L;

    private final LierneProcess lierne;

    Resident(LierneProcess lierne) {
        this.lierne = lierne;
    }

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public List<Figure> run() throws IOException, InterruptedException {
        lierne.timed(Map.of(), "plugin", "list");
        double prompt = sample("console", 6);
        double title = sample("run", 8);
        return List.of(
                new Samples(new double[] {prompt}).figure("memory.prompt", "MB", "<= 150"),
                new Samples(new double[] {title}).figure("memory.title-beyond-guest", "MB", "<= 400 without device memory"));
    }

    /** Starts the verb and takes the highest reading of some seconds, one every 200 ms. */
    private double sample(String verb, int seconds) throws IOException, InterruptedException {
        String[] line = verb.equals("run") ? new String[] {"run", "--headless"} : new String[] {verb};
        Process process = lierne.start(Map.of(), line);
        double highest = 0;
        for (int i = 0; i < seconds * 5 && process.isAlive(); i++) {
            process.waitFor(200, TimeUnit.MILLISECONDS);
            // A title's process has one above it that waits.
            highest = Math.max(highest, Stream.concat(Stream.of(process.toHandle()), process.descendants())
                    .mapToDouble(p -> beyondGuest(p.pid())).sum());
        }
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        process.waitFor();
        return highest;
    }

    private static double beyondGuest(long pid) {
        long kilobytes = 0;
        try {
            boolean isGuest = false;
            for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/smaps"))) {
                if (line.matches("^[0-9a-f]+-[0-9a-f]+ .*")) {
                    long start = Long.parseUnsignedLong(line.substring(0, line.indexOf('-')), 16);
                    isGuest = line.contains("memfd:") || start >= GUEST_LOW && start < GUEST_HIGH && !line.contains(".jsa") && !line.contains(".aot");
                } else if (!isGuest && line.startsWith("Rss:")) {
                    kilobytes += Long.parseLong(line.replaceAll("[^0-9]", ""));
                }
            }
        } catch (IOException _) {
            // the process ended between two readings
            return 0;
        }
        return kilobytes / 1024.0;
    }
}
