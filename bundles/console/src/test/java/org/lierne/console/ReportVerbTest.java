package org.lierne.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReportVerbTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path reports;

    private int run(String... arguments) {
        return new ReportVerb(reports).run(new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8), arguments);
    }

    private Path report(String title, String time, String text) throws IOException {
        Path folder = Files.createDirectories(reports.resolve(title).resolve(time));
        Files.writeString(folder.resolve("report.txt"), text);
        Files.writeString(folder.resolve("report.json"), "{\"reason\":\"" + text.strip() + "\"}\n");
        return folder;
    }

    @Test
    void printsTheLastReportOfATitle() throws IOException {
        report("TEST00001", "20260101-120000-000", "the first\n");
        Path last = report("TEST00001", "20260102-090000-000", "the last\n");
        report("TEST00002", "20260103-120000-000", "another\n");

        assertEquals(0, run("TEST00001"));
        assertEquals("report of " + last + "\nreason            the last\nall of it: " + last.resolve("report.txt") + ", or --all\n",
                out.toString(StandardCharsets.UTF_8));
        out.reset();
        assertEquals(0, run("TEST00001", "--all"));
        assertEquals("report of " + last + "\nthe last\n", out.toString(StandardCharsets.UTF_8));
        out.reset();
        assertEquals(0, run("TEST00001", "--json"));
        assertEquals("{\"reason\":\"the last\"}\n", out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void printsOneScreenOfALongReport() throws IOException {
        Path folder = report("TEST00001", "20260101-120000-000", "all of it\n");
        Files.writeString(folder.resolve("report.json"), """
                {"reason": "refused: libX \\u001b[2J", "title": "TEST00001", "place": "eboot.bin+0x5a", "off": ["pass.a"],
                 "frames": ["f1", "f2", "f3", "f4", "f5", "f6"], "missing": ["m1"], "log": ["l1", "l2", "l3", "l4", "l5"]}""");

        assertEquals(0, run("TEST00001"));

        assertEquals("""
                report of %s
                reason            refused: libX ?[2J
                title             TEST00001
                place             eboot.bin+0x5a
                off:
                  pass.a
                stack (4 of 6):
                  f1
                  f2
                  f3
                  f4
                missing:
                  m1
                log (4 of 5):
                  l2
                  l3
                  l4
                  l5
                all of it: %s, or --all
                """.formatted(folder, folder.resolve("report.txt")), out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void tellsWhatToTranslateAgainAndWhatToPassOn() throws IOException {
        Path folder = report("TEST00001", "20260101-120000-000", "all of it\n");
        Files.createDirectories(folder.resolve("programs"));
        Files.writeString(folder.resolve("report.zip"), "");

        assertEquals(0, run("TEST00001"));

        assertEquals("report of %s\nreason            all of it\nits programs: lierne shader translate %s\nall of it: %s, or --all\nto pass on: %s\n"
                .formatted(folder, folder.resolve("programs"), folder.resolve("report.txt"), folder.resolve("report.zip")),
                out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void namesTheTitlesThatHaveReports() throws IOException {
        assertEquals(3, run("TEST00001"));
        assertEquals("report: no title 'TEST00001' has stopped with a report; there are none\n", err.toString(StandardCharsets.UTF_8));
        err.reset();
        report("TEST00002", "20260103-120000-000", "another\n");

        assertEquals(3, run("TEST00001"));
        assertEquals("report: no title 'TEST00001' has stopped with a report; there are reports of: TEST00002\n",
                err.toString(StandardCharsets.UTF_8));
        assertEquals(3, run("../x"));
    }
}
