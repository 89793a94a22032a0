package org.lierne.itests;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.Test;

/** A title whose process is killed while it writes its save finds, at the next start, a whole save no older than the last one kept. */
public class SaverIT {
    private static final int KILLS = 3;
    private static final int LONG_KILLS = 50;
    private static final long MOST_DELAY_US = 50_000;
    private static final Pattern FOUND = Pattern.compile("saver: found ([0-9]+)\n");
    private static final Pattern KEPT = Pattern.compile("saver: kept ([0-9]+)\n");

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @Test
    public void aSaveSurvivesItsWritersDeath() throws IOException, InterruptedException {
        CommandLine lierne = new CommandLine(Distribution.userFolder(SaverIT.class));
        int kills = Boolean.getBoolean("lierne.long") ? LONG_KILLS : KILLS;
        long kept = 0;
        for (int i = 0; i <= kills; i++) {
            String output = killed(lierne);
            Matcher found = FOUND.matcher(output);

            assertFalse("seed " + seed + "\n" + output, output.contains("FAILED"));
            assertTrue("seed " + seed + "\n" + output, found.find());
            assertTrue(kept + " was kept, seed " + seed + "\n" + output, Long.parseLong(found.group(1)) >= kept);
            kept = KEPT.matcher(output).results().map(MatchResult::group).map(SaverIT::number).reduce(kept, Math::max);
        }
    }

    private static long number(String line) {
        return Long.parseLong(line.strip().substring(line.lastIndexOf(' ') + 1));
    }

    /** Runs the title until it has kept a generation, and kills it a little later. @return what it printed */
    private String killed(CommandLine lierne) throws IOException, InterruptedException {
        Path out = lierne.user().resolve("saver.txt");
        Files.deleteIfExists(out);
        Process process = lierne.start(out, "run", CommandLine.TITLES.resolve("saver").toString(), "--headless");
        try {
            long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
            while (process.isAlive() && System.nanoTime() < end && !KEPT.matcher(Files.readString(out)).find()) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
            TimeUnit.MICROSECONDS.sleep(random.nextLong(MOST_DELAY_US));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        return Files.readString(out);
    }
}
