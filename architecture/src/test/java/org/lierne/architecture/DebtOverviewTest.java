package org.lierne.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/debt/README.md} is made from the entries. With {@code -Dlierne.debt.overview=write} it is written instead. */
final class DebtOverviewTest {
    private static final Path LEDGER = Rooms.ROOT.resolve("docs/debt");
    private static final Path OVERVIEW = LEDGER.resolve("README.md");
    private static final List<String> WORDS = List.of("measured", "documented", "assumed");

    private record Entry(String id, String evidence, String title) {
        String area() {
            return id.substring(0, id.indexOf('.'));
        }
    }

    private static List<Entry> entries() throws IOException {
        try (Stream<Path> files = Files.list(LEDGER)) {
            return files.filter(f -> f.toString().endsWith(".md") && !f.equals(OVERVIEW) && !f.endsWith("retired.md")).sorted()
                    .map(DebtOverviewTest::read).filter(e -> !e.id().isEmpty()).toList();
        }
    }

    /** Without an id where the entry is not active. */
    private static Entry read(Path file) {
        try {
            List<String> lines = Files.readAllLines(file);
            String id = lines.contains("status: active") ? field(lines, "id: ") : "";
            return new Entry(id, field(lines, "evidence: ").split("[^a-z]", 2)[0], field(lines, "# "));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static String field(List<String> lines, String prefix) {
        return lines.stream().filter(l -> l.startsWith(prefix)).map(l -> l.substring(prefix.length()).strip()).findFirst().orElse("");
    }

    private static String overview(List<Entry> entries) {
        StringBuilder text = new StringBuilder("""
                # The ledger of compatibility modes

                One entry per plugin id at which the platform knowingly does something other than, or not proven to be, what the hardware or system does.
                `lierne compat list` shows them with their state, `lierne compat debt` the counts below; `DebtLedgerTest` holds this folder and the code
                together. Ids that are no more stay in `retired.md`, so that none is ever given a second meaning. This page is made from the entries
                (`DebtOverviewTest`).

                | area | entries | measured | documented | assumed |
                |---|---|---|---|---|
                """);
        Map<String, List<Entry>> areas = entries.stream().collect(Collectors.groupingBy(Entry::area, TreeMap::new, Collectors.toList()));
        areas.forEach((area, of) -> text.append(row("`" + area + "`", of)));
        text.append(row("**all**", entries));
        text.append("\n| id | evidence | what |\n|---|---|---|\n");
        entries.forEach(e -> text.append("| [`").append(e.id()).append("`](").append(e.id()).append(".md) | ").append(e.evidence()).append(" | ")
                .append(e.title()).append(" |\n"));
        return text.toString();
    }

    private static String row(String name, List<Entry> entries) {
        return "| " + name + " | " + entries.size() + " | " + WORDS.stream()
                .map(word -> String.valueOf(entries.stream().filter(e -> e.evidence().equals(word)).count())).collect(Collectors.joining(" | ")) + " |\n";
    }

    @Test
    void tellsWhatTheEntriesTell() throws IOException {
        String made = overview(entries());
        if ("write".equals(System.getProperty("lierne.debt.overview"))) {
            Files.writeString(OVERVIEW, made);
        }

        assertEquals(made, Files.readString(OVERVIEW), "make it anew: mvn -pl architecture -am test -Dtest=DebtOverviewTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false -Dlierne.debt.overview=write");
    }
}
