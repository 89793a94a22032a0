package org.lierne.recompiler.isa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class IsaManualTest {
    /** With {@code -Dlierne.isa.docs=write} the pages are written instead. */
    @Test
    void pagesAreWhatTheTablesSay() throws IOException {
        Path folder = Path.of(System.getProperty("lierne.root", "../.."), "docs", "isa");
        boolean write = "write".equals(System.getProperty("lierne.isa.docs"));

        for (Map.Entry<String, String> page : IsaManual.pages().entrySet()) {
            Path file = folder.resolve(page.getKey());
            if (write) {
                Files.writeString(file, page.getValue());
            }
            assertEquals(page.getValue(), Files.readString(file), file + " is not what the tables say");
        }
    }

    @Test
    void showsEncodingOperandsAndFormula() {
        String text = Objects.requireNonNull(IsaManual.show("s_absdiff_i32"));

        assertTrue(text.contains("SOP2, opcode 0x2c"), text);
        assertTrue(text.contains("I32 <- I32, I32"), text);
        assertTrue(text.contains("D = max_s((S0 - S1), (0 - (S0 - S1)))"), text);
        assertTrue(text.contains("writes SCC"), text);
    }

    @Test
    void findsInstructionsByTheirFormsToo() {
        assertNotNull(IsaManual.show("v_add_f32_e64"));
        assertNotNull(IsaManual.show("v_add_f32_dpp"));
        assertNull(IsaManual.show("v_no_such_thing"));
    }

    @Test
    void everyHintSaysWhyItHasNoEffect() {
        for (InstructionTable table : InstructionSet.tables()) {
            for (Instruction row : table.rows()) {
                if (row.effect() instanceof Effect.Hint hint) {
                    assertTrue(hint.reason().length() > 10, row.name());
                }
            }
        }
    }
}
