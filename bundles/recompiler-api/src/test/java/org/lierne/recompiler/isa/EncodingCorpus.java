package org.lierne.recompiler.isa;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** The encoding lists: bytes and the text they stand for, of both wave sizes. The text is the public assembler's. */
final class EncodingCorpus {
    static final String INVALID = "INVALID";

    private EncodingCorpus() {
    }

    /** One line: bytes in memory order as hex, text for waves of 32 and 64 lanes. */
    record Line(String hex, String text32, String text64) {
    }

    static List<Line> lines() {
        List<Line> all = new ArrayList<>();
        for (String file : List.of("gfx1013-encodings", "gfx1013-encodings-compiled")) {
            try (BufferedReader in = new BufferedReader(new InputStreamReader(
                    new GZIPInputStream(EncodingCorpus.class.getResourceAsStream("/isa/" + file + ".tsv.gz")), StandardCharsets.UTF_8))) {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    if (!line.startsWith("#")) {
                        String[] columns = line.split("\t", -1);
                        all.add(new Line(columns[0], columns[1], columns[2].equals("=") ? columns[1] : columns[2]));
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return all;
    }
}
