package org.lierne.recompiler.core.interpreter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.lierne.recompiler.core.interpreter.OneWave.KEPT;
import static org.lierne.recompiler.core.interpreter.OneWave.TITLES;

import org.junit.jupiter.api.Test;
import org.lierne.testing.Rule;

/** Numbers of the rules, part B and part C: stated by a measurement or derived there from it. */
class FloatRulesTest {
    private static final int[] DENORMALS_16 = {0x30, 0x70, 0xb0, 0xf0};
    private static final int[] DENORMALS_32 = {0xc0, 0xd0, 0xe0, 0xf0};

    private static void f32(String instruction, int mode, boolean ieee, long expected, long... sources) {
        assertEquals(String.format("%08x", expected), String.format("%08x", OneWave.f32(instruction, mode, ieee, sources)),
                () -> String.format("%s mode %02x ieee %s", instruction, mode, ieee));
    }

    private static void f16(String instruction, int mode, boolean ieee, long expected, long... sources) {
        assertEquals(String.format("%04x", expected), String.format("%04x", OneWave.f32(instruction, mode, ieee, sources) & 0xffff),
                () -> String.format("%s mode %02x ieee %s", instruction, mode, ieee));
    }

    private static void f64(String instruction, int mode, boolean ieee, long expected, long... sources) {
        assertEquals(String.format("%016x", expected), String.format("%016x", OneWave.f64(instruction, mode, ieee, sources)),
                () -> String.format("%s mode %02x ieee %s", instruction, mode, ieee));
    }

    @Test
    @Rule("B-016")
    void doubleFmaFlushesBeforeRounding() {
        f64("v_fma_f64 v[8:9], v[0:1], v[2:3], v[4:5]", KEPT, false, 0x0010000000000000L, 0x2000000000000001L, 0x1ffffffffffffffeL, 0);
        f64("v_fma_f64 v[8:9], v[0:1], v[2:3], v[4:5]", 0x30, false, 0, 0x2000000000000001L, 0x1ffffffffffffffeL, 0);
        f64("v_fma_f64 v[8:9], v[0:1], v[2:3], v[4:5]", KEPT, false, 1, 1, 0x3ff0000000000000L, 0);
        f64("v_div_fmas_f64 v[8:9], v[0:1], v[2:3], v[4:5]", 0x30, false, 0x0010000000000001L, 1, 0x3ff0000000000000L, 0x0010000000000000L);
    }

    @Test
    @Rule("B-017")
    void doubleRoundingFlushesByTheFieldsBits() {
        long[] floor = {0x8000000000000000L, 0xbff0000000000000L, 0x8000000000000000L, 0xbff0000000000000L};
        long[] ceil = {0, 0x3ff0000000000000L, 0, 0x3ff0000000000000L};
        long[] fract = {0, 0, 0, 1};
        long[] mantissa = {0, 0x3fe0000000000000L, 0, 0x3fe0000000000000L};
        int[] exponent = {0, -1073, 0, -1073};
        for (int i = 0; i < 4; i++) {
            f64("v_floor_f64_e32 v[8:9], v[0:1]", DENORMALS_16[i], false, floor[i], 0x8000000000000001L);
            f64("v_ceil_f64_e32 v[8:9], v[0:1]", DENORMALS_16[i], false, ceil[i], 1);
            f64("v_fract_f64_e32 v[8:9], v[0:1]", DENORMALS_16[i], false, fract[i], 1);
            f64("v_frexp_mant_f64_e32 v[8:9], v[0:1]", DENORMALS_16[i], false, mantissa[i], 1);
            f32("v_frexp_exp_i32_f64_e32 v9, v[0:1]", DENORMALS_16[i], false, exponent[i] & 0xffffffffL, 1, 0);
        }
    }

    @Test
    @Rule("B-018")
    void doubleProductsAreTinyAfterRounding() {
        for (int mode : DENORMALS_16) {
            f64("v_mul_f64 v[8:9], v[0:1], v[2:3]", mode, false, 0x0010000000000000L, 0x2000000000000001L, 0x1ffffffffffffffeL);
        }
        long[] product = {0, 0, 0x0010000000000000L, 0x0010000000000000L};
        long[] sum = {0x0010000000000000L, 0, 0x0010000000000000L, 0x000fffffffffffffL};
        for (int i = 0; i < 4; i++) {
            f64("v_mul_f64 v[8:9], v[0:1], v[2:3]", DENORMALS_16[i], false, product[i], 0x0010000000000000L, 0x3fefffffffffffffL);
            f64("v_add_f64 v[8:9], v[0:1], v[2:3]", DENORMALS_16[i], false, sum[i], 0x0010000000000000L, 0x8000000000000001L);
        }
    }

    @Test
    @Rule("B-021")
    void halfLdexpIsTinyBeforeRounding() {
        f16("v_ldexp_f16_e64 v9, v0, v1", 0x30, false, 0, 0x07ff, 0xffff);
        f16("v_ldexp_f16_e64 v9, v0, v1", KEPT, false, 0x0400, 0x07ff, 0xffff);
        long[] kept = {0, 0, 0, 1};
        for (int i = 0; i < 4; i++) {
            f16("v_ldexp_f16_e64 v9, v0, v1", DENORMALS_16[i], false, kept[i], 1, 0);
        }
    }

    @Test
    @Rule("B-022")
    void doubleDivisionFixupFlushesTwoSources() {
        long one = 0x3ff0000000000000L;
        long[] expected = {0x7ff0000000000000L, one, 0x7ff0000000000000L, one};
        for (int i = 0; i < 4; i++) {
            f64("v_div_fixup_f64 v[8:9], v[0:1], v[2:3], v[4:5]", DENORMALS_16[i], false, expected[i], one, 1, one);
            f64("v_div_fixup_f64 v[8:9], v[0:1], v[2:3], v[4:5]", DENORMALS_16[i], false, 1, 1, one, one);
        }
    }

    @Test
    @Rule("B-023")
    void mullitCountsKeptDenormalsAsPositive() {
        f32("v_mullit_f32 v9, v0, v1, v2", KEPT, false, 0x40c00000L, 0x40000000, 0x40400000, 1);
        f32("v_mullit_f32 v9, v0, v1, v2", TITLES, false, 0xff7fffffL, 0x40000000, 0x40400000, 1);
        f32("v_mullit_f32 v9, v0, v1, v2", KEPT, true, 0x7fc12345L, 0x7f812345, 0x3f800000, 0x3f800000);
        f32("v_mullit_f32 v9, v0, v1, v2", KEPT, false, 0x7f812345L, 0x7f812345, 0x3f800000, 0x3f800000);
    }

    @Test
    @Rule("B-024")
    void legacyMadRoundsTwiceAndHidesZeroFactors() {
        String mad = "v_mad_legacy_f32 v9, v0, v1, v2";
        f32(mad, KEPT, false, 0, 0x3f800001, 0x3f800001, 0xbf800002L);
        f32(mad, KEPT, false, 0x3f800000, 0, 0x7fc00001, 0x3f800000);
        f32(mad, KEPT, false, 0, 1, 0x3f800000, 0);
        f32(mad, KEPT, false, 0, 0, 0x3f800000, 0x80000000L);
        f32(mad, KEPT, false, 0x80000000L, 0x80800000L, 0x3f000000, 0x80000000L);
        f32(mad, KEPT, false, 0, 0x3f7ffffe, 0x00800001, 0);
        f32(mad, KEPT, false, 0x7f812345, 0, 0x7fc00001, 0x7f812345);
        f32(mad, KEPT, true, 0x7fc12345, 0, 0x7fc00001, 0x7f812345);
    }

    @Test
    @Rule("B-025")
    void madRoundsTwiceAndFlushesAlways() {
        String mad = "v_mad_f32 v9, v0, v1, v2";
        f32(mad, KEPT, false, 0, 0x3f800001, 0x3f800001, 0xbf800002L);
        f32(mad, KEPT, false, 0x00800000, 0x3f7ffffe, 0x00800001, 0);
        f32(mad, KEPT, false, 0, 0x3f7fffff, 0x00800000, 0);
        f32(mad, KEPT, false, 0xffc00000L, 0x7f800000, 0, 0x7fc12345);
        f32(mad, KEPT | 2, false, 0x80000000L, 0x3f800000, 0, 0x80000000L);
        f32(mad, KEPT, false, 0, 0x3f800000, 0, 0x80000000L);
    }

    @Test
    @Rule("B-026")
    void mixedHalvesAreRoundedOnceByTheHalfField() {
        String mix = "v_fma_mixlo_f16 v9, v0, v1, v2";
        f16(mix, KEPT, false, 0x8001, 0xbfc00000L, 0x33800000, 0x00800000);
        f16(mix, KEPT | 2 << 2, false, 0x8002, 0xbfc00000L, 0x33800000, 0x00800000);
        f16(mix, 0x30, false, 0x8000, 0xbfc00000L, 0x33800000, 0x00800000);
        f16(mix, KEPT, false, 0x7c00, 0x477ff000, 0x3f800000, 0);
        f16(mix, KEPT | 3 << 2, false, 0x7bff, 0x477ff000, 0x3f800000, 0);
        f16(mix, KEPT | 1 << 2, false, 0xfbff, 0xc77ff000L, 0x3f800000, 0);
        f16(mix, KEPT | 2 << 2, false, 0x8000, 0x3f800000, 0x3f800000, 0xbf800000L);
    }

    @Test
    @Rule("B-027")
    void nanResultsAreTheFirstNanSource() {
        for (boolean ieee : new boolean[] {false, true}) {
            long quieted = ieee ? 0x7fc12345L : 0x7f812345L;
            f32("v_add_f32_e32 v9, v0, v1", KEPT, ieee, quieted, 0x7f812345, 0x7fc00001);
            f32("v_sub_f32_e32 v9, v0, v1", KEPT, ieee, quieted | 0x80000000L, 0x3f800000, 0x7f812345);
            f32("v_subrev_f32_e32 v9, v0, v1", KEPT, ieee, quieted | 0x80000000L, 0x7f812345, 0x3f800000);
            f32("v_add_f32_e32 v9, v0, v1", KEPT, ieee, 0xffc00000L, 0x7f800000, 0xff800000L);
            f32("v_fma_f32 v9, v0, v1, v2", KEPT, ieee, 0xffc00000L, 0x7f800000, 0, 0x7fc12345);
            f32("v_mul_legacy_f32_e32 v9, v0, v1", KEPT, ieee, 0, 0, 0x7fc00001);
            f16("v_fma_f16 v9, v0, v1, v2", KEPT, ieee, 0xfe00, 0x7c00, 0, 0x7c01);
            f16("v_cvt_f16_f32_e32 v9, v0", KEPT, ieee, 0x7e09, 0x7f812345);
            f16("v_fma_mixlo_f16 v9, v0, v1, v2", KEPT, ieee, 0x7e09, 0x7f812345, 0x3f800000, 0);
            f32("v_fma_mix_f32 v9, v0, v1, v2", KEPT, ieee, quieted, 0x7f812345, 0x3f800000, 0);
            f32("v_div_scale_f32 v9, s0, v0, v1, v2", KEPT, ieee, 0x7f812345, 0x7f812345, 0x7f812345, 0x3f800000);
        }
    }

    @Test
    @Rule("B-028")
    void halfProductsAreTinyAfterRounding() {
        long[] first = {0, 0, 0x0400, 0x0400};
        long[] second = {0, 0x0400, 0, 0x0400};
        for (int i = 0; i < 4; i++) {
            f16("v_mul_f16_e32 v9, v0, v1", DENORMALS_16[i], false, first[i], 0x3bff, 0x0400);
            f16("v_mul_f16_e32 v9, v0, v1", DENORMALS_16[i], false, second[i], 0x3c01, 0x03ff);
            f16("v_fma_f16 v9, v0, v1, v2", DENORMALS_16[i], false, 0x8400, 0x0400, 0x0400, 0x8400);
        }
    }

    @Test
    @Rule("B-029")
    void halfUnaryInstructionsFlushByTheFieldsBits() {
        long[] ceil = {0, 0x3c00, 0, 0x3c00};
        long[] widened = {0, 0x33800000, 0, 0x33800000};
        long[] fract = {0, 0, 0, 1};
        long[] exponent = {0, 0xffe9, 0, 0xffe9};
        for (int i = 0; i < 4; i++) {
            f16("v_ceil_f16_e32 v9, v0", DENORMALS_16[i], false, ceil[i], 1);
            f32("v_cvt_f32_f16_e32 v9, v0", DENORMALS_16[i], false, widened[i], 1);
            f16("v_fract_f16_e32 v9, v0", DENORMALS_16[i], false, fract[i], 1);
            f16("v_frexp_exp_i16_f16_e32 v9, v0", DENORMALS_16[i], false, exponent[i], 1);
        }
    }

    @Test
    @Rule("B-030")
    void halfDivisionFixupFlushesTwoSources() {
        long[] expected = {0x7c00, 0x3c00, 0x7c00, 0x3c00};
        for (int i = 0; i < 4; i++) {
            f16("v_div_fixup_f16 v9, v0, v1, v2", DENORMALS_16[i], false, expected[i], 0x3c00, 1, 0x3c00);
            f16("v_div_fixup_f16 v9, v0, v1, v2", DENORMALS_16[i], false, 1, 1, 0x3c00, 0x3c00);
        }
    }

    @Test
    @Rule("B-031")
    void packedHalvesFollowTheScalarRules() {
        f16("v_pk_fma_f16 v9, v0, v1, v2", KEPT, false, 0xfe00, 0x7c00, 0, 0x7e01);
        long[] expected = {0xfe00, 0x7c00, 0xfe00, 0x7c00};
        for (int i = 0; i < 4; i++) {
            f16("v_pk_fma_f16 v9, v0, v1, v2", DENORMALS_16[i], false, expected[i], 0x7c00, 1, 0x3c00);
        }
        f16("v_pk_max_f16 v9, v0, v1", KEPT, true, 0x7e01, 0x7c01, 0x3c00);
        f16("v_pk_max_f16 v9, v0, v1", KEPT, false, 0x3c00, 0x7c01, 0x3c00);
        f16("v_pk_max_f16 v9, v0, v1", KEPT, true, 0x3c00, 0x7e01, 0x3c00);
        f16("v_pk_add_f16 v9, v0, v1", KEPT, true, 0x7e01, 0x7c01, 0x3c00);
        f16("v_pk_add_f16 v9, v0, v1", KEPT, false, 0x7c01, 0x7c01, 0x3c00);
    }

    @Test
    @Rule("B-032")
    void singleProductsAreTinyAfterRounding() {
        String mul = "v_mul_f32_e32 v9, v0, v1";
        f32(mul, TITLES, false, 0x00800000, 0x3f7ffffe, 0x00800001);
        f32(mul, TITLES, false, 0, 0x3f7fffff, 0x00800000);
        long[] up = {0x00800000, 0x00800000, 0, 0};
        long[] down = {0x80800000L, 0x80000000L, 0x80800000L, 0x80000000L};
        long[] little = {0, 0x00800000, 0, 0};
        for (int r = 0; r < 4; r++) {
            f32(mul, TITLES | r, false, up[r], 0x3f7ffffe, 0x00800001);
            f32(mul, TITLES | r, false, down[r], 0xbf7ffffeL, 0x00800001);
            f32(mul, TITLES | r, false, 0, 0x3f7fffff, 0x00800000);
            f32(mul, TITLES | r, false, little[r], 0x3f7ff4ae, 0x008005a9);
            f32(mul, TITLES | r, false, r == 2 ? 0x80800000L : 0x80000000L, 0xbf7ff4aeL, 0x008005a9);
        }
        f32("v_fma_f32 v9, v0, v1, v2", TITLES, false, 0, 0x3f7fffff, 0x00800000, 0);
        f32("v_fma_f32 v9, v0, v1, v2", TITLES, false, 0x00ffffff, 0x1fffffff, 0x1fffffff, 0x00800000);
        long[] mixed = {0, 0x00800000, 0x00800001};
        for (int i = 0; i < 3; i++) {
            f32("v_fma_mix_f32 v9, v0, v1, v2 op_sel_hi:[1,0,0]", TITLES, false, mixed[i], 0x3bff, 0x00801001 + i, 0);
        }
    }

    @Test
    @Rule("B-034")
    void singleLdexpFlushesByTheFieldsBits() {
        String ldexp = "v_ldexp_f32 v9, v0, v1";
        for (int r = 0; r < 4; r++) {
            f32(ldexp, 0xd0 | r, false, 0, 0x3fffffff, -127);
            f32(ldexp, 0xe0 | r, false, r < 2 ? 0x00800000 : 0x007fffff, 0x3fffffff, -127);
        }
        long[] doubled = {0, 0, 0, 2};
        for (int i = 0; i < 4; i++) {
            f32(ldexp, DENORMALS_32[i], false, doubled[i], 1, 1);
        }
        long[] overflow = {0x7f800000, 0x7f800000, 0x7f7fffff, 0x7f7fffff};
        for (int r = 0; r < 4; r++) {
            f32(ldexp, KEPT | r, false, overflow[r], 0x7f7fffff, 1);
        }
    }

    @Test
    @Rule({"B-038", "B-039", "A-018"})
    void comparesFlushTheirInputs() {
        boolean[] equal = {true, false, true, false};
        for (int i = 0; i < 4; i++) {
            assertEquals(equal[i], holds("v_cmp_eq_f32_e32 vcc_lo, v0, v1", DENORMALS_32[i], 1, 0x80000000L));
            assertEquals(!equal[i], holds("v_cmp_gt_f32_e32 vcc_lo, v0, v1", DENORMALS_32[i], 1, 0x80000000L));
            assertEquals(equal[i], holds("v_cmp_eq_f16_e32 vcc_lo, v0, v1", DENORMALS_16[i], 1, 0x8000));
            OneWave wave = new OneWave(32, "v_cmp_eq_f64_e32 vcc_lo, v[0:1], v[2:3]").mode(DENORMALS_16[i], false, true).pairs(1, 0).run();
            assertEquals(equal[i], (wave.wave.vcc() & 1) != 0);
            wave = new OneWave(32, "v_cmp_class_f64_e32 vcc_lo, v[0:1], v2").mode(DENORMALS_16[i], false, true).pairs(1, 0x80).run();
            assertEquals(1, wave.wave.vcc() & 1);
        }
    }

    private static boolean holds(String compare, int mode, long... sources) {
        return (new OneWave(32, compare).mode(mode, false, true).v(sources).run().wave.vcc() & 1) != 0;
    }

    @Test
    @Rule("B-033")
    void sineAndCosineHaveExactZeros() {
        f32("v_sin_f32_e32 v9, v0", TITLES, false, 0, 0x3f000000);
        f32("v_sin_f32_e32 v9, v0", TITLES, false, 0, 0x3f800000);
        f32("v_cos_f32_e32 v9, v0", TITLES, false, 0, 0x3e800000);
        f32("v_cos_f32_e32 v9, v0", TITLES, false, 0, 0x3f400000);
        f32("v_cos_f32_e32 v9, v0", TITLES, false, 0x3f800000, 0);
    }

    @Test
    @Rule("B-035")
    void logarithmOfOneIsZero() {
        f32("v_log_f32_e32 v9, v0", TITLES, false, 0, 0x3f800000);
        f32("v_log_f32_e32 v9, v0", TITLES, false, 0x40400000, 0x41000000);
        f32("v_log_f32_e32 v9, v0", TITLES, false, 0xff800000L, 0);
    }

    @Test
    @Rule({"B-046", "B-047"})
    void unaryInstructionsQuietUnderIeeeOnly() {
        for (String name : new String[] {"sqrt", "rcp", "rsq", "log", "exp", "sin", "cos", "fract", "floor", "ceil", "trunc", "rndne",
            "rcp_iflag", "frexp_mant"}) {
            f32("v_" + name + "_f32_e32 v9, v0", TITLES, true, 0xffc12345L, 0xff812345L);
            f32("v_" + name + "_f32_e32 v9, v0", TITLES, false, 0xff812345L, 0xff812345L);
            if (!name.equals("rcp_iflag")) {
                f16("v_" + name + "_f16_e32 v9, v0", TITLES, true, 0x7e01, 0x7c01);
                f16("v_" + name + "_f16_e32 v9, v0", TITLES, false, 0x7c01, 0x7c01);
            }
        }
    }

    @Test
    @Rule("B-052")
    void doubleMinimumIgnoresSignallingNan() {
        f64("v_min_f64 v[8:9], v[0:1], v[2:3]", TITLES, false, 0x3ff0000000000000L, 0x7ff0000000000001L, 0x3ff0000000000000L);
        f64("v_min_f64 v[8:9], v[0:1], v[2:3]", TITLES, false, 0x3ff0000000000000L, 0x3ff0000000000000L, 0x7ff0000000000001L);
    }

    @Test
    @Rule({"B-053", "C-014"})
    void outputModifiersNeedFlushedResults() {
        f32("v_cvt_f32_f64_e64 v9, v[0:1] mul:2", TITLES, false, 0x40000000, 0, 0x3ff00000);
        f32("v_cvt_f32_f64_e64 v9, v[0:1] mul:2", TITLES, true, 0x3f800000, 0, 0x3ff00000);
        long[] doubled = {0x40400000, 0x40400000, 0x3fc00000, 0x3fc00000};
        for (int i = 0; i < 4; i++) {
            f32("v_mul_f32_e64 v9, v0, v1 mul:2", DENORMALS_32[i], false, doubled[i], 0x3fc00000, 0x3f800000);
            f32("v_mul_f32_e64 v9, v0, v1 mul:2", DENORMALS_32[i], true, 0x3fc00000, 0x3fc00000, 0x3f800000);
            f32("v_cubema_f32 v9, v0, v1, v2 mul:2", DENORMALS_32[i], false, 0x40800000, 0x3f800000, 0, 0);
            f32("v_cubema_f32 v9, v0, v1, v2 mul:2", DENORMALS_32[i], true, 0x40000000, 0x3f800000, 0, 0);
        }
        f32("v_mul_f32_e64 v9, v0, v1 clamp mul:2", TITLES, false, 0x3f800000, 0x3f400000, 0x3f800000);
    }

    @Test
    @Rule("C-014")
    void outputModifiersOverflowByTheRoundingModeAndFlushBeforeRounding() {
        long[] above = {0x7f800000, 0x7f800000, 0x7f7fffff, 0x7f7fffff};
        long[] below = {0xff800000L, 0xff7fffffL, 0xff800000L, 0xff7fffffL};
        for (int r = 0; r < 4; r++) {
            f32("v_mul_f32_e64 v9, v0, v1 mul:4", TITLES | r, false, above[r], 0x7f000000, 0x3f800000);
            f32("v_mul_f32_e64 v9, v0, v1 mul:2", TITLES | r, false, below[r], 0xff000000L, 0x3f800000);
            f32("v_cubema_f32 v9, v0, v1, v2", TITLES | r, false, above[r], 0x7f000000, 0, 0);
            f32("v_cubema_f32 v9, v0, v1, v2", TITLES | r, false, r == 2 ? 0x80000000L : 0, 0, 0x7fc00000, 0);
            f32("v_mul_f32_e64 v9, v0, v1 div:2", TITLES | r, false, 0, 0x00ffffff, 0x3f800000);
        }
    }

    @Test
    @Rule("C-015")
    void clampTurnsNanIntoZeroUnderDx10Clamp() {
        String max = "v_max_f32_e64 v9, v0, v1 clamp";
        f32(max, TITLES, false, 0, 0x7fc12345, 0x7fc12345);
        assertEquals(0x7fc12345, new OneWave(32, max).mode(TITLES, false, false).v(0x7fc12345, 0x7fc12345).run().lane0(9));
        f32(max, TITLES, false, 0x3f800000, 0x40000000, 0);
        f32(max, TITLES, false, 0, 0xbf800000L, 0xbf800000L);
        String packed = "v_pk_max_f16 v9, v0, v1 clamp";
        f16(packed, TITLES, true, 0, 0x7c01, 0x3c00);
        assertEquals(0x7e01, new OneWave(32, packed).mode(TITLES, true, false).v(0x7c01, 0x3c00).run().lane0(9) & 0xffff);
    }

    @Test
    @Rule("C-016")
    void overflowClampKeepsInfinitiesThatCameIn() {
        overflows("v_rcp_f16_e32 v9, v0", 0x7bff, 0);
        overflows("v_rcp_f16_e32 v9, v0", 0xfbff, 0x8000);
        overflows("v_rsq_f16_e32 v9, v0", 0x7bff, 0);
        overflows("v_log_f16_e32 v9, v0", 0xfbff, 0);
        overflows("v_log_f16_e32 v9, v0", 0x7c00, 0x7c00);
        overflows("v_exp_f16_e32 v9, v0", 0x7bff, 0x4c00);
        overflows("v_exp_f16_e32 v9, v0", 0x7c00, 0x7c00);
        overflows("v_add_f16_e32 v9, v0, v1", 0x7bff, 0x7bff, 0x4c00);
        overflows("v_add_f16_e32 v9, v0, v1", 0x7c00, 0x7c00, 0x3c00);
        overflows("v_mul_f16_e32 v9, v0, v1", 0xfbff, 0xfbff, 0x4000);
        overflows("v_div_fixup_f16 v9, v0, v1, v2", 0x7c00, 0x3c00, 0, 0x3c00);
        overflows("v_div_fixup_f16 v9, v0, v1, v2", 0x7c00, 0x3c00, 0x3c00, 0x7c00);
        overflows("v_div_fixup_f16 v9, v0, v1, v2", 0x7bff, 0x7c00, 0x3c00, 0x3c00);
        f16("v_rcp_f16_e32 v9, v0", KEPT, false, 0x7c00, 0);
        f16("v_add_f16_e32 v9, v0, v1", KEPT, false, 0x7c00, 0x7bff, 0x4c00);
    }

    private static void overflows(String instruction, int expected, long... sources) {
        assertEquals(expected, new OneWave(32, instruction).overflowClamp().v(sources).run().lane0(9) & 0xffff, instruction);
    }

    @Test
    @Rule("C-017")
    void conversionsToHalfFollowTheHalfRounding() {
        conversion(0x387fffff, new int[] {0x400, 0x400, 0x3ff, 0x3ff}, new int[] {0x400, 0x400, 0, 0});
        conversion(0xb87fffffL, new int[] {0x8400, 0x83ff, 0x8400, 0x83ff}, new int[] {0x8400, 0x8000, 0x8400, 0x8000});
        conversion(0x387fe000, new int[] {0x400, 0x400, 0x3ff, 0x3ff}, new int[] {0, 0, 0, 0});
        conversion(0x33000000, new int[] {0, 1, 0, 0}, new int[] {0, 0, 0, 0});
        conversion(0x477ff000, new int[] {0x7c00, 0x7c00, 0x7bff, 0x7bff}, new int[] {0x7c00, 0x7c00, 0x7bff, 0x7bff});
        conversion(0xbf803000L, new int[] {0xbc02, 0xbc01, 0xbc02, 0xbc01}, new int[] {0xbc02, 0xbc01, 0xbc02, 0xbc01});
        int[] unsigned = {0x6800, 0x6801, 0x6800, 0x6800};
        int[] largest = {0x7c00, 0x7c00, 0x7bff, 0x7bff};
        int[] signed = {0xe800, 0xe800, 0xe801, 0xe800};
        for (int r = 0; r < 4; r++) {
            f16("v_cvt_f16_u16_e32 v9, v0", KEPT | r << 2, false, unsigned[r], 2049);
            f16("v_cvt_f16_u16_e32 v9, v0", KEPT | r << 2, false, largest[r], 65535);
            f16("v_cvt_f16_i16_e32 v9, v0", KEPT | r << 2, false, signed[r], -2049);
        }
    }

    private static void conversion(long source, int[] kept, int[] flushed) {
        for (int r = 0; r < 4; r++) {
            f16("v_cvt_f16_f32_e32 v9, v0", KEPT | r << 2, false, kept[r], source);
            f16("v_cvt_f16_f32_e32 v9, v0", 0x30 | r << 2, false, flushed[r], source);
        }
    }

    @Test
    @Rule("C-018")
    void packingFlushesByTheHalfField() {
        long[] converted = {0x3c000000, 0x3c000000, 0x3c000001, 0x3c000001};
        long[] packed = {0x80000000L, 0x80010001L, 0x80000000L, 0x80010001L};
        for (int i = 0; i < 4; i++) {
            f32("v_cvt_pkrtz_f16_f32_e32 v9, v0, v1", DENORMALS_16[i], false, converted[i], 0x33800000, 0x3f800000);
            f32("v_pack_b32_f16 v9, v0, v1", DENORMALS_16[i], false, packed[i], 1, 0x8001);
        }
    }

    @Test
    @Rule({"B-040", "C-024"})
    void ldsFloatAtomicsFollowTheirOwnRule() {
        atomic("ds_add_rtn_f32 v9, v0, v1", KEPT, 0x3f800000, 0x7f812345, 0x7fc12345);
        atomic("ds_add_rtn_f32 v9, v0, v1", TITLES, 0x7f800000, 0xff800000L, 0xffc00000L);
        long[] sums = {0, 0, 0, 2};
        for (int i = 0; i < 4; i++) {
            atomic("ds_add_rtn_f32 v9, v0, v1", DENORMALS_32[i], 1, 1, sums[i]);
        }
        atomic("ds_add_rtn_f32 v9, v0, v1", KEPT | 1, 0x3f800000, 0x33800000, 0x3f800000);
        atomic("ds_min_rtn_f32 v9, v0, v1", TITLES, 0x80000001L, 0x3f800000, 0x80000000L);
        atomic("ds_min_rtn_f32 v9, v0, v1", KEPT, 0x80000001L, 0x3f800000, 0x80000001L);
        atomic("ds_max_rtn_f32 v9, v0, v1", KEPT, 0, 0x80000000L, 0);
        atomic("ds_min_rtn_f32 v9, v0, v1", KEPT, 0x7fc00001, 0x3f800000, 0x3f800000);
        atomic("ds_min_rtn_f32 v9, v0, v1", KEPT, 0x7f800001, 0x7fc00005, 0x7fc00001);
        atomic("ds_cmpst_rtn_f32 v9, v0, v1, v2", TITLES, 1, 0x80000002L, 0x40000000);
    }

    /** Runs an atomic on LDS dword 0 with v1 the data (v2 = 0x40000000) and checks memory and the returned value. */
    private static void atomic(String instruction, int mode, long old, long data, long expected) {
        OneWave wave = new OneWave(32, instruction).mode(mode, false, true).v(0, data, 0x40000000);
        wave.wave.exec(1);
        java.nio.ByteBuffer lds = java.nio.ByteBuffer.wrap(wave.group.lds).order(java.nio.ByteOrder.LITTLE_ENDIAN);
        lds.putInt(0, (int) old);

        wave.run();

        assertEquals(String.format("%08x", expected), String.format("%08x", lds.getInt(0)), instruction);
        assertEquals((int) old, wave.lane0(9), instruction);
    }

    @Test
    @Rule("C-049")
    void byteConversionsTakeTheirByteAfterSelection() {
        f32("v_cvt_f32_ubyte1_sdwa v9, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1", KEPT, false, 0x43000000, 0x80f1e2d3L);
        f32("v_cvt_f32_ubyte2_sdwa v9, sext(v0) dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1", KEPT, false, 0x437f0000, 0x80f1e2d3L);
        f32("v_cvt_f32_ubyte3_sdwa v9, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_0", KEPT, false, 0, 0x80f1e2d3L);
        f32("v_cvt_f32_ubyte1_sdwa v9, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD", KEPT, false, 0x43620000, 0x80f1e2d3L);
    }
}
