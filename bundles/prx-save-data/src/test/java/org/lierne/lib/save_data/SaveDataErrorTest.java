package org.lierne.lib.save_data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.lierne.testing.Rule;

class SaveDataErrorTest {
    private static final String HEADING = "Save data (809Fxxxx):";

    /** Codes and names of the facts' table: two of each in a row, or several in a cell. */
    private static Map<String, String> documented() throws IOException {
        String facts = Files.readString(Path.of(System.getProperty("lierne.root"), "docs/console-facts.md"));
        String table = facts.substring(facts.indexOf(HEADING) + HEADING.length()).strip().split("\n\n", 2)[0];
        Map<String, String> names = new TreeMap<>();
        for (String row : table.lines().skip(2).toList()) {
            String[] cells = row.substring(1).split("\\|");
            for (int i = 0; i + 1 < cells.length; i += 2) {
                String[] codes = cells[i].split(",");
                String[] texts = cells[i + 1].replaceAll("\\(.*\\)", "").split(",");
                for (int k = 0; k < codes.length; k++) {
                    names.put(codes[k].strip(), constant(texts[k].strip()));
                }
            }
        }
        return names;
    }

    private static String constant(String text) {
        return text.toUpperCase(Locale.ROOT).replace("INITIALISED", "INITIALIZED").replace("NO REGISTERED", "NO").replace(' ', '_');
    }

    @Test
    @Rule("S9")
    void hasTheCodesOfTheFacts() throws IOException {
        Map<String, String> ours = new TreeMap<>();
        Arrays.stream(SaveDataError.values()).forEach(e -> ours.put("%04X".formatted(e.code() & 0xFFFF), e.name()));

        assertEquals(documented(), ours);
        assertEquals(0x809F0003, SaveDataError.BUSY.code());
        assertEquals(0x809F000D, SaveDataError.BAD_MOUNTED.code());
    }
}
