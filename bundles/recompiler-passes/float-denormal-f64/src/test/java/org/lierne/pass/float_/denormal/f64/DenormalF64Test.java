package org.lierne.pass.float_.denormal.f64;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.JavaHost;
import org.lierne.testing.passes.TestContext;

final class DenormalF64Test {
    private static final String[] MODES = {"0x00", "0x40", "0x80", "0xc0"};

    private static List<Integer> run(String mode, String operation, long... operands) {
        return run(TestContext.of("pass.float.denormal.f64"), mode, operation, operands);
    }

    private static List<Integer> run(TestContext context, String mode, String operation, long... operands) {
        return run(context, mode, operation, "", operands);
    }

    private static List<Integer> run(TestContext context, String mode, String operation, String before, long... operands) {
        IrModule module = IrText.parse("module compute wave=32 float_mode=" + mode + """

                block b0
                  v0: i32 = user_data dword=0
                  v1: i32 = user_data dword=1
                  v2: i32 = user_data dword=2
                  v3: i32 = user_data dword=3
                  v4: i64 = pack_64 v0, v1
                  v5: f64 = bitcast v4
                  v6: i64 = pack_64 v2, v3
                  v7: f64 = bitcast v6
                  v12: i32 = user_data dword=4
                  v13: i32 = user_data dword=5
                  v14: i64 = pack_64 v12, v13
                  v15: f64 = bitcast v14
                """ + before + "  v8: f64 = " + operation.replace('^', ',') + "\n  v9: i64 = bitcast v8\n  v10: i32 = low_32 v9\n  v11: i32 = high_32 v9"
                + "\n  lds.store 0x0:i32 data(v10, v11) element=32x2\n  return\n");
        new DenormalF64().run(module, context);
        int[] words = new int[6];
        for (int i = 0; i < operands.length; i++) {
            words[2 * i] = (int) operands[i];
            words[2 * i + 1] = (int) (operands[i] >>> 32);
        }
        return JavaHost.run(module, null, words);
    }

    private static void check(String operation, String a, String b, String... expected) {
        for (int field = 0; field < 4; field++) {
            List<Integer> words = run(MODES[field], operation, Long.parseUnsignedLong(a, 16), Long.parseUnsignedLong(b, 16));
            assertEquals(expected[field], "%08x%08x".formatted(words.get(1), words.get(0)), operation + " in field " + field);
        }
    }

    @ParameterizedTest
    @CsvSource({"fmul v5^ v7, 2000000000000001, 1ffffffffffffffe, 0010000000000000, 0010000000000000, 0010000000000000, 0010000000000000",
        "fmul v5^ v7, 0010000000000000, 3fefffffffffffff, 0000000000000000, 0000000000000000, 0010000000000000, 0010000000000000",
        "fadd v5^ v7, 0010000000000000, 8000000000000001, 0010000000000000, 0000000000000000, 0010000000000000, 000fffffffffffff"})
    @Rule("B-018")
    void flushesSumsAndProductsRoundedTo53Bits(String operation, String a, String b, String none, String inputsKept, String resultsKept,
            String all) {
        check(operation, a, b, none, inputsKept, resultsKept, all);
    }

    @ParameterizedTest
    @CsvSource({"fceil v5, 0000000000000001, 0000000000000000, 3ff0000000000000, 0000000000000000, 3ff0000000000000",
        "ffloor v5, 8000000000000001, 8000000000000000, bff0000000000000, 8000000000000000, bff0000000000000",
        "ffract v5, 0000000000000001, 0000000000000000, 0000000000000000, 0000000000000000, 0000000000000001"})
    @Rule("B-017")
    void flushesTheOperandOfRoundingAndTheFraction(String operation, String a, String none, String inputsKept, String resultsKept, String all) {
        check(operation, a, "0", none, inputsKept, resultsKept, all);
    }

    /** The rule's table: denormals are zeros in modes 0 and 2, unless comparisons are left out. */
    @ParameterizedTest
    @CsvSource({"foeq, 0000000000000001, 0000000000000000, true, false", "fogt, 0000000000000001, 0000000000000000, false, true",
        "folt, 8000000000000001, 0000000000000000, false, true", "foeq, 0000000000000001, 8000000000000001, true, false",
        "folt, 0000000000000001, 0010000000000000, true, true"})
    @Rule("A-018")
    void comparesDenormalsAsZerosWhereOperandsAreFlushed(String comparison, String a, String b, boolean flushed, boolean kept) {
        for (int field = 0; field < 4; field++) {
            boolean expected = field % 2 == 0 ? flushed : kept;
            assertEquals(expected, compares(true, MODES[field], comparison, a, b), comparison + " in field " + field);
            assertEquals(kept, compares(false, MODES[field], comparison, a, b), comparison + " left out in field " + field);
        }
    }

    private static boolean compares(boolean on, String mode, String comparison, String a, String b) {
        List<Integer> words = run(TestContext.of("pass.float.denormal.f64").with("pass.float.denormal.f64-compare", on), mode,
                "select v20^ 0x3ff0000000000000:f64^ 0x0:f64", "  v20: b1 = " + comparison + " v5, v7\n", Long.parseUnsignedLong(a, 16),
                Long.parseUnsignedLong(b, 16));
        return words.get(1) != 0;
    }

    private static String fused(boolean honours, String mode, String operation, long a, long b, long c) {
        List<Integer> words = run(TestContext.of("pass.float.denormal.f64").with("pass.float.fma.f64.honour-d16", honours), mode, operation, a, b, c);
        return "%08x%08x".formatted(words.get(1), words.get(0));
    }

    /** The rule's rows and, of a sum that needs its addend, both sides of the limit; kept by default and where the mode keeps them. */
    @ParameterizedTest
    @CsvSource({"fma v5^ v7^ v15, 2000000000000001, 1ffffffffffffffe, 0000000000000000, 0010000000000000, 0000000000000000",
        "fma v5^ v7^ v15, a000000000000001, 1ffffffffffffffe, 0000000000000000, 8010000000000000, 8000000000000000",
        "fma v5^ v7^ v15, 2000000000000000, 2000000000000000, 0000000000000000, 0010000000000000, 0010000000000000",
        "fma v5^ v7^ v15, 2000000000000001, 1ffffffffffffffe, 0010000000000000, 0020000000000000, 0020000000000000",
        "fma v5^ v7^ v15, 1c00000000000000, 9c00000000000000, 0010000000000000, 0010000000000000, 0000000000000000",
        "fma v5^ v7^ v15, 0000000000000001, 3ff0000000000000, 0000000000000000, 0000000000000001, 0000000000000000",
        "div_fmas v5^ v7^ v15^ 0x0:b1, 0000000000000001, 3ff0000000000000, 0010000000000000, 0010000000000001, 0010000000000001",
        "div_fmas v5^ v7^ v15^ 0x0:b1, 0000000000000001, 3ff0000000000000, 0000000000000001, 0000000000000002, 0000000000000000"})
    @Rule("B-016")
    void fusedSumsFlushBeforeRoundingOnlyWhereTheyAreToHonourTheField(String operation, String a, String b, String c, String kept, String flushed) {
        long[] operands = {Long.parseUnsignedLong(a, 16), Long.parseUnsignedLong(b, 16), Long.parseUnsignedLong(c, 16)};

        assertEquals(kept, fused(false, "0x00", operation, operands[0], operands[1], operands[2]));
        assertEquals(flushed, fused(true, "0x00", operation, operands[0], operands[1], operands[2]));
        assertEquals(kept, fused(true, "0xc0", operation, operands[0], operands[1], operands[2]));
    }

    @ParameterizedTest
    @CsvSource({"3ff0000000000000, 0000000000000001, 7ff0000000000000, 3ff0000000000000, 7ff0000000000000, 3ff0000000000000",
        "0000000000000001, 3ff0000000000000, 0000000000000001, 0000000000000001, 0000000000000001, 0000000000000001"})
    @Rule("B-022")
    void flushesTheDivisionsOperandsButNotTheQuotient(String quotient, String denominator, String none, String inputsKept,
            String resultsKept, String all) {
        check("div_fixup v5, v7, 0x3ff0000000000000:f64", quotient, denominator, none, inputsKept, resultsKept, all);
    }
}
