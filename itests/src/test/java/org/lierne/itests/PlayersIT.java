package org.lierne.itests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TestName;

/** A console's titles live in processes of their own: what they do to those costs the console nothing, and what is asked of them is answered. */
public class PlayersIT {
    private static final int STOPPED = 4;
    private static final String RUINED = CommandLine.TITLES.resolve("faults/ruined-process").toString();

    @Rule
    public final TestName test = new TestName();

    private CommandLine lierne;

    @Before
    public void makeAnEmptyUserFolder() throws IOException {
        lierne = new CommandLine(Distribution.userFolder(PlayersIT.class).resolve(test.getMethodName()));
    }

    /** The console itself writes the report, and ends its script with the title's status. */
    @Test
    public void theConsoleOutlivesATitleThatRuinsItsProcess() throws Exception {
        Distribution.Run run = lierne.run("console", "-c", "lierne:run '" + RUINED + "' --headless", "-c", "lierne:nid sceKernelUsleep");
        Distribution.Run report = lierne.run("report", "LRNE10008");

        assertEquals(run.out() + run.err(), STOPPED, run.status());
        assertTrue(run.out(), run.out().startsWith("about to ruin its process\n"));
        assertFalse(run.out(), run.out().contains("1jfXLRVzisc"));
        assertTrue(run.err(), run.err().contains("report: " + lierne.user().resolve("reports/LRNE10008")));
        assertTrue(report.out(), report.out().contains("the title's process died (SIGABRT)"));
    }

    /** Whoever notices first, a draw, the display or nobody but the thread that waits for the device. */
    @Test
    public void aDeviceThatIsLostEndsTheTitleByNameWithAWholeReport() throws Exception {
        Distribution.Run run = lierne.with("LIERNE_GPU", "lost:25").run("run", "--headless", "--screenshot", lierne.user().resolve("last.png").toString());

        assertEquals(run.out() + run.err(), STOPPED, run.status());
        assertTrue(run.err(), run.err().lines().anyMatch(line -> line.startsWith("the graphics device is lost: vk")));
        Path report = Path.of(run.err().lines().filter(line -> line.startsWith("report: ")).findFirst().orElseThrow().substring("report: ".length()));
        String facts = Files.readString(report.resolve("report.json"));
        for (String fact : List.of("device", "queues", "packets", "draws", "threads", "calls", "versions", "plugins", "log")) {
            assertTrue(fact + " in " + facts, facts.contains('"' + fact + '"'));
        }
        assertTrue(Files.size(report.resolve("programs/index.jsonl")) > 0);
        assertTrue(Files.size(report.resolve("report.zip")) > 0);
    }

    /** What the device was given it keeps, so the process leaves without taking anything back. A slow host may be given up before, for the same. */
    @Test
    public void aDeviceThatHangsEndsTheTitleByNameToo() throws Exception {
        Distribution.Run run = lierne.with("LIERNE_GPU", "hang:25,patience:2").run("run", "--headless");

        assertEquals(run.out() + run.err(), STOPPED, run.status());
        assertTrue(run.err(), run.err().lines().anyMatch(line -> line.startsWith("the graphics device is lost: vkWaitSemaphores gave VK_TIMEOUT: ticket ")));
        assertTrue(run.err(), run.err().lines().anyMatch(line -> line.startsWith("report: ")));
    }

    /** The title's process stays to be asked until the next begins; a plugin that is stopped here is stopped there, and in later runs. */
    @Test
    public void whatIsAskedOfTheTitleIsAnsweredByItsProcess() throws Exception {
        Path picture = lierne.user().resolve("two words.png");
        Path capture = lierne.user().resolve("capture.zip");

        Distribution.Run run = lierne.run("console", "-c", "lierne:run --headless --frames 2 --screenshot '" + picture + "' --capture '" + capture + "'",
                "-c", "frame:draws", "-c", "frame:draws '" + capture + "'", "-c", "live:programs", "-c", "plugin:stop lib.pad", "-c", "lierne:run --headless --frames 2");
        Distribution.Run later = lierne.run("run", "--headless", "--frames", "2");
        Distribution.Run unknown = lierne.run("frobnicate");

        assertTrue(run.out(), run.out().contains("frame 2\n"));
        // A file is looked at here: the title's process may not read it.
        assertTrue(run.out(), run.out().contains("frame " + capture + "\n"));
        assertTrue(run.out(), run.out().contains("draw 36 indices"));
        assertTrue(run.out(), run.out().contains("SPIR-V words"));
        assertTrue(Files.size(picture) > 0);
        assertTrue(run.out(), run.out().contains("org.lierne.lib.pad stopped\n"));
        assertEquals(run.out() + run.err(), STOPPED, run.status());
        assertTrue(run.err(), run.err().contains("refused: libScePad"));
        assertEquals(later.out() + later.err(), STOPPED, later.status());
        assertTrue(later.err(), later.err().contains("refused: libScePad"));
        assertEquals(2, unknown.status());
        assertTrue(unknown.err(), unknown.err().matches("lierne: no verb 'frobnicate'; it is one of agc .* console new; a stopped plugin may have it: org.lierne.lib.pad\\R"));
        assertFalse(unknown.err(), unknown.err().contains(" play "));
        assertEquals("lierne: console: Command not found: frobnicate; a stopped plugin may have it: org.lierne.lib.pad\n",
                lierne.run("console", "-c", "frobnicate").err());
    }

    /** Nothing of a title's process lies where other processes take code from. */
    @Test
    public void theTitlesProcessLeavesTheConsolesCacheAlone() throws Exception {
        Distribution.Run run = lierne.run("run", "--headless", "--frames", "1");

        assertEquals(run.out() + run.err(), 0, run.status());
        assertTrue(Files.isDirectory(lierne.user().resolve("cache/player/framework")));
        assertFalse(Files.exists(lierne.user().resolve("cache/framework")));
        assertFalse(Files.exists(lierne.user().resolve("cache/config")));
    }
}
