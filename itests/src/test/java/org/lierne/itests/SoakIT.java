package org.lierne.itests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.Test;
import org.lierne.testing.Rule;

/**
 * 64 guest threads over every primitive, interrupted by signals: no wake-up is lost and every count adds up. One more waits in an event queue
 * for all of the time, half a minute here and an hour in the long run, and is left alone.
 */
public class SoakIT {
    private static final int GROUPS = 8;
    private static final int LONG_SECONDS = 3600;
    private static final int MOST_MINUTES = 90;
    private static final List<String> FILES = List.of("eboot.bin", "sce_sys/param.json", "data/seconds.txt");

    @Test
    @Rule("L15")
    public void noWakeUpIsLostAmong64Threads() throws IOException, InterruptedException {
        CommandLine lierne = new CommandLine(Distribution.userFolder(SoakIT.class));
        Path title = lierne.user().resolve("soak");
        for (String file : FILES) {
            Files.createDirectories(title.resolve(file).getParent());
            Files.copy(CommandLine.TITLES.resolve("soak").resolve(file), title.resolve(file));
        }
        if (Boolean.getBoolean("lierne.long")) {
            Files.writeString(title.resolve("data/seconds.txt"), LONG_SECONDS + "\n");
        }

        Distribution.Run run = lierne.runWithin(MOST_MINUTES, "run", title.toString(), "--headless");

        assertEquals(run.out() + run.err(), 0, run.status());
        assertFalse(run.out(), run.out().contains("FAILED"));
        assertEquals(run.out(), GROUPS, run.out().lines().filter(l -> l.endsWith(" rounds: ok")).count());
        assertTrue(run.out(), run.out().contains("soak: a wait for nothing: ok\n"));
        assertTrue(run.out(), run.out().endsWith("soak: done, 0 failed\n"));
    }
}
