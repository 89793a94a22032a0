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
import org.lierne.agc.AgcRows;

final class AgcVerbTest {
    @TempDir
    Path folder;

    private static final AgcRows REFUSING = new AgcRows() {
        @Override
        public boolean isRow(String line) {
            return true;
        }

        @Override
        public Outcome check(String line) {
            return new Outcome.Refused("no row: " + line);
        }
    };

    private String refused(String row) throws IOException {
        Path file = Files.writeString(folder.resolve("rows.tsv"), row);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream to = new PrintStream(out, true, StandardCharsets.UTF_8);

        assertEquals(Exit.DIFFERED, new AgcVerb(REFUSING).run(to, to, "rows", file.toString()));
        return out.toString(StandardCharsets.UTF_8);
    }

    /** What stands in a file of others must not reach the terminal as it is. */
    @Test
    void aLineThatIsNoTextIsShownPrintable() throws IOException {
        assertEquals("?[2J?call: refused: no row: ?[2J?call\n0 passed, 1 failed\n", refused("\u001b[2J\u0007call"));
    }

    @Test
    void aLineWithoutEndIsNotShownWhole() throws IOException {
        String row = "x".repeat(1 << 20);

        assertEquals(row.substring(0, 200) + "…: refused: no row: " + row.substring(0, 192) + "…\n0 passed, 1 failed\n", refused(row));
    }
}
