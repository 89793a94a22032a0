package org.lierne.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

final class LogVerbTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path logs;

    private int run(String... arguments) {
        return new LogVerb(logs).run(new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8), arguments);
    }

    @Test
    void printsTheEndOfTheNewestLog() throws IOException {
        Files.writeString(logs.resolve("20260101-000000.log"), "old\n");
        Files.writeString(logs.resolve("20260102-000000.log"), "one\ntwo \"quoted\"\nthree\n");

        assertEquals(0, run("tail", "2"));
        assertEquals(0, run("tail", "1", "--json"));

        assertEquals("two \"quoted\"\nthree\n{\"lines\":[\"three\"]}\n", out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void showsThePartOfThePlatformThatIsNamed() throws IOException {
        Files.writeString(logs.resolve("20260102-000000.log"), """
                10:00:00.000 INFO  [title] org.lierne.kernel.run.Runner KERNEL starts\s
                10:00:00.001 ERROR [agc-queue-00] org.lierne.agc.driver.QueueThread  ended\s
                java.lang.IllegalStateException: lost
                10:00:00.002 INFO  [title] org.lierne.kernel.run.Runner KERNEL ends\s
                """);

        assertEquals(0, run("tail", "graphics"));
        assertEquals(0, run("tail", "1", "kernel"));

        assertEquals("""
                10:00:00.001 ERROR [agc-queue-00] org.lierne.agc.driver.QueueThread  ended\s
                java.lang.IllegalStateException: lost
                10:00:00.002 INFO  [title] org.lierne.kernel.run.Runner KERNEL ends\s
                """, out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void setsTheLevelOfAPartOfThePlatform() {
        assertEquals(0, run("level", "device", "trace"));

        assertTrue(LoggerFactory.getLogger("org.lierne.gpu.some.Device").isTraceEnabled());
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("device       org.lierne.gpu              TRACE\n"));
    }

    @Test
    void setsALevelWhileTheProcessRuns() {
        assertEquals(0, run("level", "org.lierne.test.subject", "debug"));

        assertTrue(LoggerFactory.getLogger("org.lierne.test.subject.part").isDebugEnabled());
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("org.lierne.test.subject"));
    }

    @Test
    void answersBadUsageWithItsForms() {
        assertEquals(2, run("level", "org.lierne", "loud"));
        assertEquals(2, run("tail", "-1"));
        assertEquals(2, run("tail", "nothing"));
        assertEquals(2, run("level", "kernle", "debug"));
        assertEquals(2, run("--json"));

        assertTrue(err.toString(StandardCharsets.UTF_8).contains("usage: lierne log level SUBSYSTEM|LOGGER trace|debug|info|warn|error\n"));
        assertEquals("{\"outcome\":\"usage\",\"status\":2,\"message\":\"lierne log: no such form; a SUBSYSTEM is one of kernel, calls, libraries, graphics, "
                + "shaders, passes, device, console, pages\"}\n", out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void quotesWhatJsonDoesNotTakeAsItIs() {
        assertEquals("\"a\\\"b\\\\c\\u001b\"", LogVerb.quoted("a\"b\\c\033"));
    }
}
