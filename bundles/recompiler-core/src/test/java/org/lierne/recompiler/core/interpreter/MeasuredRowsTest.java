package org.lierne.recompiler.core.interpreter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.recompiler.isa.MeasuredRows;

/** The hardware's answers, row by row. */
class MeasuredRowsTest {
    @ParameterizedTest
    @ValueSource(strings = {"buffer_atomics_float", "div_fixup_f16", "ds_swizzle", "f32_denormal_flush", "f32_min_max_nan",
        "float16_rounding", "nan_quieting"})
    void interpreterGivesWhatHardwareGave(String table) throws IOException {
        List<String> wrong = new ArrayList<>();
        int[] rows = new int[1];

        try (BufferedReader lines = new BufferedReader(new InputStreamReader(new GZIPInputStream(Objects.requireNonNull(
                MeasuredRowsTest.class.getResourceAsStream("/measured/" + table + ".rows.tsv.gz"))), StandardCharsets.UTF_8))) {
            MeasuredRows.run(lines, new InterpreterRows(), result -> {
                rows[0]++;
                if (!result.passed()) {
                    wrong.add(result.line());
                }
            });
        }

        assertTrue(rows[0] > 10, "the table is there");
        assertEquals(List.of(), wrong);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# a comment\n", "id\thw\n"})
    void aFileWithoutTheHeaderIsRefused(String text) {
        BufferedReader lines = new BufferedReader(new StringReader(text));

        assertThrows(IllegalArgumentException.class, () -> MeasuredRows.run(lines, new InterpreterRows(), _ -> { }));
    }
}
