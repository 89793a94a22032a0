package org.lierne.recompiler.isa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class IsaTextStreamTest {
    private final IsaText isa = new IsaText(32);
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private static ByteArrayInputStream input(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private List<String> lines() {
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void decodesALineForALineAndCountsTheRefused() throws IOException {
        // s_nop 0 is the word 0xbf800000: opcode 0 of SOPP (documented)
        assertEquals(2, isa.decode(input("000080bf\n\nzz\n000080bf\n0000"), out));

        assertEquals(5, lines().size());
        assertEquals(List.of("s_nop 0", "", "s_nop 0"), List.of(lines().get(0), lines().get(1), lines().get(3)));
        assertTrue(lines().get(2).startsWith("refused: ") && lines().get(4).startsWith("refused: "), lines().toString());
    }

    @Test
    void encodesALineForALineAndCountsTheRefused() throws IOException {
        assertEquals(1, isa.encode(input("s_nop 0\n\ns_what 1\n"), out));

        assertEquals(List.of("000080bf", ""), lines().subList(0, 2));
        assertTrue(lines().get(2).startsWith("refused: "), lines().toString());
    }
}
