package org.lierne.pass.float_.denormal.f16;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.lierne.testing.passes.PassRun.HALVES;
import static org.lierne.testing.passes.PassRun.TO_WORD;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.recompiler.program.TranslationRefused;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.PassRun;

final class DenormalF16Test {
    /** Float modes that differ in the f16 denormal field alone. */
    private static final String[] MODES = {"0x00", "0x40", "0x80", "0xc0"};

    private static int run(String mode, String operation, String... operands) {
        return PassRun.word(new DenormalF16(), "pass.float.denormal.f16", mode, operation, operands);
    }

    private static void halves(String operation, String a, String b, String c, String... expected) {
        for (int field = 0; field < 4; field++) {
            int half = run(MODES[field], HALVES + "  v16: f16 = " + operation + TO_WORD, a, b, c);
            assertEquals(expected[field], "%04x".formatted(half), operation + " in field " + field);
        }
    }

    @ParameterizedTest
    @CsvSource({"fmul v11^ v13, 3bff, 0400, 0000, 0000, 0000, 0400, 0400", "fmul v11^ v13, 3c01, 03ff, 0000, 0000, 0400, 0000, 0400",
        "fma v11^ v13^ v15, 0400, 0400, 8400, 8400, 8400, 8400, 8400", "fma v11^ v13^ v15, 3bff, 0400, 0000, 0000, 0000, 0400, 0400",
        "fadd v11^ v13, 0401, 8400, 0000, 0000, 0000, 0001, 0001", "fsub v11^ v13, 0400, 0401, 0000, 8000, 8000, 8001, 8001",
        "fmul v11^ v13, 4000, 4200, 0000, 4600, 4600, 4600, 4600"})
    @Rule({"B-028", "B-031"})
    void flushesSumsAndProductsRoundedTo11Bits(String operation, String a, String b, String c, String none, String inputsKept,
            String resultsKept, String all) {
        halves(operation, a, b, c, none, inputsKept, resultsKept, all);
    }

    /** The exact sum 2^-14 - 2^-26 - 2^-41 rounds to the limit in 24 bits, and is below it. */
    @Test
    @Rule("B-028")
    void looksBehindTheRoundingOfAFusedSum() {
        halves("fma v11, v13, v15", "8820", "07c2", "0400", "0000", "0000", "0400", "0400");
    }

    @ParameterizedTest
    @CsvSource({"fceil v11, 0001, 0000, 3c00, 0000, 3c00", "ffract v11, 0001, 0000, 0000, 0000, 0001", "fcanonical v11, 8001, 8000, 8001, 8000, 8001",
        "fcanonical v11, 83ff, 8000, 83ff, 8000, 83ff", "fmax v11^ v11, 0001, 0000, 0001, 0000, 0001"})
    @Rule({"B-029", "B-031", "C-018"})
    void flushesWhatOneOperandBrings(String operation, String a, String none, String inputsKept, String resultsKept, String all) {
        halves(operation, a, "0000", "0000", none, inputsKept, resultsKept, all);
    }

    @ParameterizedTest
    @CsvSource({"3c00, 0001, 7c00, 3c00, 7c00, 3c00", "0001, 3c00, 0001, 0001, 0001, 0001"})
    @Rule("B-030")
    void flushesTheDivisionsOperandsButNotTheQuotient(String quotient, String denominator, String none, String inputsKept,
            String resultsKept, String all) {
        halves("div_fixup v11, v13, v15", quotient, denominator, "3c00", none, inputsKept, resultsKept, all);
    }

    @ParameterizedTest
    @CsvSource({"0x00, 1", "0x40, 0", "0x80, 1", "0xc0, 0"})
    @Rule("B-039")
    void comparesFlushedOperands(String mode, int expected) {
        assertEquals(expected, run(mode, HALVES + "  v16: b1 = foeq v11, v13\n  v9: i32 = select v16, 0x1:i32, 0x0:i32", "0001", "8000"));
    }

    @ParameterizedTest
    @CsvSource({"0x00, 00000000", "0x40, 33800000", "0x80, 00000000", "0xc0, 33800000"})
    @Rule("B-029")
    void widensFlushedOperands(String mode, String expected) {
        String text = HALVES + "  v16: f32 = f_to_f v11\n  v9: i32 = bitcast v16";

        assertEquals(expected, "%08x".formatted(run(mode, text, "0001")));
    }

    @ParameterizedTest
    @CsvSource({"33800000, 0000, 0000, 0001, 0001", "387fffff, 0000, 0000, 03ff, 03ff", "b87fffff, 8000, 8000, 83ff, 83ff",
        "3f800000, 3c00, 3c00, 3c00, 3c00"})
    @Rule("C-018")
    void flushesResultsThatAreRoundedTowardsZero(String single, String none, String inputsKept, String resultsKept, String all) {
        singles("f_to_f_rtz v3", single, none, inputsKept, resultsKept, all);
    }

    private static void singles(String operation, String a, String... expected) {
        for (int field = 0; field < 4; field++) {
            int half = run(MODES[field], "v3: f32 = bitcast v0\n  v16: f16 = " + operation + TO_WORD, a);
            assertEquals(expected[field], "%04x".formatted(half), operation + " in field " + field);
        }
    }

    @Test
    @Rule("B-028")
    void flushesNoSumInADirectedRoundingMode() {
        assertEquals("0001", "%04x".formatted(run("0x04", HALVES + "  v16: f16 = fadd v11, v13" + TO_WORD, "0401", "8400")));
    }

    @Test
    @Rule("B-026")
    void refusesMixedSumsWhereHalvesAreFlushed() {
        assertThrows(TranslationRefused.class, () -> run("0x40", "v3: f32 = bitcast v0\n  v16: f16 = fmix_to_half v3, v3, v3" + TO_WORD));
    }
}
