package org.lierne.kernel.error;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.lierne.testing.Rule;

class ErrnoTest {
    /** A name, its number and its encoded form, side by side in a table's row. */
    private static final Pattern CELLS = Pattern.compile("\\| (E[A-Z0-9]+) \\| (\\d+) \\| (8002[0-9A-F]{4})(?= \\|)");

    private static Map<String, String> documented() throws IOException {
        String facts = Files.readString(Path.of(System.getProperty("lierne.root"), "docs/console-facts.md"));
        Map<String, String> table = new TreeMap<>();
        for (MatchResult row : CELLS.matcher(facts.replace("| ENFILE/EMFILE | 23/24 | 80020017/18 |",
                "| ENFILE | 23 | 80020017 | EMFILE | 24 | 80020018 |")).results().toList()) {
            table.put(row.group(1), row.group(2) + " " + row.group(3));
        }
        return table;
    }

    @Test
    @Rule("M8")
    void hasTheNumbersOfTheFacts() throws IOException {
        Map<String, String> documented = documented();
        Map<String, String> ours = new TreeMap<>();
        for (String name : documented.keySet()) {
            Errno errno = Errno.valueOf(name);
            ours.put(name, "%d %08X".formatted(errno.number(), errno.encoded()));
        }

        assertEquals(27, documented.size(), documented::toString);
        assertEquals(documented, ours);
    }
}
