package org.lierne.kernel.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.OpenFile;
import org.lierne.kernel.file.OpenFlags;
import org.lierne.kernel.file.PathRefused;

/** Nothing that a title says, and no link that changes under its feet, reaches a file outside of its mounts. */
class EscapeTest {
    private static final String SECRET = "outside";
    private static final int FEWEST_PATHS = 200;
    private static final int RACES = 500;

    @TempDir
    Path disk;

    private final TitleFiles files = TitleFiles.interruptedBy(() -> new IllegalStateException("interrupted"));

    @BeforeEach
    void mountTwoTrees() throws IOException {
        Files.createDirectories(disk.resolve("mounts/app/data/deep"));
        Files.createDirectories(disk.resolve("mounts/save"));
        Files.createDirectories(disk.resolve("mounts/sibling"));
        Files.createDirectories(disk.resolve("away"));
        for (String place : List.of("secret", "away/secret", "mounts/secret", "mounts/sibling/secret")) {
            Files.writeString(disk.resolve(place), SECRET);
        }
        Files.writeString(disk.resolve("mounts/app/data/a"), "inside");
        for (String tree : List.of("app", "save")) {
            Path root = disk.resolve("mounts").resolve(tree);
            Files.createSymbolicLink(root.resolve("up"), Path.of(".."));
            Files.createSymbolicLink(root.resolve("absolute"), disk);
            Files.createSymbolicLink(root.resolve("file"), Path.of("../../secret"));
            Files.createSymbolicLink(root.resolve("twice"), Path.of("up"));
        }
        files.mount("/app0", disk.resolve("mounts/app"), false);
        files.mount("/savedata0", disk.resolve("mounts/save"), true);
    }

    /** Spellings of places outside, from both trees. */
    private List<String> hostilePaths() {
        List<String> ups = List.of("..", "../..", "../../..", "./..", "data/../..", "data/deep/../../..", "..//..", ".././..", "up", "twice", "absolute",
                "up/..", "data/../up", "..\\..", "%2e%2e", "..;", "...", "data/..\u0000/..", "\u2025", "..\u200b", "UP", "Absolute", "file/..", "up/up");
        List<String> ends = List.of("secret", "away/secret", "sibling/secret", "mounts/sibling/secret", "");
        List<String> paths = new ArrayList<>();
        for (String tree : List.of("/app0", "/savedata0")) {
            for (String up : ups) {
                for (String end : ends) {
                    paths.add(tree + "/" + up + "/" + end);
                }
            }
            paths.add(tree + "/file");
            paths.add(tree + "/FILE");
        }
        for (String host : List.of(disk + "/secret", "/app0" + disk + "/secret", "//app0/../" + disk + "/secret", "/etc/passwd", "/proc/self/environ",
                "/dev/../etc/passwd", "/dev/fd/0", "/dev/mem", "/app0x/secret", "/app", "app0/data/a", "~/secret", "file:///etc/passwd",
                "/savedata0/../app0/../secret", "/hostapp/secret")) {
            paths.add(host);
        }
        return paths;
    }

    private Map<String, String> outside() throws IOException {
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> all = Files.walk(disk)) {
            for (Path path : all.filter(p -> !p.startsWith(disk.resolve("mounts/app")) && !p.startsWith(disk.resolve("mounts/save"))).toList()) {
                found.put(path.toString(), Files.isRegularFile(path) ? Files.readString(path) : "");
            }
        }
        return found;
    }

    /** Tries a call; that it fails is as good as that it did something inside. */
    private static void attempt(Runnable call) {
        try {
            call.run();
        } catch (GuestErrno | PathRefused e) {
            // What it is refused with is another test's business.
        }
    }

    private String content(String path, int flags) {
        OpenFile file = files.openFile(path, flags);
        try {
            ByteBuffer bytes = ByteBuffer.allocate(64);
            file.read(bytes);
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
        } finally {
            files.release(file);
        }
    }

    @Test
    void noSpellingReachesOutside() throws IOException {
        Map<String, String> before = outside();
        List<String> paths = hostilePaths();
        List<String> escaped = new ArrayList<>();

        for (String path : paths) {
            attempt(() -> {
                if (content(path, OpenFlags.READ).equals(SECRET)) {
                    escaped.add(path);
                }
            });
            attempt(() -> files.link(path, "/savedata0/second"));
            attempt(() -> {
                if (content("/savedata0/second", OpenFlags.READ).equals(SECRET)) {
                    escaped.add("a second name of " + path);
                }
            });
            attempt(() -> files.unlink("/savedata0/second"));
            attempt(() -> files.link("/savedata0/file", path));
            attempt(() -> files.truncate(path, 0));
            attempt(() -> files.makeDirectory(path + "new"));
            attempt(() -> files.rename(path, "/savedata0/stolen"));
            attempt(() -> files.rename("/savedata0/file", path));
            attempt(() -> files.removeDirectory(path));
            attempt(() -> files.unlink(path));
            attempt(() -> files.release(files.openFile(path, OpenFlags.CREATE | OpenFlags.READ_WRITE | OpenFlags.TRUNCATE)));
        }

        assertTrue(paths.size() >= FEWEST_PATHS, paths.size() + " paths");
        assertEquals(List.of(), escaped);
        assertEquals(before, outside());
    }

    /** Swaps a folder of the title for a link to the outside and back, as fast as it can. */
    private Thread swapping(Path folder, Path link, AtomicLong swaps) {
        return Thread.ofPlatform().daemon().start(() -> {
            Path parked = folder.resolveSibling("parked");
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    Files.move(folder, parked, StandardCopyOption.ATOMIC_MOVE);
                    Files.move(link, folder, StandardCopyOption.ATOMIC_MOVE);
                    Files.move(folder, link, StandardCopyOption.ATOMIC_MOVE);
                    Files.move(parked, folder, StandardCopyOption.ATOMIC_MOVE);
                    swaps.incrementAndGet();
                } catch (NoSuchFileException e) {
                    // The title removed what was to be moved; the next round finds it or not.
                } catch (IOException e) {
                    return;
                }
            }
        });
    }

    @Test
    void noLinkThatChangesMeanwhileLeadsOutside() throws Exception {
        Path save = disk.resolve("mounts/save");
        Files.createDirectories(save.resolve("folder"));
        Files.writeString(save.resolve("folder/secret"), "inside");
        Path link = Files.createSymbolicLink(save.resolve("link"), disk.resolve("away"));
        Map<String, String> before = outside();
        List<String> escaped = new ArrayList<>();
        AtomicLong swaps = new AtomicLong();
        Thread swapper = swapping(save.resolve("folder"), link, swaps);
        try {
            for (int i = 0; i < RACES; i++) {
                attempt(() -> {
                    if (content("/savedata0/folder/secret", OpenFlags.READ).equals(SECRET)) {
                        escaped.add("read");
                    }
                });
                attempt(() -> files.release(files.openFile("/savedata0/folder/new", OpenFlags.CREATE | OpenFlags.READ_WRITE)));
                attempt(() -> files.unlink("/savedata0/folder/new"));
                attempt(() -> files.link("/savedata0/folder/secret", "/savedata0/second"));
                attempt(() -> {
                    if (content("/savedata0/second", OpenFlags.READ).equals(SECRET)) {
                        escaped.add("a second name");
                    }
                });
                attempt(() -> files.unlink("/savedata0/second"));
                attempt(() -> files.link("/savedata0/file", "/savedata0/folder/second"));
                attempt(() -> files.unlink("/savedata0/folder/second"));
                attempt(() -> files.makeDirectory("/savedata0/folder/made"));
                attempt(() -> files.removeDirectory("/savedata0/folder/made"));
            }
        } finally {
            swapper.interrupt();
            swapper.join();
        }

        assertTrue(swaps.get() > 0);
        assertEquals(List.of(), escaped);
        assertEquals(before, outside());
    }
}
