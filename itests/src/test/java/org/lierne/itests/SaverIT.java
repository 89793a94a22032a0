package org.lierne.itests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.Test;

/** A title whose process is killed while it writes its save finds, at the next start, a whole save no older than the last one kept. */
public class SaverIT {
    private static final int KILLS = 3;
    private static final int LONG_KILLS = 1000;
    private static final int MOST_MINUTES = 90;

    @Test
    public void aSaveSurvivesItsWritersDeath() throws IOException, InterruptedException {
        Path user = new CommandLine(Distribution.userFolder(SaverIT.class)).user();
        int kills = Boolean.getBoolean("lierne.long") ? LONG_KILLS : KILLS;
        Path told = user.resolve("told.txt");
        Process process = new ProcessBuilder(CommandLine.TITLES.resolve("saver/kill").toString(),
                Distribution.HOME.resolve("bin/lierne").toString(), String.valueOf(kills), user.toString())
                .redirectErrorStream(true).redirectOutput(told.toFile()).start();
        try {
            boolean hasEnded = process.waitFor(MOST_MINUTES, TimeUnit.MINUTES);
            assertTrue(Files.readString(told), hasEnded);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        assertEquals(Files.readString(told), 0, process.exitValue());
        assertTrue(Files.readString(told), Files.readString(told).matches("writer 1: " + (kills + 1) + " starts, [0-9]+ kept: ok\n"));
    }
}
