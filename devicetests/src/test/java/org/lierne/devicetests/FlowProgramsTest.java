package org.lierne.devicetests;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
}
