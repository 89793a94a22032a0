package org.lierne.lib.save_data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A save whose writer is killed at any instant is its old or its new version, never a mixture, and never older than what was kept. */
class KilledWriterTest {
    private static final int KILLS = 50;
    private static final int LONG_KILLS = 1000;
    private static final long MOST_DELAY_US = 20_000;

    @TempDir
    Path folder;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @Test
    void everyLaterStartReadsOldOrNew() throws IOException, InterruptedException {
        long generation = 0;
        for (int i = 0; i < (Boolean.getBoolean("lierne.long") ? LONG_KILLS : KILLS); i++) {
            long kept = writeAndKill(generation + 1);
            long found = generation();

            assertTrue(found >= kept, "kill %d, seed %d: %d was kept, %d is there".formatted(i, seed, kept, found));
            generation = found;
        }
    }

    /** Kills a writer at a random moment after its first generation. @return the last one it said to be kept */
    private long writeAndKill(long first) throws IOException, InterruptedException {
        Path said = folder.resolve("said");
        Process writer = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC", "-cp", System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                GenerationWriter.class.getName(), folder.resolve("saves").toString(), Long.toString(first))
                .redirectError(ProcessBuilder.Redirect.INHERIT).redirectOutput(said.toFile()).start();
        try {
            long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
            while (!Files.readString(said).contains("\n") && writer.isAlive() && System.nanoTime() < end) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
            TimeUnit.MICROSECONDS.sleep(random.nextLong(MOST_DELAY_US));
        } finally {
            writer.destroyForcibly().waitFor();
        }
        // What stands behind the last line's end was being said when the process ended.
        String whole = Files.readString(said);
        return Long.parseLong(whole.substring(0, whole.lastIndexOf('\n')).lines().toList().getLast());
    }

    /** The one generation of all lines of all files. */
    private long generation() throws IOException {
        Path data = new SaveStore(folder.resolve("saves")).current(GenerationWriter.NAME).resolve(SaveStore.DATA);
        Set<String> found = new HashSet<>();
        for (int i = 0; i < GenerationWriter.FILES; i++) {
            List<String> lines = Files.readAllLines(data.resolve("file" + i));
            assertEquals(1000, lines.size(), "seed " + seed);
            found.addAll(lines);
        }
        assertEquals(1, found.size(), "seed " + seed + ": " + found);
        return Long.parseLong(found.iterator().next());
    }
}
