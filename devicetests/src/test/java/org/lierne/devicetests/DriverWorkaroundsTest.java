package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.gpu.GpuDevices;
import org.lierne.recompiler.program.ShaderCorpus.Machine;
import org.lierne.testing.Rule;

/**
 * Workarounds for drivers that do not run here, switched on: programs give what they do without, in the form that the rule asks for. Expected
 * values stand in the rules or follow from them (derived).
 */
@Tag("gpu")
final class DriverWorkaroundsTest {
    private static final String COMPARE = "quirk.driver.amd-windows.ordered-compare";
    private static final String MUL16 = "quirk.driver.amd-windows.mul16";
    private static final String LDS_ORDER = "quirk.driver.amd-windows.wave-lds-order";
    private static final int LANES = 32;
    private static final int NAN = 0x7fc00000;
    private static final int INFINITE = 0x7f800000;

    private static int[] lanes(int count, IntUnaryOperator value) {
        int[] words = new int[count];
        Arrays.setAll(words, value);
        return words;
    }

    /** Every third lane is a NaN; the rest are 2, which is neither 1 nor an infinity. */
    @ParameterizedTest
    @Rule("B-036")
    @CsvSource({"v_cmp_lg_f32_e32 vcc_lo, 1.0", "v_cmp_gt_f32_e32 vcc_lo, 0x7f800000", "v_cmp_lt_f32_e32 vcc_lo, 0xff800000"})
    void comparisonsThatFeedABallotAreFalseForNaNs(String head, String tail) {
        int numbers = 0;
        for (int lane = 0; lane < LANES; lane++) {
            numbers |= lane % 3 == 0 ? 0 : 1 << lane;
        }

        SmallProgram.of(LANES, "v_lshlrev_b32_e32 v2, 2, v0", "buffer_load_dword v3, v2, s[4:7], 0 offen", "s_waitcnt vmcnt(0)",
                head + ", " + tail + ", v3", "v_mov_b32_e32 v1, vcc_lo").withInput(lanes(LANES, lane -> lane % 3 == 0 ? NAN + lane : 0x40000000))
                .with(Map.of(COMPARE, true)).gives(lanes(LANES, numbers));
    }

    private static int[] lanes(int count, int value) {
        return lanes(count, _ -> value);
    }

    /** The rule's own product, 0xffff by itself, into a register that is zero; what lies above a factor's half takes no part. */
    @ParameterizedTest
    @Rule("B-037")
    @CsvSource(delimiter = ';', textBlock = """
            v_mul_lo_u16 v1, v3, v3;                                          0000ffff; 00000001
            v_mul_lo_u16 v1, v3, v3;                                          00a5ffff; 00000001
            v_and_b32_e32 v3, 0xffff, v3 | v_mul_lo_u16 v1, v3, v3;           7fa5ffff; 00000001
            v_bfe_u32 v3, v3, 0, 16 | v_mul_lo_u16 v1, v3, v3;                7fa5ffff; 00000001
            v_and_b32_e32 v3, 0xffff, v3 | v_pk_mul_lo_u16 v1, v3, v3;        7fa5ffff; 00000001
            """)
    void productsOfHalvesAreCutAndTheirFactorsReadWithTwentyFourBits(String lines, String factor, String product) {
        List<String> all = new ArrayList<>(List.of("v_lshlrev_b32_e32 v2, 2, v0", "buffer_load_dword v3, v2, s[4:7], 0 offen", "v_mov_b32_e32 v1, 0",
                "s_waitcnt vmcnt(0)"));
        all.addAll(List.of(lines.split(" \\| ")));
        SmallProgram program = SmallProgram.of(LANES, all).withInput(lanes(LANES, (int) Long.parseLong(factor, 16))).with(Map.of(MUL16, true));

        program.gives(lanes(LANES, (int) Long.parseLong(product, 16)));

        String text = program.module();
        String factors = text.replaceFirst("(?s).*OpIMul %uint (%\\S+) .*", "$1");
        assertTrue(text.contains(factors + " = OpBitFieldUExtract ") && text.lines().anyMatch(line -> line.contains(factors + " = ")
                && line.endsWith(" %uint_0 %uint_24")), "the field read was folded away\n" + text);
    }

    /** Each of four waves sums up its lanes' numbers; two of them double the sum in a branch that the others leave out. */
    @Test
    @Rule("C-066")
    void wavesSumUpInLdsWithoutABarrier() {
        int threads = 4 * LANES;
        List<String> lines = new ArrayList<>(List.of("v_lshlrev_b32_e32 v2, 2, v0", "v_add_nc_u32_e32 v3, 1, v0", "ds_write_b32 v2, v3",
                "v_and_b32_e32 v4, 31, v0", "v_lshrrev_b32_e32 v7, 5, v0", "v_readfirstlane_b32 s9, v7"));
        for (int half = LANES / 2; half > 0; half /= 2) {
            lines.addAll(List.of("v_cmp_gt_u32_e32 vcc_lo, " + half + ", v4", "s_and_saveexec_b32 s8, vcc_lo", "ds_read_b32 v5, v2 offset:" + 4 * half,
                    "ds_read_b32 v6, v2", "s_waitcnt lgkmcnt(0)", "v_add_nc_u32_e32 v5, v5, v6", "ds_write_b32 v2, v5", "s_mov_b32 exec_lo, s8"));
        }
        lines.addAll(List.of("s_bitcmp1_b32 s9, 0", "s_cbranch_scc0 done", "v_cmp_eq_u32_e32 vcc_lo, 0, v4", "s_and_saveexec_b32 s8, vcc_lo",
                "ds_read_b32 v5, v2", "s_waitcnt lgkmcnt(0)", "v_add_nc_u32_e32 v5, v5, v5", "ds_write_b32 v2, v5", "s_mov_b32 exec_lo, s8", "done:",
                "v_lshlrev_b32_e32 v7, 7, v7", "ds_read_b32 v1, v7", "s_waitcnt lgkmcnt(0)"));
        SmallProgram program = SmallProgram.of(LANES, lines).withThreads(threads).with(Map.of(LDS_ORDER, true));

        int[] sums = lanes(threads, thread -> {
            int wave = thread / LANES;
            int sum = LANES * (LANES + 1) / 2 + wave * LANES * LANES;
            return wave % 2 == 0 ? sum : 2 * sum;
        });
        assertEquals("", program.run(Machine.INTERPRETER, 0, sums));
        GpuDevices devices = Wiring.devices();
        // Waves that are spread over subgroups have no such order (buffer.spread-waves).
        if (devices != null && devices.list().getFirst().subgroups().size() >= LANES) {
            assertEquals("", program.runOnDevice(sums));
        }

        String text = program.module();
        assertTrue(text.contains("OpMemoryBarrier %uint_3 "), text);
        assertFalse(text.contains("OpControlBarrier %uint_3 "), text);
    }

    @Test
    void areOffOnOtherDrivers() {
        SmallProgram program = SmallProgram.of(LANES, "v_mul_lo_u16 v1, v0, v0");

        assertEquals(program.module(), program.with(Map.of(MUL16, false)).module());
    }
}
