package org.lierne.recompiler.isa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EncodingCorpusTest {
    @ParameterizedTest
    @ValueSource(ints = {32, 64})
    void everyLineDecodesToItsText(int waveSize) {
        IsaText isa = new IsaText(waveSize);
        List<String> wrong = new ArrayList<>();
        int lines = 0;

        for (EncodingCorpus.Line line : EncodingCorpus.lines()) {
            String expected = waveSize == 32 ? line.text32() : line.text64();
            String text = isa.decode(line.hex());
            boolean right = expected.equals(EncodingCorpus.INVALID) ? text.startsWith("refused: ") : text.equals(expected);
            if (!right) {
                wrong.add(line.hex() + " expected " + expected + ", got " + text);
            }
            lines++;
        }

        assertTrue(lines > 65_000, "the lists are there");
        assertEquals(List.of(), wrong.subList(0, Math.min(20, wrong.size())), wrong.size() + " of " + lines);
    }
}
