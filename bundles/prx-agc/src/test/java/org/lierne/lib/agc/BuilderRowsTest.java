package org.lierne.lib.agc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.lierne.agc.AgcRows.Outcome;

/** Every row of the collected packet table, through the export. */
final class BuilderRowsTest {
    @TestFactory
    Stream<DynamicTest> writesTheDwordsOfEveryRow() throws IOException {
        BuilderRows rows = new BuilderRows();

        return lines("builders.tsv").filter(rows::isRow).map(line -> DynamicTest.dynamicTest(line.split("\t")[0] + " "
                + line.split("\t")[1],
                () -> assertEquals(new Outcome.Equal(), rows.check(line))));
    }

    /**
     * Rows derived from the builders' written rules, for functions and argument names that the collected table lacks.
     */
    @TestFactory
    Stream<DynamicTest> writesTheDwordsOfDerivedRows() throws IOException {
        BuilderRows rows = new BuilderRows();

        return lines("derived.tsv").filter(rows::isRow).map(line -> DynamicTest.dynamicTest(line.split("\t")[0] + " "
                + line.split("\t")[1],
                () -> assertEquals(new Outcome.Equal(), rows.check(line))));
    }

    @TestFactory
    Stream<DynamicTest> refusesWhatItCannotCall() {
        BuilderRows rows = new BuilderRows();

        return Stream.of(new String[] {"sceAgcNoSuchBuilder\tx=1\tC0001000", "sceAgcNoSuchBuilder: no such builder"},
                new String[] {"sceAgcCbDispatch\tx=1 y=1 z=1 modifier=0 more=1\tC0031500", "more"},
                new String[] {"sceAgcDcbCondExec\taddress=zero dwords=1\tC0032200", "'zero' is no number"},
                new String[] {"sceAgcCbNop\tdwords=2\tC00=1000", "'C00=1000' is no dword in hex"}).map(row -> DynamicTest.dynamicTest(row[0], () -> {
            Outcome.Refused refused = assertInstanceOf(Outcome.Refused.class, rows.check(row[0]));
            assertTrue(refused.reason().contains(row[1]), refused.reason());
        }));
    }

    static Stream<String> lines(String resource) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(BuilderRowsTest.class.getResourceAsStream(resource)), StandardCharsets.UTF_8));
        try (reader) {
            return reader.lines().toList().stream();
        }
    }
}
