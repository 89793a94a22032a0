package org.lierne.itests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipFile;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TestName;

/** Switching a compatibility mode for one title, for good or for one run, by our title's store to a cube through 2D addresses. */
public class CompatSwitchIT {
    private static final String MODE = "pass.image.cube-face";
    private static final String TITLE = CommandLine.TITLES.resolve("first-light").toString();
    private static final int STOPPED = 4;

    @Rule
    public final TestName test = new TestName();

    private CommandLine lierne;

    @Before
    public void makeAnEmptyUserFolder() throws IOException {
        lierne = new CommandLine(Distribution.userFolder(CompatSwitchIT.class).resolve(test.getMethodName()));
    }

    private Distribution.Run run(String... options) throws IOException, InterruptedException {
        return lierne.run(java.util.stream.Stream.concat(
                java.util.stream.Stream.of("run", TITLE, "--headless", "--frames", "2"), java.util.stream.Stream.of(options)).toArray(String[]::new));
    }

    private static void assertRefused(Distribution.Run run) {
        assertEquals(run.out() + run.err(), STOPPED, run.status());
        List<String> refusals = run.err().lines().filter(l -> l.startsWith("refused at translation: cs ")).toList();
        assertTrue(run.err(), refusals.stream().anyMatch(l -> l.matches(".* pc=0x[0-9a-f]+ image_store .*dim:SQ_RSRC_IMG_2D.*" + MODE + ".*")));
    }

    @Test
    public void offForATitleRefusesItsStoreAndNoOthers() throws Exception {
        Distribution.Run off = lierne.run("compat", "off", MODE, "--title", "LRNE00001");

        assertEquals(off.err(), 0, off.status());
        assertRefused(run());
        Distribution.Run other = run("--title-id", "TEST00001");
        assertEquals(other.out() + other.err(), 0, other.status());
        assertEquals(List.of(MODE + " = off   # set at the console"), Files.readAllLines(lierne.user().resolve("titles/LRNE00001.cfg")));
    }

    @Test
    public void onAgainBringsTheTitleBack() throws Exception {
        lierne.run("compat", "off", MODE, "--title", "LRNE00001");
        lierne.run("compat", "on", MODE, "--title", "LRNE00001");

        Distribution.Run run = run();

        assertEquals(run.out() + run.err(), 0, run.status());
    }

    @Test
    public void offForOneRunLeavesNoTraceButAReport() throws Exception {
        Distribution.Run stopped = run("--off", MODE);
        assertRefused(stopped);
        Path report = Path.of(stopped.err().lines().filter(l -> l.startsWith("report: ")).findFirst().orElseThrow().substring("report: ".length()));

        Distribution.Run next = run();
        Distribution.Run again = lierne.run("shader", "translate", report.resolve("programs").toString());

        assertEquals(next.out() + next.err(), 0, next.status());
        assertReportTellsAll(report);
        assertEquals(again.out() + again.err(), 0, again.status());
        assertTrue(again.out(), again.out().lines().reduce((_, last) -> last).orElseThrow().matches("[1-9][0-9]* passed, 0 failed"));
    }

    /** What was on, versions, the device, the last packets, the programs, the calls, the log; all of it in the archive too. */
    private static void assertReportTellsAll(Path report) throws IOException {
        String facts = Files.readString(report.resolve("report.json"));
        for (String name : List.of("versions", "device", "queues", "packets", "draws", "calls", "threads", "modules", "missing", "switches", "acted", "log")) {
            assertTrue(name + " in " + facts, facts.contains('"' + name + '"'));
        }
        assertTrue(facts, facts.contains("DISPATCH_DIRECT"));
        assertTrue(facts, facts.matches("(?s).*\"off\": \\[\\s*\"" + MODE + "\"\\s*].*"));
        try (ZipFile archive = new ZipFile(report.resolve("report.zip").toFile())) {
            assertTrue(archive.getEntry("report.json") != null && archive.getEntry("programs/index.jsonl") != null);
        }
    }

    @Test
    public void whatStandsBelowAPluginIsSwitchedToo() throws Exception {
        Distribution.Run off = lierne.run("compat", "off", "pass.float.nan.exact", "--title", "LRNE00009");
        Distribution.Run show = lierne.run("compat", "show", "pass.float.nan");
        Distribution.Run mistyped = lierne.run("compat", "off", "pass.float.nan.exakt");
        Distribution.Run unset = lierne.run("compat", "unset", "pass.float.nan.exact", "--title", "LRNE00009");

        assertEquals("pass.float.nan.exact = off for LRNE00009\n", off.out());
        assertTrue(show.out(), show.out().contains("below       pass.float.nan.exact = on\n"));
        assertEquals("compat: no switch 'pass.float.nan.exakt'; compat list shows them, compat show those below one\n", mistyped.err());
        assertEquals("pass.float.nan.exact = on for LRNE00009 by the plugin's default\n", unset.out());
    }

    @Test
    public void unknownSwitchesAreRefused() throws Exception {
        Distribution.Run run = lierne.run("compat", "off", "pass.no-such");

        assertEquals(3, run.status());
        assertEquals("compat: no switch 'pass.no-such'; compat list shows them, compat show those below one\n", run.err());
    }
}
