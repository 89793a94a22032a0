package org.lierne.itests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Test;

/**
 * The tarball, unpacked in a folder of its own by a stranger: no environment, and a search path that holds the few commands of a bare
 * machine and so neither Maven nor a compiler. The folder's name has a space and a letter beyond ASCII, and nothing may be written there.
 */
public class TarballIT {
    private static final List<String> COMMANDS =
            List.of("sh", "cat", "find", "grep", "locale", "mkdir", "mv", "readlink", "rm", "rmdir", "sleep", "stat");
    private static final Path FOLDER = Distribution.userFolder(TarballIT.class);
    private static final Path UNPACKED = FOLDER.resolve("other plaçe");
    private static Path launcher;

    private Path home;

    @BeforeClass
    public static void unpack() throws Exception {
        CommandLine.remove(FOLDER);
        Files.createDirectories(UNPACKED);
        Path tarball;
        try (Stream<Path> files = Files.list(Distribution.HOME.getParent())) {
            tarball = files.filter(f -> f.getFileName().toString().endsWith(".tar.gz")).findFirst().orElseThrow();
        }
        assertEquals(0, new ProcessBuilder("tar", "-xzf", tarball.toString(), "-C", UNPACKED.toString()).inheritIO().start().waitFor());
        try (Stream<Path> top = Files.list(UNPACKED)) {
            launcher = top.findFirst().orElseThrow().resolve("bin/lierne");
        }
        Path path = Files.createDirectories(FOLDER.resolve("path"));
        for (String command : COMMANDS) {
            Path found = Stream.of("/usr/bin", "/bin").map(d -> Path.of(d, command)).filter(Files::isExecutable).findFirst().orElseThrow();
            Files.createSymbolicLink(path.resolve(command), found);
        }
    }

    @Before
    public void makeAnEmptyHome() throws IOException {
        home = FOLDER.resolve("home");
        CommandLine.remove(home);
        Files.createDirectories(home);
    }

    @Test
    public void runsItsTitleToAPicture() throws Exception {
        List<String> before = contents();

        Distribution.Run run = run("run", "--headless", "--frames", "2", "--screenshot", "picture ü.png");

        assertEquals(run.out() + run.err(), 0, run.status());
        int expectedWidth = ImageIO.read(CommandLine.TITLES.resolve("first-light/reference/frame-60.png").toFile()).getWidth();
        assertEquals(expectedWidth, ImageIO.read(home.resolve("picture ü.png").toFile()).getWidth());
        assertEquals(before, contents());
    }

    @Test
    public void saysThatThereIsNoSuchCommand() throws Exception {
        Distribution.Run run = run("console", "-c", "no-such-verb");

        assertEquals("lierne: console: Command not found: no-such-verb\n", run.err());
        assertEquals(2, run.status());
    }

    @Test
    public void answersConsoleCommands() throws Exception {
        Distribution.Run run = run("console", "-c", "lierne:nid sceKernelUsleep", "-c", "elf:inspect no-such-file");

        assertEquals("1jfXLRVzisc\n", run.out());
        assertEquals("loader.elf: no-such-file: no such file\n", run.err());
        assertEquals(3, run.status());
    }

    /** Names, sizes and times of all files of the distribution. */
    private static List<String> contents() throws IOException {
        List<String> contents = new ArrayList<>();
        try (Stream<Path> files = Files.walk(UNPACKED)) {
            for (Path file : files.sorted().toList()) {
                contents.add(file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file));
            }
        }
        return contents;
    }

    private Distribution.Run run(String... arguments) throws IOException, InterruptedException {
        List<String> line = Stream.concat(Stream.of(launcher.toString()), Stream.of(arguments)).toList();
        Path out = FOLDER.resolve("out.txt");
        Path err = FOLDER.resolve("err.txt");
        ProcessBuilder builder =
                new ProcessBuilder(line).directory(home.toFile()).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", FOLDER.resolve("path").toString());
        builder.environment().put("HOME", home.toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        // No training of an ahead-of-time cache in the background of a test.
        builder.environment().put("LIERNE_NO_AOT", "1");
        Process process = builder.start();
        assertTrue("ended", process.waitFor(5, TimeUnit.MINUTES));
        return new Distribution.Run(process.exitValue(), Files.readString(out), Files.readString(err));
    }
}
