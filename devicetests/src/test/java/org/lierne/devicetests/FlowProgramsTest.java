package org.lierne.devicetests;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.testing.Rule;

/** Control flow in small programs, on interpreter and device. Expected values are worked out from the rules' text (derived). */
@Tag("gpu")
final class FlowProgramsTest {
    private static int[] every(int lanes, int value) {
        int[] all = new int[lanes];
        Arrays.fill(all, value);
        return all;
    }

    /** The link is the place behind the call; a callee behind the end runs and comes back. */
    @Test
    @Rule({"C-046", "C-043", "C-044"})
    void callsNestAndFollowEachOther() {
        for (int lanes : new int[] {32, 64}) {
            SmallProgram.of(lanes, "v_mov_b32_e32 v1, 1", "s_call_b64 s[8:9], double", "s_call_b64 s[8:9], outer",
                    "v_add_nc_u32_e32 v1, 0x100, v1", "behind:",
                    "double:", "v_lshlrev_b32_e32 v1, 1, v1", "s_setpc_b64 s[8:9]",
                    "outer:", "s_call_b64 s[10:11], inner", "v_add_nc_u32_e32 v1, 0x10, v1", "s_setpc_b64 s[8:9]",
                    "inner:", "v_mul_u32_u24_e32 v1, 3, v1", "s_setpc_b64 s[10:11]").gives(every(lanes, 0x116));
        }
    }

    /** Three instructions behind the swap lie the callee's: getpc gives 4 more than its own place. */
    @Test
    @Rule("C-034")
    void swapsGoWhereTheCodeSays() {
        for (int lanes : new int[] {32, 64}) {
            SmallProgram.of(lanes, "s_getpc_b64 s[10:11]", "s_add_u32 s10, s10, 32", "s_addc_u32 s11, s11, 0",
                    "s_swappc_b64 s[8:9], s[10:11]", "s_cmp_lg_u32 s8, 0", "s_cselect_b32 s12, 8, 16", "v_add_nc_u32_e32 v1, s12, v1",
                    "s_branch end", "s_nop 0", "v_mov_b32_e32 v1, 3", "s_setpc_b64 s[8:9]").gives(every(lanes, 11));
        }
    }

    @Test
    @Rule("C-034")
    void swapsWithoutADestinationJump() {
        SmallProgram.of(64, "v_mov_b32_e32 v1, 1", "s_getpc_b64 s[10:11]", "s_add_u32 s10, s10, 16", "s_addc_u32 s11, s11, 0",
                "s_swappc_b64 null, s[10:11]", "v_mov_b32_e32 v1, 2", "v_add_nc_u32_e32 v1, 4, v1").gives(every(64, 5));
    }

    /** The rule's EXEC values: how often the body runs, which half is active in each pass, and that EXEC is whole again. */
    @Test
    @Rule("A-011")
    void subvectorLoopsRunHalfByHalf() {
        long[] masks = {0, 0x00000000_ffffffffL, 0xffffffff_00000000L, -1L, 0x00000001_00000001L};
        for (long mask : masks) {
            boolean low = (int) mask != 0;
            boolean high = mask >>> 32 != 0;
            int[] expected = new int[64];
            for (int lane = 0; lane < 64; lane++) {
                boolean active = (mask >>> lane & 1) != 0;
                int pass = lane < 32 ? 1 : low ? 2 : 1;
                int passes = (low ? 1 : 0) + (high ? 1 : 0);
                expected[lane] = (active ? pass : 0) + (active ? 0x10 : 0) + 0x100 * passes;
            }
            List<String> lines = new ArrayList<>(List.of("v_mov_b32_e32 v1, 0", "s_mov_b32 s10, 0",
                    "s_mov_b32 exec_lo, 0x%x".formatted((int) mask), "s_mov_b32 exec_hi, 0x%x".formatted((int) (mask >>> 32)),
                    "s_subvector_loop_begin s8, over", "body:", "s_add_u32 s10, s10, 1", "v_mov_b32_e32 v1, s10",
                    "s_subvector_loop_end s8, body", "over:", "v_add_nc_u32_e32 v1, 0x10, v1", "s_mov_b64 exec, -1",
                    "s_lshl_b32 s10, s10, 8", "v_add_nc_u32_e32 v1, s10, v1"));
            SmallProgram.of(64, lines).gives(expected);
        }
    }

    /** Lanes leave the loop after one to four rounds, each with what it computed in its last one. */
    @Test
    void lanesKeepWhatTheyComputedBeforeTheyLeft() {
        int[] expected = new int[32];
        for (int lane = 0; lane < 32; lane++) {
            expected[lane] = lane;
        }
        SmallProgram.of(32, "v_and_b32_e32 v4, 3, v0", "top:", "v_add_nc_u32_e32 v1, v0, v4", "v_cmp_lt_u32_e32 vcc_lo, 0, v4",
                "s_and_b32 exec_lo, exec_lo, vcc_lo", "v_subrev_nc_u32_e32 v4, 1, v4", "s_cbranch_execnz top", "s_mov_b32 exec_lo, -1")
                .gives(expected);
    }

    /** A window of v4 to v10, holding 4 to 10; v0 is the lane's number. M0 by lane would be no M0, so one program an index. */
    @Test
    @Rule("C-045")
    void relativeReadsAndWritesStayInTheirWindow() {
        int[] indices = {0, 6, 7, -1};
        for (int index : indices) {
            List<String> lines = new ArrayList<>();
            for (int i = 4; i <= 10; i++) {
                lines.add("v_mov_b32_e32 v%d, %d".formatted(i, i));
            }
            lines.addAll(List.of("s_mov_b32 m0, s4", "s_mov_b32 m0, 0x%x".formatted(index)));
            List<String> reading = new ArrayList<>(lines);
            reading.add("v_movrels_b32_e32 v1, v4");
            int[] read = new int[32];
            for (int lane = 0; lane < 32; lane++) {
                read[lane] = index >= 0 && index <= 6 ? 4 + index : lane;
            }
            SmallProgram.of(32, reading).givesOnDevice(read);

            List<String> writing = new ArrayList<>(lines);
            writing.addAll(List.of("v_mov_b32_e32 v1, 0", "v_movreld_b32_e32 v4, 1"));
            for (int i = 4; i <= 10; i++) {
                writing.add("v_add_nc_u32_e32 v1, v1, v%d".formatted(i));
            }
            SmallProgram.of(32, writing).givesOnDevice(every(32, index >= 0 && index <= 6 ? 49 - (4 + index) + 1 : 49));
        }
    }

    /** M0 comes from the buffer, so that no index is known when the program is translated; half of the lanes do not take part. */
    @Test
    @Rule("C-045")
    void relativeMovesFollowM0() {
        int[] indices = {0, 1, 3};
        for (int index : indices) {
            int[] expected = new int[32];
            for (int lane = 0; lane < 32; lane++) {
                // v4 to v7 hold 4 to 7; in lanes below 16 v[4 + index] becomes 100 + v[4 + index].
                expected[lane] = lane < 16 ? 104 + index : 4 + index;
            }
            SmallProgram.of(32, "s_buffer_load_dword s12, s[4:7], 0x0", "v_mov_b32_e32 v4, 4", "v_mov_b32_e32 v5, 5",
                    "v_mov_b32_e32 v6, 6", "v_mov_b32_e32 v7, 7", "s_waitcnt lgkmcnt(0)", "s_mov_b32 m0, s12",
                    "s_mov_b32 exec_lo, 0xffff", "v_movrels_b32_e32 v3, v4", "v_add_nc_u32_e32 v3, 0x64, v3",
                    "v_movreld_b32_e32 v4, v3", "s_mov_b32 exec_lo, -1", "v_movrels_b32_e32 v1, v4").withInput(index).gives(expected);
            SmallProgram.of(32, "s_buffer_load_dword s12, s[4:7], 0x0", "s_mov_b32 s20, 20", "s_mov_b32 s21, 21", "s_mov_b32 s22, 22",
                    "s_mov_b32 s23, 23", "s_waitcnt lgkmcnt(0)", "s_mov_b32 m0, s12", "s_movrels_b32 s13, s20",
                    "s_add_u32 s13, s13, 0x100", "s_movreld_b32 s20, s13", "s_movrels_b32 s14, s20", "v_mov_b32_e32 v1, s14")
                    .withInput(index).gives(every(32, 0x114 + index));
        }
    }

    /** M0[7:0] moves the source, M0[23:16] the destination; either one out of the window swaps nothing. */
    @Test
    @Rule("C-045")
    void relativeSwapsNeedBothSidesInTheWindow() {
        record Case(int m0, int expected) {}
        for (Case each : List.of(new Case(0x00010002, 0x0654), new Case(0x00030000, 0x0654), new Case(0x00000003, 0x0654))) {
            int[] v = {4, 5, 6};
            int from = each.m0 & 0xff;
            int to = each.m0 >>> 16;
            if (from < 3 && to < 3) {
                int kept = v[from];
                v[from] = v[to];
                v[to] = kept;
            }
            SmallProgram.of(32, "s_buffer_load_dword s12, s[4:7], 0x0", "v_mov_b32_e32 v4, 4", "v_mov_b32_e32 v5, 5",
                    "v_mov_b32_e32 v6, 6", "s_waitcnt lgkmcnt(0)", "s_mov_b32 m0, s12", "v_swaprel_b32 v4, v4",
                    "v_lshlrev_b32_e32 v1, 8, v4", "v_lshl_or_b32 v1, v5, 4, v1", "v_or_b32_e32 v1, v1, v6")
                    .withInput(each.m0).givesOnDevice(every(32, v[0] << 8 | v[1] << 4 | v[2]));
        }
    }

    /** The rule's table of a conversion under the four modes; the operands come from memory. */
    @Test
    @Rule("A-063")
    void conversionsFollowTheModeThatTheProgramSets() {
        int[] unsigned = {0x4b800000, 0x4b800001, 0x4b800000, 0x4b800000};
        int[] signed = {0xcb800000, 0xcb800000, 0xcb800001, 0xcb800000};
        for (int mode = 0; mode < 4; mode++) {
            SmallProgram.of(32, "s_round_mode 0x%x".formatted(mode), "s_buffer_load_dword s12, s[4:7], 0x0", "s_waitcnt lgkmcnt(0)",
                    "v_cvt_f32_u32_e32 v1, s12", "s_round_mode 0").withInput(0x01000001).gives(every(32, unsigned[mode]));
            SmallProgram.of(32, "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), %d".formatted(mode),
                    "s_buffer_load_dword s12, s[4:7], 0x0", "s_waitcnt lgkmcnt(0)", "v_cvt_f32_i32_e32 v1, s12")
                    .withInput(0xfeffffff).gives(every(32, signed[mode]));
        }
    }

    /** Interpreter and device agree on conversions to f16 around its limits. */
    @Test
    @Rule({"A-063", "C-017"})
    void conversionsToHalvesFollowTheModeThatTheProgramSets() {
        int[] words = {0x3f800001, 0xbf800001, 0x477fe000, 0x477fefff, 0x477ff000, 0xc77ff000, 0x33000000, 0xb3000001, 0x387fffff, 0,
            0x80000000, 0x7f800000, 0xff800000, 0x00000001, 0x7f7fffff, 0x38800000};
        for (int mode = 1; mode < 4; mode++) {
            int[] expected = new int[32];
            int[] input = new int[32];
            for (int i = 0; i < 32; i++) {
                input[i] = words[i % words.length];
                expected[i] = half(input[i], mode);
            }
            SmallProgram.of(32, "s_round_mode 0x%x".formatted(mode << 2), "v_lshlrev_b32_e32 v2, 2, v0",
                    "buffer_load_dword v3, v2, s[4:7], 0 offen", "s_waitcnt vmcnt(0)", "v_cvt_f16_f32_e32 v1, v3",
                    "v_and_b32_e32 v1, 0xffff, v1").withInput(input).gives(expected);
        }
    }

    /** Derived: the nearest f16 on the side that the mode says; a denormal f32 counts as zero, as the program's mode flushes those. */
    private static int half(int bits, int mode) {
        float value = Float.intBitsToFloat(bits);
        int sign = bits >>> 16 & 0x8000;
        if ((bits & 0x7fffffff) < 0x00800000) {
            return sign;
        }
        boolean away = mode == (sign == 0 ? 1 : 2);
        int best = 0;
        for (int magnitude = 0x7c00; magnitude >= 0; magnitude--) {
            float candidate = Float.float16ToFloat((short) magnitude);
            if (away && candidate >= Math.abs(value)) {
                best = magnitude;
            } else if (!away && candidate <= Math.abs(value)) {
                return sign | magnitude;
            }
        }
        return sign | best;
    }

    @Test
    @Rule("A-063")
    void modeReadsBackWhatTheProgramSet() {
        SmallProgram.of(32, "s_round_mode 0x5", "s_getreg_b32 s12, hwreg(HW_REG_MODE, 0, 4)", "s_denorm_mode 0x3",
                "s_getreg_b32 s13, hwreg(HW_REG_MODE, 4, 4)", "s_lshl_b32 s13, s13, 4", "s_or_b32 s12, s12, s13", "v_mov_b32_e32 v1, s12")
                .gives(every(32, 0x35));
    }

    /** Scalar registers belong to the wave: what a path that some lanes take makes of them holds for all lanes behind it. */
    @Test
    void scalarChangesOnAPathHoldForAllLanes() {
        SmallProgram.of(32, "s_mov_b32 s12, 1", "v_cmp_gt_u32_e32 vcc_lo, 5, v0", "s_and_saveexec_b32 s13, vcc_lo",
                "s_cbranch_execz behind_it", "s_mov_b32 s12, 2", "behind_it:", "s_mov_b32 exec_lo, s13", "v_mov_b32_e32 v1, s12")
                .gives(every(32, 2));
        SmallProgram.of(64, "s_mov_b32 s12, 1", "v_cmp_lt_u32_e32 vcc, 50, v0", "s_and_saveexec_b64 s[14:15], vcc",
                "s_cbranch_execz behind_it", "s_mov_b32 s12, 2", "behind_it:", "s_mov_b64 exec, s[14:15]", "v_mov_b32_e32 v1, s12")
                .gives(every(64, 2));
    }

    /** A loop runs until its last lane leaves, and counts so often for all of them. */
    @Test
    void scalarCountersOfALoopHoldForAllLanes() {
        SmallProgram.of(32, "s_mov_b32 s12, 0", "loop:", "s_add_u32 s12, s12, 1", "v_cmp_lt_u32_e32 vcc_lo, s12, v0",
                "s_and_b32 exec_lo, exec_lo, vcc_lo", "s_cbranch_execnz loop", "s_mov_b32 exec_lo, -1", "v_mov_b32_e32 v1, s12")
                .gives(every(32, 31));
    }

    /** A wave takes the path for its first lanes; the others are active there, although VCC has no bit for them. */
    @Test
    void votesOverVccTakeActiveLanesAlong() {
        SmallProgram.of(32, "v_mov_b32_e32 v1, 1", "v_cmp_gt_u32_e32 vcc_lo, 5, v0", "s_cbranch_vccz over", "v_mov_b32_e32 v1, 2",
                "over:").gives(every(32, 2));
        SmallProgram.of(64, "v_mov_b32_e32 v1, 1", "v_cmp_lt_u32_e32 vcc, 60, v0", "s_cbranch_vccnz over", "v_mov_b32_e32 v1, 2",
                "over:").gives(every(64, 1));
    }

    /** A comparison on a path that few lanes take clears the bits of all others in its mask, which is then read as a number. */
    @Test
    void lanesMasksAreTheWaves() {
        SmallProgram.of(32, "v_cmp_gt_u32_e64 s12, 0x64, v0", "v_cmp_gt_u32_e32 vcc_lo, 5, v0", "s_and_saveexec_b32 s13, vcc_lo",
                "s_cbranch_execz behind_it", "v_cmp_ne_u32_e64 s12, 0, v0", "behind_it:", "s_mov_b32 exec_lo, s13",
                "v_mov_b32_e32 v1, s12").gives(every(32, 0x1e));
        SmallProgram.of(64, "s_mov_b64 s[12:13], -1", "loop:", "v_cmp_gt_u32_e64 s[12:13], 9, v0", "v_subrev_nc_u32_e32 v0, 10, v0",
                "v_cmp_lt_i32_e32 vcc, 0, v0", "s_and_b64 exec, exec, vcc", "s_cbranch_execnz loop", "s_mov_b64 exec, -1",
                "v_mbcnt_lo_u32_b32 v0, -1, 0", "v_mbcnt_hi_u32_b32 v0, -1, v0", "v_mov_b32_e32 v1, s13").gives(every(64, 0xe0000000));
    }

    /** Eight dwords are behind the descriptor in s[8:11]; LDS has 1024 bytes. Lanes that are off keep what they had. */
    @Test
    @Rule("C-053")
    void loadsThatALaneMustNotDoGiveZeroOrNothing() {
        int[] input = new int[32];
        Arrays.fill(input, 9);
        int[] buffer = every(32, 5);
        Arrays.fill(buffer, 0, 16, 0);
        Arrays.fill(buffer, 0, 8, 9);
        int[] lds = every(32, 5);
        Arrays.fill(lds, 0, 16, 0);
        Arrays.fill(lds, 0, 6, 3);
        for (boolean isOn : new boolean[] {true, false}) {
            Map<String, Boolean> switches = Map.of("pass.memory.load-guards", isOn);
            SmallProgram.of(32, "s_mov_b64 s[8:9], s[4:5]", "s_mov_b32 s10, 32", "s_mov_b32 s11, s7", "v_mov_b32_e32 v1, 5",
                    "v_lshlrev_b32_e32 v2, 2, v0", "s_mov_b32 exec_lo, 0xffff",
                    "buffer_load_dword v1, v2, s[8:11], 0 offen", "s_waitcnt vmcnt(0)", "s_mov_b32 exec_lo, -1").withInput(input)
                    .with(switches).gives(buffer);
            SmallProgram.of(32, "v_mov_b32_e32 v1, 5", "v_mov_b32_e32 v3, 3", "v_lshlrev_b32_e32 v2, 2, v0",
                    "v_add_nc_u32_e32 v2, 0x3e8, v2", "ds_write_b32 v2, v3", "s_waitcnt lgkmcnt(0)", "s_mov_b32 exec_lo, 0xffff",
                    "ds_read_b32 v1, v2", "s_waitcnt lgkmcnt(0)", "s_mov_b32 exec_lo, -1")
                    .with(switches).gives(lds);
        }
    }

    /** Rule A-038: with no lane active the first one is read, whatever stands under masks around it. */
    @Test
    @Rule("A-038")
    void aFirstLaneReadWithoutLanesTakesLaneZero() {
        SmallProgram.of(32, "v_add_nc_u32_e32 v2, 7, v0", "s_mov_b32 exec_lo, 0xfff0", "v_mov_b32_e32 v2, 3", "s_mov_b32 exec_lo, 0",
                "v_readfirstlane_b32 s12, v2", "s_mov_b32 exec_lo, -1", "v_mov_b32_e32 v1, s12").gives(every(32, 7));
        SmallProgram.of(32, "v_add_nc_u32_e32 v2, 7, v0", "s_mov_b32 exec_lo, 0xfff0", "v_mov_b32_e32 v2, v0", "s_movk_i32 exec_lo, 0x100",
                "v_readfirstlane_b32 s12, v2", "s_mov_b32 exec_lo, -1", "v_mov_b32_e32 v1, s12").gives(every(32, 8));
    }

    /** Every guest lane exists on hosts of any width (decision on B-005 to B-009), so each tests its own bit and masks are whole. */
    @Test
    @Rule({"B-005", "B-006"})
    void masksWrittenAndReadAsNumbersAreTheWholeWaves() {
        int[] one = every(64, 0);
        one[40] = 1;
        SmallProgram.of(64, "v_mov_b32_e32 v1, 0", "s_mov_b32 exec_lo, 0", "s_movk_i32 exec_hi, 0x100", "v_mov_b32_e32 v1, 1",
                "s_mov_b64 exec, -1").gives(one);
        SmallProgram.of(64, "v_cmp_lt_u32_e32 vcc, 33, v0", "s_and_saveexec_b64 s[10:11], vcc", "s_mov_b64 s[12:13], exec",
                "s_mov_b64 exec, s[10:11]", "v_mov_b32_e32 v1, s13").gives(every(64, 0xfffffffc));
    }

    /** Four rows of four and more: hosts that begin a subgroup with each row must number lanes as the guest does all the same. */
    @Test
    void lanesOfAGroupWithRowsAreThoseOfTheGuest() {
        for (int lanes : new int[] {32, 64}) {
            int[] expected = new int[lanes];
            for (int lane = 0; lane < lanes; lane++) {
                expected[lane] = lane % 4 << 8 | (lane & 32) + 21 - lane % 2;
            }
            SmallProgram.of(lanes, "v_mbcnt_lo_u32_b32 v4, -1, 0", lanes == 64 ? "v_mbcnt_hi_u32_b32 v4, -1, v4" : "s_nop 0",
                    "v_lshlrev_b32_e32 v1, 8, v0", "v_and_b32_e32 v2, 1, v4", "v_sub_nc_u32_e32 v2, 21, v2",
                    "v_lshlrev_b32_e32 v2, 2, v2", "ds_bpermute_b32 v2, v2, v4", "s_waitcnt lgkmcnt(0)", "v_or_b32_e32 v1, v1, v2",
                    "v_mov_b32_e32 v0, v4").withGroup(4, 4, lanes / 16).gives(expected);
        }
    }

    /** Derived from the manual: lanes send in order, so the last one is heard; no value leaves its half wave, and lanes that are off send none. */
    @Test
    void aLaneHearsTheLastOfThoseThatSendToIt() {
        for (int lanes : new int[] {32, 64}) {
            int[] heard = every(lanes, 0);
            for (int lane = 0; lane < lanes; lane++) {
                if (lane % 3 != 0) {
                    heard[lane & ~31 | lane >> 1 & 31] = 100 + lane;
                }
            }
            for (int lane = 0; lane < lanes; lane += 3) {
                heard[lane] = 7;
            }
            SmallProgram.of(lanes, "v_lshrrev_b32_e32 v2, 1, v0", "v_lshlrev_b32_e32 v2, 2, v2", "v_add_nc_u32_e32 v3, 0x64, v0",
                    "v_mov_b32_e32 v1, 7", "s_mov_b32 exec_lo, 0xb6db6db6", lanes == 64 ? "s_mov_b32 exec_hi, 0x6db6db6d" : "s_nop 0",
                    "ds_permute_b32 v1, v2, v3", "s_waitcnt lgkmcnt(0)", lanes == 64 ? "s_mov_b64 exec, -1" : "s_mov_b32 exec_lo, -1").gives(heard);
        }
    }

    /** SCC as a word has bit 0 alone, so as a mask it is lane 0. */
    @Test
    void truthsOfTheWaveAreMasksOfOneLane() {
        int[] expected = every(32, 0);
        expected[0] = 5;
        SmallProgram.of(32, "v_mov_b32_e32 v1, 0", "s_cmp_eq_u32 s4, s4", "s_and_saveexec_b32 s8, src_scc", "v_mov_b32_e32 v1, 5",
                "s_mov_b32 exec_lo, -1").gives(expected);
    }

    /** Compilers reduce over whole waves; on hardware the lanes past the last thread are there, switched off at the start. */
    @Test
    void lanesWithoutThreadsComputeWhereTheWholeWaveIsTurnedOn() {
        int[] sevens = new int[32];
        java.util.Arrays.fill(sevens, 7);
        int[] existing = new int[32];
        java.util.Arrays.fill(existing, 32);

        SmallProgram.of(64, "s_or_saveexec_b64 s[8:9], -1", "v_cndmask_b32_e64 v2, 7, v0, s[8:9]", "v_readlane_b32 s12, v2, 63",
                "s_mov_b64 exec, s[8:9]", "v_mov_b32_e32 v1, s12").withThreads(32).gives(sevens);
        SmallProgram.of(64, "s_or_saveexec_b64 s[8:9], -1", "s_mov_b64 exec, s[8:9]", "s_bcnt1_i32_b64 s12, exec",
                "v_mov_b32_e32 v1, s12").withThreads(32).gives(existing);
    }

    /** Both halves of the sources, and a round trip: base + 4 * lane addresses that byte of LDS. */
    @Test
    @Rule("C-038")
    void flatAddressesInTheSharedWindowAreLds() {
        int[] expected = new int[32];
        for (int lane = 0; lane < 32; lane++) {
            expected[lane] = lane + 0x80000000 - 1;
        }
        SmallProgram.of(32, "s_mov_b64 s[8:9], src_shared_base", "s_mov_b32 s10, src_shared_limit", "v_mov_b32_e32 v3, s9",
                "v_lshlrev_b32_e32 v2, 2, v0", "ds_write_b32 v2, v0", "s_waitcnt lgkmcnt(0)", "flat_load_dword v1, v[2:3]",
                "s_waitcnt vmcnt(0) lgkmcnt(0)", "v_add_nc_u32_e32 v1, s9, v1", "v_add_nc_u32_e32 v1, s10, v1").gives(expected);
    }

    /**
     * Four waves, of which each goes round once more than the one before and adds its last lane's sum to all of its lanes; then each waits
     * for the others, and a thread reads the one that many threads further on.
     */
    @Test
    @Rule("C-052")
    void wavesOfAWorkgroupPartAndMeetAgain() {
        for (int lanes : new int[] {32, 64}) {
            int[] sums = new int[4 * lanes];
            for (int thread = 0; thread < sums.length; thread++) {
                int rounds = thread / lanes + 1;
                sums[thread] = thread % lanes + (lanes - 1) * ((1 << rounds) - 1) + 0x1000 * rounds;
            }
            int[] expected = new int[sums.length];
            for (int thread = 0; thread < sums.length; thread++) {
                expected[thread] = sums[(thread + lanes) % sums.length];
            }
            SmallProgram.of(lanes, "v_readfirstlane_b32 s12, v0", "s_lshr_b32 s12, s12, " + (lanes == 64 ? 6 : 5), "s_mov_b32 s14, 0",
                    "v_and_b32_e32 v1, " + (lanes - 1) + ", v0", "round:", "v_readlane_b32 s13, v1, " + (lanes - 1),
                    "v_add_nc_u32_e32 v1, s13, v1", "s_addk_i32 s14, 0x1000", "s_sub_u32 s12, s12, 1", "s_cmp_ge_i32 s12, 0",
                    "s_cbranch_scc1 round", "v_add_nc_u32_e32 v1, s14, v1", "v_lshlrev_b32_e32 v2, 2, v0", "ds_write_b32 v2, v1",
                    "s_waitcnt lgkmcnt(0)", "s_barrier", "v_add_nc_u32_e32 v2, " + 4 * lanes + ", v2",
                    "v_and_b32_e32 v2, 0x%x, v2".formatted(16 * lanes - 1), "ds_read_b32 v1, v2", "s_waitcnt lgkmcnt(0)").withThreads(4 * lanes).gives(expected);
        }
    }
}
