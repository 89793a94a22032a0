package org.lierne.recompiler.isa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
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

    @ParameterizedTest
    @ValueSource(ints = {32, 64})
    void everyTextEncodesToTheBytesItStandsFor(int waveSize) {
        IsaText isa = new IsaText(waveSize);
        List<String> wrong = new ArrayList<>();
        int otherSpellings = 0;

        for (EncodingCorpus.Line line : EncodingCorpus.lines()) {
            String text = waveSize == 32 ? line.text32() : line.text64();
            if (!text.equals(EncodingCorpus.INVALID)) {
                String hex = isa.encode(text);
                if (!hex.equals(line.hex())) {
                    otherSpellings++;
                    if (!isa.decode(hex).equals(text)) {
                        wrong.add(line.hex() + " " + text + ", got " + hex);
                    }
                }
            }
        }

        assertEquals(List.of(), wrong.subList(0, Math.min(20, wrong.size())), () -> wrong.size() + " differ");
        assertTrue(otherSpellings < 750, otherSpellings + " lines have bits that the text does not show");
    }

    /** Where two encodings print alike, the exact text names the bytes. */
    @ParameterizedTest
    @ValueSource(ints = {32, 64})
    void everyExactTextEncodesToItsBytes(int waveSize) {
        IsaText isa = new IsaText(waveSize, true);
        List<String> wrong = new ArrayList<>();
        int lines = 0;

        for (EncodingCorpus.Line line : EncodingCorpus.lines()) {
            String text = isa.decode(line.hex());
            if (!text.startsWith("refused: ")) {
                lines++;
                if (!isa.encode(text).equals(line.hex())) {
                    wrong.add(line.hex() + " " + text + ", got " + isa.encode(text));
                }
            }
        }

        assertTrue(lines > 64_000, lines + " lines");
        assertEquals(List.of(), wrong.subList(0, Math.min(20, wrong.size())), () -> wrong.size() + " differ");
    }

    @Test
    void exactTextsNameBytesOnlyWhereTheTextMeansOthers() {
        IsaText isa = new IsaText(32, true);

        assertEquals("v_mov_b32_e32 v1, s1", isa.decode("0102027e"));
        assertEquals("v_nop /*000080d500000000*/", isa.decode("000080d500000000"));
        assertEquals("000080d500000000", isa.encode("v_nop /*000080d500000000*/"));
        assertEquals("0000007e", isa.encode("v_nop"));
        assertTrue(isa.encode("v_nop /*0102027e*/").endsWith("the bytes in the comment stand for v_mov_b32_e32 v1, s1"),
                isa.encode("v_nop /*0102027e*/"));
        assertTrue(isa.encode("v_nop /*ffffffff*/").startsWith("refused: "), isa.encode("v_nop /*ffffffff*/"));
    }

    @Test
    void decodedInstructionsKeepTheirBytes() {
        Decoder decoder = new Decoder(32);

        for (EncodingCorpus.Line line : EncodingCorpus.lines()) {
            if (decoder.decode(IsaText.words(line.hex()), 0, 0) instanceof Decoded d) {
                assertEquals(line.hex(), IsaText.hex(d.words()));
            }
        }
    }

    @Test
    void streamsGiveALineForALine() throws IOException {
        String input = "0000027e\n010200ff\n\n04040a06\r\n0102027e";
        ByteArrayOutputStream output = new ByteArrayOutputStream();

        new IsaText(32).decode(new ByteArrayInputStream(input.getBytes(StandardCharsets.US_ASCII)), output);

        List<String> lines = output.toString(StandardCharsets.US_ASCII).lines().toList();
        assertEquals(5, lines.size());
        assertEquals("", lines.get(2));
        assertEquals("v_add_f32_e32 v5, s4, v2", lines.get(3));
        assertEquals("v_mov_b32_e32 v1, s1", lines.get(4));
    }

    /** More than a block for each processor, lines across blocks, and one line that is longer than a block. */
    @Test
    void longStreamsKeepTheirOrder() throws IOException {
        IsaText isa = new IsaText(32);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            EncodingCorpus.lines().forEach(line -> lines.add(line.hex()));
            lines.add("00".repeat(300_000));
        }
        ByteArrayOutputStream output = new ByteArrayOutputStream();

        isa.decode(new ByteArrayInputStream(String.join("\n", lines).getBytes(StandardCharsets.US_ASCII)), output);

        List<String> texts = output.toString(StandardCharsets.US_ASCII).lines().toList();
        assertEquals(lines.size(), texts.size());
        for (int i = 0; i < lines.size(); i++) {
            assertEquals(isa.decode(lines.get(i)), texts.get(i));
        }
    }

    /** What was asked is answered before the next question comes, as a person at a terminal wants it. */
    @Test
    void slowInputIsAnsweredAsItComes() throws IOException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        List<Integer> answered = new ArrayList<>();
        InputStream lineByLine = new InputStream() {
            private int questions;

            @Override
            public int read() {
                throw new UnsupportedOperationException("blocks are read");
            }

            @Override
            public int read(byte[] into, int at, int length) {
                answered.add(output.size());
                byte[] line = "0102027e\n".getBytes(StandardCharsets.US_ASCII);
                System.arraycopy(line, 0, into, at, line.length);
                return questions++ < 3 ? line.length : -1;
            }
        };

        new IsaText(32).decode(lineByLine, output);

        int answer = "v_mov_b32_e32 v1, s1\n".length();
        assertEquals(List.of(0, answer, 2 * answer, 3 * answer), answered);
    }
}
