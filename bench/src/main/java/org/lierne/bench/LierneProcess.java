package org.lierne.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The assembled distribution as a child process over a user's folder of the benchmark's own. */
final class LierneProcess {
    private final Path launcher;
    private final Path user;

    LierneProcess(Path home, Path user) throws IOException {
        this.launcher = home.resolve("bin/lierne");
        this.user = user;
        Files.createDirectories(user);
        if (!Files.isExecutable(launcher)) {
            throw new IOException("no distribution at " + home + ": run ./lierne help first");
        }
    }

    Path user() {
        return user;
    }

    Process start(Map<String, String> environment, String... arguments) throws IOException {
        List<String> line = new ArrayList<>(List.of(launcher.toString()));
        line.addAll(Arrays.asList(arguments));
        ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(user.resolve("last-output.txt").toFile());
        builder.environment().put("LIERNE_HOME", user.toString());
        builder.environment().remove("DISPLAY");
        builder.environment().remove("WAYLAND_DISPLAY");
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** Milliseconds from start to exit. @throws IOException if the status is not 0 */
    double timed(Map<String, String> environment, String... arguments) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        int status = start(environment, arguments).waitFor();
        double milliseconds = (System.nanoTime() - begin) / 1e6;
        if (status != 0) {
            throw new IOException("lierne " + String.join(" ", arguments) + " ended with " + status + ":\n"
                    + Files.readString(user.resolve("last-output.txt")));
        }
        return milliseconds;
    }

    /** Starts once and waits for the ahead-of-time cache, which the first start leaves behind in the background. */
    void awaitCache() throws IOException, InterruptedException {
        Path done = user.resolve("cache/lierne.aot.key");
        timed(Map.of(), "help");
        for (int i = 0; i < 1800 && !Files.exists(done); i++) {
            Thread.sleep(100);
        }
        if (!Files.exists(done)) {
            throw new IOException("no ahead-of-time cache appeared within 180 s of the first start");
        }
    }
}
