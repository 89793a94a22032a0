package org.lierne.recompiler.isa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;

/**
 * Decoder and assembler under whatever bytes and text a coverage-guided fuzzer finds. Usually its stored inputs run once;
 * {@code ./lierne test --long} lets it look for others.
 */
class IsaFuzzTest {
    private static final IsaText[] EXACT = {new IsaText(32, true), new IsaText(64, true)};

    /** Bytes are refused with a reason, or have a text that encodes to them again. */
    @FuzzTest(maxDuration = "60s")
    void bytesComeBack(byte[] data) {
        if (data.length == 0) {
            return;
        }
        IsaText isa = EXACT[data[0] & 1];
        StringBuilder hex = new StringBuilder();
        for (int i = 1; i < data.length && i < 32; i++) {
            hex.append(Character.forDigit(data[i] >>> 4 & 15, 16)).append(Character.forDigit(data[i] & 15, 16));
        }
        String text = isa.decode(hex.toString());
        assertTrue(!text.isEmpty());
        if (!text.startsWith("refused: ")) {
            assertEquals(hex.toString(), isa.encode(text), text);
        }
    }

    /** Text is refused with a reason, or gives bytes whose text gives the same bytes. */
    @FuzzTest(maxDuration = "60s")
    void textIsUnderstoodOrRefused(byte[] data) {
        IsaText isa = EXACT[data.length & 1];
        String hex = isa.encode(new String(data, StandardCharsets.ISO_8859_1));
        assertTrue(!hex.isEmpty());
        if (!hex.startsWith("refused: ")) {
            String text = isa.decode(hex);
            if (!text.startsWith("refused: ")) {
                assertEquals(hex, isa.encode(text), text);
            }
        }
    }
}
