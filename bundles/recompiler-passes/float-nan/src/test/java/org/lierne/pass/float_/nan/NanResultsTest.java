package org.lierne.pass.float_.nan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.lierne.testing.passes.PassRun.HALVES;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.JavaHost;
import org.lierne.testing.passes.TestContext;

final class NanResultsTest {
    private static final TestContext CONTEXT = TestContext.of("pass.float.nan");

    private static IrModule module(String mode, String operation) {
        return IrText.parse("module compute wave=32 float_mode=" + mode + "\n" + """
                block b0
                  v0: i32 = user_data dword=0
                  v1: i32 = user_data dword=1
                  v2: i32 = user_data dword=2
                  v3: f32 = bitcast v0
                  v4: f32 = bitcast v1
                  v5: f32 = bitcast v2
                """ + "  " + operation + "\n  v7: i32 = bitcast v6\n  lds.store 0x0:i32 data(v7) element=32x1\n  return\n");
    }

    @ParameterizedTest
    @CsvSource({"0xc0, v6: f32 = fadd v3^ v4, 7f812345, 7fc00001, 7f812345", "0xc0 ieee, v6: f32 = fadd v3^ v4, 7f812345, 7fc00001, 7fc12345",
        "0xc0, v6: f32 = fsub v3^ v4, 3f800000, 7f812345, ff812345", "0xc0 ieee, v6: f32 = fsub v3^ v4, 3f800000, 7f812345, ffc12345",
        "0xc0, v6: f32 = fadd v3^ v4, 7f800000, ff800000, ffc00000", "0xc0, v6: f32 = fma v3^ v4^ v5, 7f800000, 00000000, ffc00000",
        "0xc0, v6: f32 = fmul_legacy v3^ v4, 00000000, 7fc00001, 00000000", "0xc0, v6: f32 = fmul v3^ v4, 40000000, 40400000, 40c00000"})
    @Rule("B-027")
    void returnsTheNanThatTheRuleNames(String mode, String operation, String a, String b, String expected) {
        IrModule module = module(mode, operation.replace('^', ','));

        new NanResults().run(module, CONTEXT);

        int result = JavaHost.word(module, Integer.parseUnsignedInt(a, 16), Integer.parseUnsignedInt(b, 16), 0x7fc12345);
        assertEquals(expected, "%08x".formatted(result));
    }

    private static int run(String mode, String operation, int... operands) {
        IrModule module = module(mode, operation.replace('^', ','));
        new NanResults().run(module, CONTEXT);
        return JavaHost.word(module, operands);
    }

    private static int bits(String hex) {
        return Integer.parseUnsignedInt(hex, 16);
    }

    @ParameterizedTest
    @CsvSource({"fsqrt, 7f812345, 7f812345, 7fc12345", "frcp, ff812345, ff812345, ffc12345", "ffloor, 7fc12345, 7fc12345, 7fc12345",
        "ffract, 7f812345, 7f812345, 7fc12345", "frndne, 7f812345, 7f812345, 7fc12345", "fsqrt, bf800000, ffc00000, ffc00000",
        "ffract, 7f800000, ffc00000, ffc00000", "frcp, 80000000, ff800000, ff800000", "fsqrt, 80000000, 80000000, 80000000"})
    @Rule({"B-027", "B-046"})
    void quietsTheNanOfOneOperandInIeeeModeOnly(String op, String operand, String plain, String ieee) {
        assertEquals(plain, "%08x".formatted(run("0xc0", "v6: f32 = " + op + " v3", bits(operand), 0, 0)));
        assertEquals(ieee, "%08x".formatted(run("0xc0 ieee", "v6: f32 = " + op + " v3", bits(operand), 0, 0)));
    }

    /** The decision on minima and maxima of f32. */
    @ParameterizedTest
    @CsvSource({"fmin v3^ v4, 00000000, 80000000, 80000000", "fmin v3^ v4, 80000000, 00000000, 80000000",
        "fmax v3^ v4, 80000000, 00000000, 00000000", "fmax v3^ v4, 00000001, 80000000, 00000000",
        "fmin v3^ v4, 7f812345, 3f800000, 3f800000", "fmin v3^ v4, 3f800000, 7fc12345, 3f800000",
        "fmax v3^ v4, 7f812345, 7fc00001, 7f812345", "fmed3 v3^ v4^ v5, 3f800000, 40400000, 40000000",
        "fmed3 v3^ v4^ v5, 7fc12345, 40400000, 40000000", "fmin3 v3^ v4^ v5, bf800000, 7f800001, bf800000",
        "fmed3 v3^ v4^ v3, 80000000, 00000000, 80000000", "fmed3 v3^ v3^ v4, 00000001, 40000000, 00000000"})
    @Rule("B-027")
    void ordersZerosAndLetsNansLose(String operation, String a, String b, String expected) {
        int third = bits("40000000");

        assertEquals(expected, "%08x".formatted(run("0xc0", "v6: f32 = " + operation, bits(a), bits(b), third)));
    }

    @ParameterizedTest
    @CsvSource({"fmin v3^ v4, 3f800000, 7f812345, 7fc12345", "fmax v3^ v4, 7fc12345, 3f800000, 3f800000",
        "fmax v3^ v4, ff812345, 7fc00001, ffc12345"})
    @Rule("B-027")
    void letsASignallingNanWinInIeeeMode(String operation, String a, String b, String expected) {
        assertEquals(expected, "%08x".formatted(run("0xc0 ieee", "v6: f32 = " + operation, bits(a), bits(b), 0)));
    }

    @ParameterizedTest
    @CsvSource({"0xc0, 7f812345, 7e09", "0xc0 ieee, 7f812345, 7e09", "0xc0, ff800001, fe00", "0xc0, 3f800000, 3c00"})
    @Rule({"B-027", "B-047"})
    void narrowsNansQuietly(String mode, String operand, String expected) {
        int half = run(mode, "v10: f16 = f_to_f v3\n  v11: i16 = bitcast v10\n  v6: i32 = zero_extend v11", bits(operand), 0, 0);

        assertEquals(expected, "%04x".formatted(half));
    }

    @ParameterizedTest
    @CsvSource({"0xf0, fma v11^ v13^ v15, 7c00, 0000, 7c01, fe00", "0xf0 ieee, fma v11^ v13^ v15, 7c00, 0000, 7c01, fe00",
        "0x30, fma v11^ v13^ v15, 7c00, 0001, 7e01, fe00", "0xf0, fma v11^ v13^ v15, 7c00, 0001, 7e01, 7e01",
        "0xf0, fadd v11^ v13, 7c01, 3c00, 0000, 7c01", "0xf0 ieee, fadd v11^ v13, 7c01, 3c00, 0000, 7e01",
        "0xf0 ieee, fmax v11^ v13, 7c01, 3c00, 0000, 7e01", "0xf0, fmax v11^ v13, 7c01, 3c00, 0000, 3c00",
        "0xf0 ieee, fmax v11^ v13, 7e01, 3c00, 0000, 3c00", "0xf0, fcanonical v11, 7c01, 0000, 0000, 7c01",
        "0xf0 ieee, fsqrt v11, fc01, 0000, 0000, fe01", "0xf0 ieee, fmed3 v11^ v13^ v15, 0001, 3c00, 8000, 0001"})
    @Rule({"B-027", "B-031", "B-046"})
    void choosesNansOfHalves(String mode, String operation, String a, String b, String c, String expected) {
        String text = HALVES + "  v16: f16 = " + operation + "\n  v17: i16 = bitcast v16\n  v6: i32 = zero_extend v17";

        assertEquals(expected, "%04x".formatted(run(mode, text, bits(a), bits(b), bits(c))));
    }

    @ParameterizedTest
    @CsvSource({"0xf0, fsqrt v11, 7ff00000, 7ff00000", "0xf0 ieee, fsqrt v11, 7ff00000, 7ff80000",
        "0xf0, fmin v11^ v13, 7ff00000, 3ff00000", "0xf0, fmin v13^ v11, 7ff00000, 3ff00000", "0xf0, fadd v13^ v11, 7ff00000, 7ff00000",
        "0xf0, fsqrt v11, bff00000, fff80000"})
    @Rule({"B-027", "B-052", "B-055"})
    void quietsDoublesInIeeeModeOnly(String mode, String operation, String high, String expected) {
        String text = """
                v10: i64 = pack_64 v1, v0
                  v11: f64 = bitcast v10
                  v13: f64 = bitcast 0x3ff0000000000000:i64
                  v16: f64 =\s""" + operation + "\n  v17: i64 = bitcast v16\n  v6: i32 = high_32 v17";

        assertEquals(expected, "%08x".formatted(run(mode, text, bits(high), 1, 0)));
    }

    @ParameterizedTest
    @CsvSource({"0xc0, 7ff00000, 20000000, 7fc00001", "0xc0 ieee, fff00000, 20000000, ffc00001"})
    @Rule({"B-027", "B-055"})
    void narrowsDoublesQuietlyAlways(String mode, String high, String low, String expected) {
        String text = "v10: i64 = pack_64 v1, v0\n  v11: f64 = bitcast v10\n  v12: f32 = f_to_f v11\n  v6: i32 = bitcast v12";

        assertEquals(expected, "%08x".formatted(run(mode, text, bits(high), bits(low), 0)));
    }

    @ParameterizedTest
    @CsvSource({"0xc0, 7ff02468, a0000000", "0xc0 ieee, 7ff82468, a0000000"})
    @Rule({"B-027", "B-055"})
    void widensNansAsTheModeSays(String mode, String high, String low) {
        String text = "v10: f64 = f_to_f v3\n  v11: i64 = bitcast v10\n  v6: i32 = ";

        assertEquals(high, "%08x".formatted(run(mode, text + "high_32 v11", bits("7f812345"), 0, 0)));
        assertEquals(low, "%08x".formatted(run(mode, text + "low_32 v11", bits("7f812345"), 0, 0)));
    }

    @Test
    void leavesNanBitsToTheDriverWhereNobodySeesThem() {
        IrModule module = module("0xc0", "v8: f32 = fmul v3, v4\n  v9: i32 = f_to_s v8\n  v6: i32 = iadd v9, v9");

        assertFalse(new NanResults().run(module, CONTEXT));
    }

    @Test
    void leavesNanBitsToTheDriverWhenAsked() {
        IrModule module = module("0xc0", "v6: f32 = fmul v3, v4");

        assertFalse(new NanResults().run(module, CONTEXT.with("pass.float.nan.exact", false)));
    }

    private static final String CHAIN = "v8: f32 = fadd v3, v4\n  v9: f32 = fmul v8, v5\n  v6: f32 = fsub v3, v9";

    /** What a chain of operations returns is what each returns of the NaN before it (derived from the rule's table). */
    @ParameterizedTest
    @CsvSource({"7f812345, 7fc00001, 3f800000, 7f812345", "3f800000, 7f800001, 7fc00002, ff800001", "3f800000, 40000000, 7fc00002, ffc00002",
        "7f800000, ff800000, 3f800000, 7fc00000", "7f800000, 3f800000, 00000000, 7fc00000", "7f800000, 3f800000, 3f800000, ffc00000",
        "3f800000, 40000000, 40000000, c0a00000"})
    @Rule("B-027")
    void handsTheNanOnThroughAChain(String a, String b, String c, String expected) {
        assertEquals(expected, "%08x".formatted(run("0xc0", CHAIN, bits(a), bits(b), bits(c))));
    }

    private static int count(IrModule module, String part) {
        return IrText.print(module).split(part, -1).length - 1;
    }

    @Test
    void looksOnceAtEachValueAndChoosesBesideTheChain() {
        IrModule module = module("0xc0", CHAIN);

        new NanResults().run(module, CONTEXT);

        // Three operands, three results; the last result alone is put together.
        assertEquals(6, count(module, "= funo "), IrText.print(module));
        assertEquals(2 + 2 + 2 + 1, count(module, "= select "), IrText.print(module));
    }

    /** One question for the operand; a host may take the root for a number whatever it gives. */
    @ParameterizedTest
    @ValueSource(strings = {"fsqrt", "frsq", "flog2", "fsin"})
    void looksAtTheBitsOfTheHalvesThatFunctionsGive(String function) {
        IrModule module = module("0xf0", HALVES + "  v16: f16 = " + function + " v11\n  v17: i16 = bitcast v16\n  v6: i32 = zero_extend v17");

        new NanResults().run(module, CONTEXT);

        assertEquals(1, count(module, "= funo "), IrText.print(module));
    }

    @ParameterizedTest
    @ValueSource(strings = {"v8: f32 = s_to_f v0; v6: f32 = fmul v8, 0x3e800000:f32",
        "v8: f32 = u_to_f v0; v9: f32 = fmul v8, v8; v6: f32 = fadd v9, v9",
        "v8: f32 = fsaturate v3; v9: f32 = ffract v8; v6: f32 = fma v8, v9, v9",
        "v8: f32 = s_to_f v0; v9: f32 = fsin v8; v6: f32 = frcp v9"})
    @Rule("B-027")
    void leavesAloneWhatGivesNoNan(String operations) {
        assertFalse(new NanResults().run(module("0xc0 dx10_clamp", operations.replace(";", "\n ")), CONTEXT));
    }

    /** 2 to the 32 four times over is too large: the product may be infinite, and so may a difference be a NaN. */
    @Test
    void knowsWhereBoundsEnd() {
        String power = "v8: f32 = u_to_f v0\n  v9: f32 = fmul v8, v8\n  v10: f32 = fmul v9, v9\n  ";

        assertFalse(new NanResults().run(module("0xc0", power + "v6: f32 = fadd v10, v9"), CONTEXT));
        assertEquals(0xffc00000, run("0xc0", power + "v6: f32 = fsub v10, v10", -1, 0, 0));
    }

    @ParameterizedTest
    @CsvSource({"v6: f32 = fmul v3^ 0x0:f32, 7f812345", "v6: f32 = fadd v3^ 0x3f800000:f32, 7f812345", "v6: f32 = fmul v3^ 0x40000000:f32, 7f812345"})
    void takesTheNanBesideAConstant(String operation, String nan) {
        assertEquals(nan, "%08x".formatted(run("0xc0", operation, bits(nan), 0, 0)));
    }

    /** The middle of a value and two limits in any order; zeros in order, and a NaN gives the smaller limit. */
    @ParameterizedTest
    @CsvSource({"3f000000, 3f000000", "bf800000, 00000000", "40000000, 3f800000", "80000000, 00000000", "7f812345, 00000000", "ff800000, 00000000",
        "7f800000, 3f800000", "00000001, 00000000"})
    @Rule("B-027")
    void keepsAValueBetweenTwoConstants(String value, String expected) {
        for (String operands : new String[] {"v3, 0x0:f32, 0x3f800000:f32", "0x3f800000:f32, v3, 0x0:f32", "0x0:f32, 0x3f800000:f32, v3"}) {
            assertEquals(expected, "%08x".formatted(run("0xc0", "v6: f32 = fmed3 " + operands, bits(value), 0, 0)), operands);
        }
    }

    @Test
    @Rule("B-027")
    void comparesNoZerosWithAConstantThatIsNone() {
        IrModule module = module("0xc0", "v6: f32 = fmin v3, 0x3f800000:f32");

        new NanResults().run(module, CONTEXT);

        assertEquals(0, count(module, "= select "), IrText.print(module));
        assertEquals(0x3f800000, run("0xc0", "v6: f32 = fmin v3, 0x3f800000:f32", bits("7f812345"), 0, 0));
    }

    /** A clamp makes zero of the NaN that a signalling one gives, and a number of what a quiet one leaves. */
    @ParameterizedTest
    @CsvSource({"0xc0 dx10_clamp ieee, 7f800001, 00000000", "0xc0 dx10_clamp ieee, 7fc00001, 3e22f983", "0xc0 dx10_clamp, 7f800001, 3e22f983"})
    @Rule("B-027")
    void tellsClampsWhetherAMaximumIsANan(String mode, String nan, String expected) {
        assertEquals(expected, "%08x".formatted(run(mode, "v8: f32 = fmax v3, v4\n  v6: f32 = fsaturate v8", bits(nan), bits("3e22f983"), 0)));
    }

    @Test
    @Rule("B-027")
    void asksForTheNanOfASquareOnce() {
        IrModule module = module("0xc0", "v6: f32 = fmul v3, v3");

        new NanResults().run(module, CONTEXT);

        assertEquals(2, count(module, "= select "), IrText.print(module));
        assertEquals("7f812345", "%08x".formatted(JavaHost.word(module, bits("7f812345"), 0, 0)));
        assertEquals("7f800000", "%08x".formatted(JavaHost.word(module, bits("ff800000"), 0, 0)));
    }

    /** The second one's NaN is never the result, so nothing of it is left. */
    @ParameterizedTest
    @CsvSource({"7f812345, 3f800000, 40000000, 40800000", "7f812345, 7fc00001, 40000000, 40800000", "7f812345, 3f800000, 7fc00005, 7f812345", "3f800000, 3f800000, 7fc00001, 40000000",
        "80000000, 80000000, 00000000, 00000000", "80000000, 80000000, 80000000, 80000000"})
    @Rule("B-027")
    void takesMaximaOfHostsResults(String a, String b, String c, String expected) {
        IrModule module = module("0xc0", "v8: f32 = fadd v3, v4\n  v10: f32 = fadd v5, v5\n  v6: f32 = fmax v8, v10");

        new NanResults().run(module, CONTEXT);

        assertEquals(expected, "%08x".formatted(JavaHost.word(module, bits(a), bits(b), bits(c))));
        assertEquals(4, count(module, "= select "), IrText.print(module));
        assertEquals(1, count(module, "= foeq "), "zeros of both signs are told apart by one comparison");
    }

    @Test
    @Rule("B-027")
    void takesWhatAConstantLimitsForANumberInWhatFollows() {
        String operations = "v8: f32 = fmax v3, 0x3f800000:f32\n  v6: f32 = fadd v8, 0x3f800000:f32";
        IrModule module = module("0xc0", operations);

        new NanResults().run(module, CONTEXT);

        assertEquals(0, count(module, "= select "), IrText.print(module));
        assertEquals("40000000", "%08x".formatted(JavaHost.word(module, bits("7f812345"), 0, 0)));
    }

    @Test
    @Rule("B-025")
    void leavesTheNansOfSeparateSumsToTheDriverUnlessTheyAreToBeExact() {
        IrModule exact = module("0xf0", "v6: f32 = fmad v3, v4, v5");

        assertFalse(new NanResults().run(module("0xf0", "v6: f32 = fmad v3, v4, v5"), CONTEXT));
        new NanResults().run(exact, CONTEXT.with("pass.float.mad-separate.exact", true));

        assertEquals("ffc00000", "%08x".formatted(JavaHost.word(exact, bits("7f800000"), 0, bits("7fc12345"))));
    }
}
