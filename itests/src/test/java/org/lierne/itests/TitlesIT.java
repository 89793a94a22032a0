package org.lierne.itests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TestName;

/** Our own titles in the assembled distribution, each in a process of its own as a user runs it. */
public class TitlesIT {
    private static final Path REFERENCE = CommandLine.TITLES.resolve("first-light/reference");
    private static final double MOST_MEAN_ERROR = 2;
    private static final int STOPPED = 4;

    @Rule
    public final TestName test = new TestName();

    private CommandLine lierne;

    @Before
    public void makeAnEmptyUserFolder() throws IOException {
        lierne = new CommandLine(Distribution.userFolder(TitlesIT.class).resolve(test.getMethodName()));
    }

    @Test
    public void firstLightRunsToItsPicture() throws Exception {
        Path picture = lierne.user().resolve("frame-60.png");

        Distribution.Run run = run("first-light", "--frames", "60", "--screenshot", picture.toString());

        assertEquals(run.out() + run.err(), 0, run.status());
        assertFalse(run.out(), run.out().contains("FAILED"));
        assertTrue(run.out(), run.out().contains("first light: run number 1\n"));
        BufferedImage reference = ImageIO.read(REFERENCE.resolve("frame-60.png").toFile());
        BufferedImage image = ImageIO.read(picture.toFile());
        double error = meanError(reference, image);
        if (device().equals(Files.readString(REFERENCE.resolve("device.txt")).strip())) {
            assertEquals("mean error per channel on the device of the reference", 0, error, 0);
        }
        assertTrue("mean error per channel is " + error, error < MOST_MEAN_ERROR);
    }

    @Test
    public void firstLightRunsToItsEndAndCountsItsRuns() throws Exception {
        Distribution.Run first = run("first-light");
        Distribution.Run second = run("first-light");

        assertEquals(first.out() + first.err(), 0, first.status());
        assertTrue(first.out(), first.out().endsWith("first light: done, 0 failed\n"));
        assertTrue(first.out(), first.out().contains("first light: run number 1\n"));
        assertTrue(second.out(), second.out().contains("first light: run number 2\n"));
    }

    @Test
    public void aNullReadEndsWithAReport() throws Exception {
        assertStops("null-read", "read of 0x0");
    }

    @Test
    public void anInvalidInstructionEndsWithAReport() throws Exception {
        assertStops("ud2", "0f 0b");
    }

    @Test
    public void aStackOverflowEndsWithAReport() throws Exception {
        assertStops("stack-overflow", "guest stack overflow");
    }

    @Test
    public void anUnknownFunctionEndsWithAReport() throws Exception {
        assertStops("unknown-nid", "libkernel wZ9t04NFDY4");
    }

    @Test
    public void aBadPointerEndsWithAReport() throws Exception {
        assertStops("bad-pointer", "printf");
    }

    /** The host's limits see what a scan of the code does not. */
    @Test
    public void aHiddenSystemCallEndsWithAReport() throws Exception {
        assertStops("hidden-call", "direct system call 2");
    }

    @Test
    public void aTitleThatRuinsItsProcessIsToldOfByAnother() throws Exception {
        Distribution.Run run = run("faults/ruined-process");

        assertEquals(run.out() + run.err(), STOPPED, run.status());
        assertTrue(run.out(), run.out().startsWith("about to ruin its process\n"));
        assertTrue(run.err(), run.err().contains("stopped: the title's process died (SIGABRT)"));
        Matcher report = Pattern.compile("report: (.+)").matcher(run.err());
        assertTrue(run.err(), report.find());
        assertTrue(Files.readString(Path.of(report.group(1), "report.txt")).contains("title: LRNE10008"));
        assertTrue(Files.size(Path.of(report.group(1), "crash.log")) > 0);
        assertTrue(lierne.run("titles").out().contains("the title's process died"));
    }

    private void assertStops(String title, String reason) throws Exception {
        Distribution.Run run = run("faults/" + title);

        assertEquals(run.out() + run.err(), STOPPED, run.status());
        assertTrue(run.out(), run.out().startsWith("about to "));
        List<String> reasons =
                run.err().lines().filter(line -> line.contains(reason)).toList();
        assertTrue(run.err(), reasons.stream().anyMatch(line -> line.matches(".*eboot\\.bin\\+0x[0-9a-f]+.*")));
        Matcher report = Pattern.compile("report: (.+)").matcher(run.err());
        assertTrue(run.err(), report.find());
        assertTrue(run.err(), Files.isDirectory(Path.of(report.group(1))));
    }

    private Distribution.Run run(String title, String... options) throws IOException, InterruptedException {
        return lierne.run(Stream.concat(Stream.of("run", CommandLine.TITLES.resolve(title).toString(), "--headless"), Stream.of(options))
                .toArray(String[]::new));
    }

    /** The device the last run drew on, as its log names it. */
    private String device() throws IOException {
        try (Stream<Path> logs = Files.list(lierne.user().resolve("logs"))) {
            Pattern line = Pattern.compile("graphics on (.*?) *$", Pattern.MULTILINE);
            for (Path log : logs.toList()) {
                Matcher found = line.matcher(Files.readString(log));
                if (found.find()) {
                    return found.group(1);
                }
            }
        }
        return "none";
    }

    private static double meanError(BufferedImage expected, BufferedImage actual) {
        assertEquals(expected.getWidth(), actual.getWidth());
        assertEquals(expected.getHeight(), actual.getHeight());
        long sum = 0;
        for (int y = 0; y < expected.getHeight(); y++) {
            for (int x = 0; x < expected.getWidth(); x++) {
                int a = expected.getRGB(x, y);
                int b = actual.getRGB(x, y);
                for (int shift = 0; shift < 24; shift += 8) {
                    sum += Math.abs((a >> shift & 0xff) - (b >> shift & 0xff));
                }
            }
        }
        return sum / (3.0 * expected.getWidth() * expected.getHeight());
    }
}
