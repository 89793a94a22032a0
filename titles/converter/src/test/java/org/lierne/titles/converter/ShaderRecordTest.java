package org.lierne.titles.converter;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Against the three worked records of the graphics library notes ({@code worked-records.tsv}). */
class ShaderRecordTest {
    @Test
    void buildsTheWorkedComputeRecord() throws IOException {
        check("fill_compute", 9 * 4, """
            ; @stage compute
            ; @wave 32
            ; @vgprs 3
            ; @user 6
            ; @write buffer 0
            ; @threads 64 1 1
            ; @groups x
            """);
    }

    @Test
    void buildsTheWorkedVertexRecord() throws IOException {
        check("textured_vertex", 27 * 4, """
            ; @stage vertex
            ; @wave 64
            ; @vgprs 12
            ; @user 4
            ; @read buffer 0
            ; @output 15 0
            """);
    }

    @Test
    void buildsTheWorkedPixelRecord() throws IOException {
        check("textured_pixel", 17 * 4, """
            ; @stage pixel
            ; @wave 64
            ; @vgprs 8
            ; @user 12
            ; @read image 0
            ; @sampler 8
            ; @input 15
            """);
    }

    @Test
    void replacesARegisterByTheDeclaredOne() {
        String declarations = "; @stage pixel\n; @wave 64\n; @vgprs 8\n";

        String usual = record(declarations);
        String declared = record(declarations + "; @cx 1c5 9\n");

        // Pairs of words, low byte first.
        assertTrue(usual.contains("c501000004000000"));
        assertFalse(declared.contains("c501000004000000"));
        assertTrue(declared.contains("c501000009000000"));
        assertEquals(usual.length(), declared.length());
    }

    @Test
    void hullRecordsNameTheirOwnRegistersAndStages() {
        String record = record("; @stage hull\n; @wave 64\n; @vgprs 8\n; @user 3\n");

        assertTrue(record.contains("4801000000000000" + "4901000000000000"));
        assertTrue(record.contains("0b01000006000000"));
        assertTrue(record.contains("d502000005000000"));
    }

    @Test
    void namesTheRegisterOfTheFirstVertex() {
        String record = record("; @stage vertex\n; @wave 64\n; @vgprs 8\n; @user 5\n; @base-vertex 4\n; @output 15 0\n");

        // Enable bit 0, number in [13:9], stage code 2 in [31:29].
        assertTrue(record.contains("0108004000000000"));
    }

    private static String record(String declarations) {
        return HexFormat.of().formatHex(ShaderRecord.of(ShaderSource.parse("x", declarations), new byte[4]));
    }

    @Test
    void refusesUnknownDeclarations() {
        assertThrows(
                IllegalArgumentException.class, () -> ShaderSource.parse("x", "; @wave 32\n; @vgprs 8\n; @scratch 4\n"));
        assertThrows(IllegalArgumentException.class, () -> ShaderSource.parse("x", "; @wave 16\n; @vgprs 8\n"));
    }

    private static void check(String name, int codeBytes, String declarations) throws IOException {
        String[] row = row(name);
        byte[] padded = HexFormat.of().parseHex(row[5]);
        byte[] code = Arrays.copyOf(padded, codeBytes);

        byte[] record = ShaderRecord.of(ShaderSource.parse(name, declarations), code);

        assertEquals(row[4], HexFormat.of().formatHex(record));
        assertArrayEquals(padded, ShaderRecord.paddedCode(code));
    }

    private static String[] row(String name) throws IOException {
        try (InputStream rows =
                Objects.requireNonNull(ShaderRecordTest.class.getResourceAsStream("worked-records.tsv"))) {
            return new String(rows.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.split("\t"))
                    .filter(row -> row[0].equals(name))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
