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
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.recompiler.isa.MeasuredRow;
import org.lierne.recompiler.isa.MeasuredRows;
import org.lierne.recompiler.isa.RowExecutor;
import org.lierne.testing.Rule;

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

    @ParameterizedTest
    @CsvSource({"4, float_mode", "5, ieee", "6, dx10_clamp", "7, fp16_ovfl"})
    @Rule("B-048")
    void aRowThatDoesNotNameItsModeIsRefused(int column, String name) throws IOException {
        String[] row = "a.1\tgfx1035\tgfx1013\t32\tf0\t0\t1\t0\tv_mov_b32_e32 v1, v0\t7e020300\tffffffff\tv0=00000001\tv1=00000001\texact\tmeasured"
                .split("\t");
        row[column] = "-";
        List<String> results = new ArrayList<>();

        MeasuredRows.run(new BufferedReader(new StringReader(MeasuredRow.HEADER + "\n" + String.join("\t", row) + "\n")), new InterpreterRows(),
                result -> results.add(result.line()));

        assertEquals(1, results.size());
        assertTrue(results.getFirst().contains("refused: row does not name its " + name), results.getFirst());
    }

    /** A kit's operands, whose results are to be measured yet, must not pass for a table that holds. */
    @Test
    void aRowOfWhichNothingWasMeasuredIsRefused() throws IOException {
        String row = "a.1\tnone\tgfx1013\t32\tf0\t0\t1\t0\tv_mov_b32_e32 v1, v0\t7e020300\tffffffff\tv0=00000001\tv1=[" + "*,".repeat(31)
                + "*]\texact\tcomputed\n";
        List<String> results = new ArrayList<>();

        MeasuredRows.run(new BufferedReader(new StringReader(MeasuredRow.HEADER + "\n" + row)), new InterpreterRows(), result -> results.add(result.line()));

        assertEquals(1, results.size());
        assertTrue(results.getFirst().contains("refused: nothing was measured"), results.getFirst());
    }

    /** An interpreter that treats the NaNs of some rows otherwise. */
    private record Mutated(Predicate<MeasuredRow> rows, IntUnaryOperator result) implements RowExecutor {
        @Override
        public boolean isPresent() {
            return true;
        }

        @Override
        public State run(MeasuredRow row) {
            State state = new InterpreterRows().run(row);
            return rows.test(row) ? new MutatedState(state, result) : state;
        }
    }

    private record MutatedState(RowExecutor.State state, IntUnaryOperator result) implements RowExecutor.State {
        @Override
        public int vector(int register, int lane) {
            return result.applyAsInt(state.vector(register, lane));
        }

        @Override
        public int scalar(int register) {
            return state.scalar(register);
        }

        @Override
        public boolean scc() {
            return state.scc();
        }

        @Override
        public int buffer(int dword) {
            return state.buffer(dword);
        }

        @Override
        public int lds(int dword) {
            return state.lds(dword);
        }
    }

    private static int quiet32(int bits) {
        return (bits & 0x7fffffff) > 0x7f800000 ? bits | 0x00400000 : bits;
    }

    private static int signalling32(int bits) {
        return (bits & 0x7fffffff) > 0x7fc00000 ? bits & ~0x00400000 : bits;
    }

    private static int quiet16(int bits) {
        return (bits & 0x7fff) > 0x7c00 ? bits | 0x0200 : bits;
    }

    /** Rule B-048: the quieting table tells each of these mistakes. */
    @Test
    @Rule("B-048")
    void theQuietingTableTellsMistakesInQuieting() throws IOException {
        assertTells("always quiet in f32", new Mutated(row -> !row.ieee() && row.id().contains("_f32"), MeasuredRowsTest::quiet32));
        assertTells("always quiet in f16", new Mutated(row -> !row.ieee() && row.id().contains("_f16"), MeasuredRowsTest::quiet16));
        assertTells("never quiet in f32", new Mutated(row -> row.ieee() && row.id().contains("_f32"), MeasuredRowsTest::signalling32));
        assertTells("v_ldexp_f32 does not quiet", new Mutated(row -> row.ieee() && row.id().contains("ldexp_f32"), MeasuredRowsTest::signalling32));
    }

    private static void assertTells(String mistake, RowExecutor mutated) throws IOException {
        int[] wrong = new int[1];
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(new GZIPInputStream(Objects.requireNonNull(
                MeasuredRowsTest.class.getResourceAsStream("/measured/nan_quieting.rows.tsv.gz"))), StandardCharsets.UTF_8))) {
            MeasuredRows.run(lines, mutated, result -> wrong[0] += result.passed() ? 0 : 1);
        }
        assertTrue(wrong[0] > 0, mistake + " goes unnoticed");
    }
}
