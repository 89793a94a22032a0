package org.lierne.itests;

import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The assembled distribution's command in processes of its own, as a user runs it, over an empty user's folder. */
final class CommandLine {
    static final Path TITLES = Path.of(System.getProperty("lierne.root")).resolve("titles");

    private final Path user;
    /** What is set around the command. Without training of an ahead-of-time cache in the background of a test. */
    private final Map<String, String> environment = new HashMap<>(Map.of("LIERNE_NO_AOT", "1"));

    /** Empties the folder: a launcher of an earlier build may have left its caches there. */
    CommandLine(Path user) throws IOException {
        this.user = user;
        remove(user);
        Files.createDirectories(user);
    }

    /** Removes a folder and what it holds. */
    static void remove(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> left = Files.walk(folder)) {
                for (Path path : left.sorted((a, b) -> b.compareTo(a)).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    Path user() {
        return user;
    }

    /** Sets a variable around the commands from now on. */
    CommandLine with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /** Starts the command; its standard error goes to {@code err.txt}. */
    Process start(Path out, String... arguments) throws IOException {
        List<String> line = Stream.concat(Stream.of(Distribution.HOME.resolve("bin/lierne").toString()), Stream.of(arguments)).toList();
        ProcessBuilder builder = new ProcessBuilder(line).redirectOutput(out.toFile()).redirectError(user.resolve("err.txt").toFile());
        builder.environment().put("LIERNE_HOME", user.toString());
        builder.environment().putAll(environment);
        return builder.start();
    }

    Distribution.Run run(String... arguments) throws IOException, InterruptedException {
        return runWithin(5, arguments);
    }

    Distribution.Run runWithin(long minutes, String... arguments) throws IOException, InterruptedException {
        Path out = user.resolve("out.txt");
        Path err = user.resolve("err.txt");
        Process process = start(out, arguments);
        boolean ended = process.waitFor(minutes, TimeUnit.MINUTES);
        if (!ended) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        assertTrue(Files.readString(out) + Files.readString(err), ended);
        return new Distribution.Run(process.exitValue(), Files.readString(out), Files.readString(err));
    }
}
