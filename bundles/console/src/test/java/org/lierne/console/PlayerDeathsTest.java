package org.lierne.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PlayerDeathsTest {
    @TempDir
    Path user;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int tell(String... line) throws IOException {
        return tellOf("SIGSEGV", line);
    }

    private int tellOf(String end, String... line) throws IOException {
        PrintStream to = new PrintStream(err, true, StandardCharsets.UTF_8);
        return new PlayerDeaths(user, user, _ -> Optional.empty(), new LastRuns(user.resolve("reports"), _ -> Optional.empty()), Map.of())
                .tell(end, 17, List.of(line), new Verb.Streams(InputStream.nullInputStream(), to, to));
    }

    private void crash(int process, String log) throws IOException {
        Files.writeString(Files.createDirectories(user.resolve("cache/player")).resolve("crash-" + process + ".log"), log);
    }

    @Test
    void theCrashOfAnotherProcessIsNotThisOnes() throws IOException {
        Path report = user.resolve("asked for");
        crash(16, "another's");

        tell("run", "title", "--headless", "--report", report.toString());

        assertTrue(Files.readString(report.resolve("report.json")).contains("\"crash\":[]"));
        assertTrue(Files.exists(user.resolve("cache/player/crash-16.log")));
    }

    @Test
    void theReportOfASecondDeathTakesTheFirstOnesPlace() throws IOException {
        Path report = user.resolve("asked for");
        for (String log : List.of("first", "second")) {
            crash(17, log);

            assertEquals(Exit.TITLE_STOPPED, tell("run", "title", "--headless", "--report", report.toString()));
            assertEquals(log, Files.readString(report.resolve("crash.log")));
            assertTrue(Files.readString(report.resolve("report.json")).contains("\"" + log + "\""));
        }
    }

    @Test
    void aProcessThatWasKilledHasNoCrashLog() throws IOException {
        Path report = user.resolve("asked for");
        crash(17, "of a process that had the number before");

        tellOf("SIGKILL", "run", "title", "--headless", "--report", report.toString());

        assertTrue(Files.readString(report.resolve("report.json")).contains("\"crash\":[]"));
    }

    @Test
    void aVerbThatIsNoRunHasNoReportButItsCrashLog() throws IOException {
        crash(17, "of the search");

        assertEquals(Exit.TITLE_STOPPED, tell("compat", "bisect", "title"));

        String told = err.toString(StandardCharsets.UTF_8).strip();
        assertTrue(told.startsWith("lierne compat: stopped: the title's process died (SIGSEGV)"), told);
        assertEquals("of the search", Files.readString(Path.of(told.substring(told.indexOf("its crash log: ") + 15))));
        assertFalse(Files.exists(user.resolve("cache/player/crash-17.log")));
    }
}
