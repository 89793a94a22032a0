package org.lierne.itests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.Test;
import org.lierne.testing.Rule;

/** The conformance title in the assembled distribution: guest code checks what a title may rely on. */
public class ConformanceIT {
    /** No check may go unnoticed: raised when checks are added. */
    private static final int FEWEST_CHECKS = 1835;
    private static final Set<String> ROWS = Set.of("L2", "L3", "L4", "L7", "L9", "L10", "L11", "M1", "M2", "M3", "M4", "M5", "M6", "M7", "M8",
            "T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9", "T10", "S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "S10");

    private record Line(String verdict, String id) {
        static Line of(String text) {
            String[] words = text.split(" ", 3);
            return new Line(words[0], words[1]);
        }
    }

    @Test
    @Rule({"L2", "L3", "L4", "L7", "L9", "L10", "L11", "M1", "M2", "M3", "M4", "M5", "M6", "M7", "M8", "T1", "T2", "T3", "T4", "T5", "T6", "T7",
            "T8", "T9", "T10", "S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "S10"})
    public void everyCheckOfTheConformanceTitleHolds() throws IOException, InterruptedException {
        CommandLine lierne = new CommandLine(Distribution.userFolder(ConformanceIT.class));

        Distribution.Run run = lierne.run("run", CommandLine.TITLES.resolve("conformance").toString(), "--headless");

        List<Line> checks = run.out().lines().filter(l -> l.startsWith("ok ") || l.startsWith("FAIL ")).map(Line::of).toList();
        String failed = run.out().lines().filter(l -> l.startsWith("FAIL ")).collect(Collectors.joining("\n"));
        assertEquals(run.err(), "", failed);
        assertEquals(run.err(), 0, run.status());
        assertTrue(run.out(), run.out().endsWith("conformance: %d checks, 0 failed\n".formatted(checks.size())));
        assertTrue(checks.size() + " checks ran", checks.size() >= FEWEST_CHECKS);
        Set<String> missing = new TreeSet<>(ROWS);
        checks.forEach(c -> missing.remove(c.id()));
        assertEquals("rows of the field reports without a check", Set.of(), missing);
    }
}
