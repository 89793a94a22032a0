package org.lierne.pass.float_.denormal.f32;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.IrText;
import org.lierne.recompiler.program.HostDriver;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.TranslationRefused;
import org.lierne.testing.Rule;
import org.lierne.testing.passes.JavaHost;
import org.lierne.testing.passes.TestContext;

final class DenormalF32Test {
    private static final TestContext CONTEXT = TestContext.of("pass.float.denormal.f32");

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
    @CsvSource({"3f7ffffe, 00800001, 00800000", "bf7ffffe, 00800001, 80800000", "3f7fffff, 00800000, 00000000",
        "3f7ff4ae, 008005a9, 00000000", "bf7ff4ae, 008005a9, 80000000", "3f800000, 00000001, 00000000",
        "bf800000, 00000001, 80000000", "40000000, 40400000, 40c00000"})
    @Rule("B-032")
    void flushesProductsThatAreTinyAfterRoundingTo24Bits(String a, String b, String expected) {
        IrModule module = module("0xc0", "v6: f32 = fmul v3, v4");

        new DenormalF32().run(module, CONTEXT);

        int product = JavaHost.word(module, Integer.parseUnsignedInt(a, 16), Integer.parseUnsignedInt(b, 16), 0);
        assertEquals(expected, "%08x".formatted(product));
    }

    @ParameterizedTest
    @CsvSource({"3f7fffff, 00800000, 00000000, 00000000", "1fffffff, 1fffffff, 00800000, 00ffffff",
        "3f800000, 00800000, 00000001, 00800000"})
    @Rule("B-032")
    void checksTheProductOfAFusedSumOnlyWithAZeroAddend(String a, String b, String c, String expected) {
        IrModule module = module("0xc0", "v6: f32 = fma v3, v4, v5");

        new DenormalF32().run(module, CONTEXT);

        int sum = JavaHost.word(module, Integer.parseUnsignedInt(a, 16), Integer.parseUnsignedInt(b, 16), Integer.parseUnsignedInt(c, 16));
        assertEquals(expected, "%08x".formatted(sum));
    }

    @Test
    @Rule("B-032")
    void flushesDifferencesOfNormalNumbers() {
        IrModule module = module("0xc0", "v6: f32 = fadd v3, v4");

        new DenormalF32().run(module, CONTEXT);

        assertEquals(0, JavaHost.word(module, 0x00800001, 0x80800000, 0));
        assertEquals(0x80000000, JavaHost.word(module, 0x80800001, 0x00800000, 0));
        assertEquals(0x00800000, JavaHost.word(module, 0x00800000, 0x00000001, 0));
    }

    @Test
    @Rule("B-032")
    void readsNoDenormalTwice() {
        IrModule module = module("0xc0", "v6: f32 = fadd v3, v4\n  v8: f32 = fadd v6, v6");

        new DenormalF32().run(module, CONTEXT);

        String text = IrText.print(module);
        int second = text.indexOf("fadd v6, v6");
        assertFalse(second < 0, "the sum's result needs no flush as an operand\n" + text);
    }

    @Test
    void leavesAKeptModeAlone() {
        IrModule module = module("0xf0", "v6: f32 = fmul v3, v4");

        assertFalse(new DenormalF32().run(module, CONTEXT));
    }

    @Test
    @Rule("B-032")
    void refusesModesThatFlushOneSideOnly() {
        IrModule module = module("0xd0", "v6: f32 = fmul v3, v4");

        assertThrows(TranslationRefused.class, () -> new DenormalF32().run(module, CONTEXT));
    }

    /** The rule's table: nearest even, up, down, towards zero. */
    @ParameterizedTest
    @CsvSource({"3f7ffffe, 00800001, 00800000, 00800000, 00000000, 00000000", "bf7ffffe, 00800001, 80800000, 80000000, 80800000, 80000000",
        "3f7fffff, 00800000, 00000000, 00000000, 00000000, 00000000", "3f7ff4ae, 008005a9, 00000000, 00800000, 00000000, 00000000",
        "bf7ff4ae, 008005a9, 80000000, 80000000, 80800000, 80000000", "40000000, 40400000, 40c00000, 40c00000, 40c00000, 40c00000",
        "7f800000, 00000000, 7fffffff, 7fffffff, 7fffffff, 7fffffff"})
    @Rule("B-032")
    void judgesProductsInTheRoundingMode(String a, String b, String nearest, String up, String down, String zero) {
        String[] expected = {nearest, up, down, zero};
        for (int rounding = 0; rounding < 4; rounding++) {
            IrModule module = module("0x%x".formatted(0xc0 | rounding), "v6: f32 = fmul v3, v4");

            new DenormalF32().run(module, CONTEXT);

            int product = JavaHost.word(module, Integer.parseUnsignedInt(a, 16), Integer.parseUnsignedInt(b, 16), 0);
            assertEquals(expected[rounding], "%08x".formatted(product), "rounding " + rounding);
        }
    }

    /** The rule's rows, with denormals flushed, inputs kept, results kept, all kept. */
    @ParameterizedTest
    @CsvSource({"foeq, 1, 0, 1, 0", "fogt, 0, 1, 0, 1", "fone, 0, 1, 0, 1", "fult, 0, 0, 0, 0", "foge, 1, 1, 1, 1"})
    @Rule({"B-032", "B-038"})
    void comparesAsTheInputBitOfTheModeSays(String op, int none, int inputsKept, int resultsKept, int all) {
        int[] expected = {none, inputsKept, resultsKept, all};
        for (int denormals = 0; denormals < 4; denormals++) {
            IrModule module = module("0x%x".formatted(0xc0 | denormals << 4),
                    "v8: b1 = " + op + " v3, v4\n  v6: i32 = select v8, 0x1:i32, 0x0:i32");

            new DenormalF32().run(module, CONTEXT);

            assertEquals(expected[denormals], JavaHost.word(module, 1, 0x80000000, 0), op + " in field " + denormals);
        }
    }

    @ParameterizedTest
    @CsvSource({"foeq, 0", "fone, 0", "folt, 0", "fueq, 1", "fune, 1", "fuge, 1"})
    @Rule("B-038")
    void findsNansUnordered(String op, int expected) {
        IrModule module = module("0xf0", "v8: b1 = " + op + " v3, v4\n  v6: i32 = select v8, 0x1:i32, 0x0:i32");

        new DenormalF32().run(module, CONTEXT);

        assertEquals(expected, JavaHost.word(module, 0x7fc00000, 0x3f800000, 0));
    }

    private static int product(IrModule module, int a, int b) {
        return JavaHost.word(module, a, b, 0);
    }

    /** Rule A-039: the flush that is left out changes no bit. */
    @Test
    @Rule("A-039")
    void leavesOutTheFlushOfProductsWhoseFactorsAreNoDenormals() {
        IrModule without = module("0xc0", "v6: f32 = fmul v3, v4");
        IrModule with = module("0xc0", "v6: f32 = fmul v3, v4");

        new DenormalF32().run(without, CONTEXT);
        new DenormalF32().run(with, CONTEXT.with("pass.float.denormal.f32.flush-elim", false));

        assertEquals(selects(without) , selects(with), "the product is chosen once in both");
        assertTrue(operations(without) < operations(with), IrText.print(without));
        int[] factors = {0, 0x3f7ffffe, 0x00800001, 0x3f7fffff, 0x00800000, 0x007fffff, 0x7f800000, 0x7fc00000, 0x3f7ff4ae, 0x008005a9, 0x00000001};
        for (int a : factors) {
            for (int b : factors) {
                for (int sign : new int[] {0, 0x80000000}) {
                    assertEquals(product(with, a | sign, b), product(without, a | sign, b), "%08x * %08x".formatted(a | sign, b));
                }
            }
        }
        assertEquals(0x00800000, product(without, 0x3f7ffffe, 0x00800001));
        assertEquals(0, product(without, 0x3f7fffff, 0x00800000));
        SplittableRandom random = new SplittableRandom(39);
        for (int i = 0; i < 100_000; i++) {
            // Exponents that add up to a product between 2 to the -128 and 2 to the -124.
            int exponent = random.nextInt(1, 250);
            int other = Math.clamp(127 - exponent + random.nextInt(-2, 3), 1, 254);
            int a = exponent << 23 | random.nextInt() & 0x807fffff;
            int b = other << 23 | random.nextInt() & 0x807fffff;
            assertEquals(product(with, a, b), product(without, a, b), "%08x * %08x".formatted(a, b));
        }
    }

    @Test
    @Rule("A-039")
    void keepsTheFlushWhereFactorsMayBeDenormals() {
        IrModule module = module("0xc0", "v6: f32 = fmul v3, v4");
        IrModule plain = module("0xc0", "v6: f32 = fmul v3, v4");

        new DenormalF32().run(module, CONTEXT.with("pass.float.denormal.f32.inputs", false));
        new DenormalF32().run(plain, CONTEXT.with("pass.float.denormal.f32.inputs", false).with("pass.float.denormal.f32.flush-elim", false));

        assertEquals(IrText.print(plain), IrText.print(module));
    }

    private static long selects(IrModule module) {
        return IrText.print(module).lines().filter(line -> line.contains(" = select ")).count();
    }

    private static long operations(IrModule module) {
        return IrText.print(module).lines().filter(line -> line.contains(" = ")).count();
    }

    /** A constant that is large enough leaves no result to flush: the bits are those of the whole code. */
    @ParameterizedTest
    @CsvSource({"fmul v3^ 0x3f800001:f32, 3f800001", "fmul v3^ 0xc0490fdb:f32, c0490fdb", "fadd v3^ 0x0c800000:f32, 0c800000",
        "fsub v3^ 0x8c800001:f32, 8c800001"})
    @Rule({"B-032", "A-039"})
    void flushesNoResultThatAConstantKeepsNormal(String operation, String constant) {
        String op = operation.replace('^', ',');
        IrModule known = module("0xc0", "v6: f32 = " + op);
        IrModule unknown = module("0xc0", "v6: f32 = " + op.replaceFirst("0x[0-9a-f]+:f32", "v4"));

        new DenormalF32().run(known, CONTEXT);
        new DenormalF32().run(unknown, CONTEXT);

        assertEquals(1, selects(known), "the operand's\n" + IrText.print(known));
        int bits = Integer.parseUnsignedInt(constant, 16);
        for (int x : new int[] {0, 1, 0x007fffff, 0x00800000, 0x00800001, 0x0c7fffff, 0x0c800000, 0x0c800001, 0x0c000001, 0x7f7fffff, 0x7f800000}) {
            for (int sign : new int[] {0, 0x80000000}) {
                assertEquals(product(unknown, x | sign, bits), product(known, x | sign, 0), "%08x".formatted(x | sign));
            }
        }
    }

    /** One step below the constants above, the flush stays. */
    @ParameterizedTest
    @CsvSource({"fmul v3^ 0x3f7fffff:f32, 1", "fadd v3^ 0x0c7fffff:f32, 2"})
    @Rule("B-032")
    void flushesResultsOfSmallerConstants(String operation, int flushes) {
        IrModule module = module("0xc0", "v6: f32 = " + operation.replace('^', ','));

        new DenormalF32().run(module, CONTEXT);

        assertEquals(flushes, selects(module), IrText.print(module));
    }

    /** What a denormal operand comes to the same for as a zero is not flushed for it, and gives the same. */
    @ParameterizedTest
    @CsvSource({"fadd v3^ 0x0d800000:f32, 0", "fsub 0xbf800000:f32^ v3, 0", "fmul v3^ 0xbf7fffff:f32, 1", "fmax v3^ 0x00800000:f32, 0",
        "fmin 0x80800000:f32^ v3, 0", "fmax v3^ 0x80800000:f32, 1", "fmin v3^ 0x3f800000:f32, 1", "fadd v3^ 0x0d7fffff:f32, 1"})
    @Rule("A-039")
    void leavesOperandsThatAreAbsorbed(String operation, int flushes) {
        IrModule without = module("0xc0", "v6: f32 = " + operation.replace('^', ','));
        IrModule with = module("0xc0", "v6: f32 = " + operation.replace('^', ','));

        new DenormalF32().run(without, CONTEXT);
        new DenormalF32().run(with, CONTEXT.with("pass.float.denormal.f32.flush-elim", false));

        assertEquals(flushes, selects(without), IrText.print(without));
        for (int size : new int[] {0, 1, 0x00400000, 0x007fffff, 0x00800000, 0x00ffffff, 0x01000001, 0x0d800000, 0x3f800001, 0x7f800000}) {
            for (int bits : new int[] {size, size | Integer.MIN_VALUE}) {
                assertEquals("%08x".formatted(product(with, bits, 0)), "%08x".formatted(product(without, bits, 0)), operation + " of %08x".formatted(bits));
            }
        }
    }

    /** A result that is only compared with a normal number, or made an integer, is not judged; one that is stored too is. */
    @ParameterizedTest
    @CsvSource({"'v9: b1 = folt v8, 0x3f800000:f32\n  v6: i32 = select v9, 0x1:i32, 0x0:i32', false", "v6: i32 = f_to_s v8, false",
        "'v9: f32 = fneg v8\n  v6: i32 = f_to_u v9', false", "'v9: f32 = fneg v8\n  v6: f32 = ffloor v9', true", "v6: f32 = fabs v8, true",
        "'v9: i32 = f_to_s v8\n  v10: i32 = bitcast v8\n  v6: i32 = iadd v9, v10', true"})
    @Rule("A-039")
    void leavesResultsThatAreAbsorbed(String uses, boolean isJudged) {
        IrModule module = module("0xc0", "v8: f32 = fmul v3, v4\n  " + uses.replace("\\n", "\n"));

        new DenormalF32().run(module, CONTEXT);

        assertEquals(isJudged, IrText.print(module).contains("0x20800000:f32"), IrText.print(module));
    }

    @ParameterizedTest
    @EnumSource(value = AluOp.class, names = "F[OU](EQ|NE|LT|LE|GT|GE)", mode = EnumSource.Mode.MATCH_ALL)
    @Rule({"B-038", "A-039"})
    void comparesWithZeroWithoutAFlush(AluOp op) {
        for (boolean isFirst : new boolean[] {false, true}) {
            String operands = isFirst ? "0x80000000:f32, v3" : "v3, 0x0:f32";
            IrModule module = module("0xc0", "v8: b1 = %s %s%n  v6: i32 = select v8, 0x1:i32, 0x0:i32".formatted(op.name().toLowerCase(Locale.ROOT), operands));

            new DenormalF32().run(module, CONTEXT);

            assertEquals(1, selects(module), IrText.print(module));
            for (float number : new float[] {0, -0f, Float.MIN_VALUE, -Float.MIN_VALUE, Math.nextDown(Float.MIN_NORMAL), -Float.MIN_NORMAL,
                Float.MIN_NORMAL, 1, -1, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
                float read = Math.abs(number) < Float.MIN_NORMAL ? 0 : number;
                boolean expected = holds(op.name(), isFirst ? 0 : read, isFirst ? read : 0);
                assertEquals(expected ? 1 : 0, JavaHost.word(module, Float.floatToRawIntBits(number), 0, 0), op + " " + number + " first " + isFirst);
            }
        }
    }

    private static boolean holds(String op, float a, float b) {
        boolean isUnordered = Float.isNaN(a) || Float.isNaN(b);
        return isUnordered ? op.startsWith("FU") : switch (op.substring(2)) {
            case "EQ" -> a == b;
            case "NE" -> a != b;
            case "LT" -> a < b;
            case "LE" -> a <= b;
            case "GT" -> a > b;
            default -> a >= b;
        };
    }

    /** What goes round a loop is flushed where it is made, and not again where it is read. */
    @ParameterizedTest
    @CsvSource({"0x3f800000:f32, false", "0x00000001:f32, true", "v2, true"})
    @Rule("A-039")
    void knowsWhatComesRoundALoop(String start, boolean isFlushedWhereRead) {
        IrModule module = IrText.parse("""
                module compute wave=32 float_mode=0xc0
                block b0
                  v1: i32 = user_data dword=0
                  v2: f32 = bitcast v1
                  v7: f32 = bitcast %1$s
                  v8: i32 = bitcast v7
                  jump b1
                block b1
                  v3: i32 = phi b0(v8) b1(v6)
                  v4: f32 = bitcast v3
                  v5: f32 = fadd v4, v4
                  v6: i32 = bitcast v5
                  v9: b1 = ine v6, 0x0:i32
                  branch v9 b1 b2
                block b2
                  lds.store 0x0:i32 data(v6) element=32x1
                  return
                """.formatted(start));

        new DenormalF32().run(module, CONTEXT);

        assertEquals(!isFlushedWhereRead, IrText.print(module).contains("fadd v4, v4"), IrText.print(module));
    }

    private static final HostFacts FLUSHING = new HostFacts(HostDriver.of("radv", "Mesa 26.2.4", 0x1002, 0x164e, "AMD"), 32, 32768, 1024,
            EnumSet.of(HostFeature.DENORM_FLUSH_32));

    @ParameterizedTest
    @CsvSource({"fadd v3^ v4", "fmul v3^ v4", "fma v3^ v4^ v5", "fmin v3^ v4", "fmax3 v3^ v4^ v5", "fmed3 v3^ v4^ v5"})
    @Rule("B-032")
    void leavesTheFlushToAHostThatDoesItAlike(String operation) {
        IrModule module = module("0xc0", "v6: f32 = " + operation.replace('^', ','));

        new DenormalF32().run(module, CONTEXT.with(FLUSHING));

        String text = IrText.print(module);
        assertTrue(text.startsWith("module compute wave=32 float_mode=0xc0 denorm_flush_32"), text);
        assertEquals(0, selects(module), text);
    }

    @ParameterizedTest
    @CsvSource({"0xc0, host.denormals.f32, false, radv", "0xf0, host.denormals.f32, true, radv", "0xc0, other, true, llvmpipe"})
    @Rule("B-032")
    void asksNoHostToFlushInOtherModesOrWhereItMayDoItInAnotherWay(String mode, String id, boolean on, String driver) {
        IrModule module = module(mode, "v6: f32 = fadd v3, v4");

        new DenormalF32().run(module, CONTEXT.with(FLUSHING.withDriver(HostDriver.of(driver, "", 0, 0, ""))).with(id, on));

        assertFalse(IrText.print(module).contains("denorm_flush_32"));
    }

    /** On a host whose own clamp would flush. */
    @ParameterizedTest
    @CsvSource({"0000002c, 0000002c", "3f000000, 3f000000", "40000000, 3f800000", "bf800000, 00000000", "80000001, 00000000", "7fc00001, 00000000",
        "ffc00001, 00000000"})
    @Rule("B-032")
    void keepsTheDenormalsOfClampedQuotients(String quotient, String expected) {
        for (TestContext host : List.of(CONTEXT, CONTEXT.with(FLUSHING))) {
            IrModule module = module("0xc0 dx10_clamp", "v8: f32 = div_fixup v3, v4, v5\n  v6: f32 = fsaturate v8");

            new DenormalF32().run(module, host);

            assertFalse(IrText.print(module).contains("fsaturate"), IrText.print(module));
            assertEquals(expected, "%08x".formatted(JavaHost.word(module, Integer.parseUnsignedInt(quotient, 16), 0x3f800000, 0x3f800000)));
        }
    }

    /** Also behind an output modifier, which the mode may ignore. */
    @Test
    @Rule("B-032")
    void clampsModifiedQuotientsByTheirBits() {
        IrModule module = module("0xc0 ieee dx10_clamp", "v8: f32 = div_fixup v3, v4, v5\n  v20: f32 = fomod v8, 0x40000000:f32\n  v6: f32 = fsaturate v20");

        new DenormalF32().run(module, CONTEXT.with(FLUSHING));

        assertFalse(IrText.print(module).contains("fsaturate"), IrText.print(module));
    }

    /** The rule's own rows, in every mode. */
    @ParameterizedTest
    @CsvSource({"3f800001, 3f800001, bf800002, 00000000", "00000000, 7fc00001, 3f800000, 3f800000", "00000001, 3f800000, 00000000, 00000000",
        "00000000, 3f800000, 80000000, 00000000", "80800000, 3f000000, 80000000, 80000000", "3f7ffffe, 00800001, 00000000, 00000000",
        "40000000, 40400000, 3f800000, 40e00000", "3f800000, 00800000, 80000001, 00800000", "3f800000, 00800001, 80800000, 00000000"})
    @Rule("B-024")
    void flushesSeparatelyRoundedSumsInEveryMode(String a, String b, String c, String expected) {
        for (String mode : new String[] {"0xc0", "0xd0", "0xe0", "0xf0"}) {
            assertEquals(expected, "%08x".formatted(separate(mode, CONTEXT, a, b, c)), mode);
        }
    }

    @Test
    @Rule("B-024")
    void looksAtTheRoundedProductWhenAsked() {
        TestContext rounded = CONTEXT.with("pass.float.denormal.f32.mad-legacy.after-rounding", true);

        assertEquals(0x00800000, separate("0xc0", rounded, "3f7ffffe", "00800001", "00000000"));
        assertEquals(0, separate("0xc0", rounded, "3f7fffff", "00800000", "00000000"));
    }

    private static int separate(String mode, TestContext context, String a, String b, String c) {
        IrModule module = module(mode, "v6: f32 = fmad_legacy v3, v4, v5");
        new DenormalF32().run(module, context);
        return JavaHost.word(module, Integer.parseUnsignedInt(a, 16), Integer.parseUnsignedInt(b, 16), Integer.parseUnsignedInt(c, 16));
    }

    /** The rule's own rows; by itself the operation is the host's. */
    @ParameterizedTest
    @CsvSource({"0xf0, 3f800001, 3f800001, bf800002, 00000000", "0xf0, 3f7ffffe, 00800001, 00000000, 00800000",
        "0xf0, 3f7fffff, 00800000, 00000000, 00000000", "0xf2, 3f800000, 00000000, 80000000, 80000000",
        "0xf0, 3f800000, 00000000, 80000000, 00000000", "0xf0, 00000001, 3f800000, 00800000, 00800000"})
    @Rule("B-025")
    void flushesOtherSeparateSumsWhenTheyAreToBeExact(String mode, String a, String b, String c, String expected) {
        IrModule plain = module(mode, "v6: f32 = fmad v3, v4, v5");
        IrModule exact = module(mode, "v6: f32 = fmad v3, v4, v5");

        assertFalse(new DenormalF32().run(plain, CONTEXT));
        assertTrue(new DenormalF32().run(exact, CONTEXT.with("pass.float.mad-separate.exact", true)));

        assertEquals(expected, "%08x".formatted(JavaHost.word(exact, Integer.parseUnsignedInt(a, 16), Integer.parseUnsignedInt(b, 16),
                Integer.parseUnsignedInt(c, 16))));
    }
}
