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
        assertEquals("report of " + last + "\nthe last\n", out.toString(StandardCharsets.UTF_8));
        out.reset();
        assertEquals(0, run("TEST00001", "--json"));
        assertEquals("{\"reason\":\"the last\"}\n", out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void namesTheTitlesThatHaveReports() throws IOException {
        report("TEST00002", "20260103-120000-000", "another\n");

        assertEquals(3, run("TEST00001"));
        assertEquals("report: no title 'TEST00001' has stopped with a report; there are reports of: TEST00002\n",
                err.toString(StandardCharsets.UTF_8));
        assertEquals(3, run("../x"));
    }
}
