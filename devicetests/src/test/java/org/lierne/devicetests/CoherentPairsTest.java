package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.gpu.GpuDevices;
import org.lierne.testing.Rule;

/** Pairs of dwords that some workgroups exchange, now all zeros and now all ones, while others load them. */
@Tag("gpu")
final class CoherentPairsTest {
    private static final int LANES = 32;
    private static final int GROUPS = 16;
    private static final long PAIRS = GuestDispatches.DATA;
    private static final long OUTPUT = GuestDispatches.DATA + 0x1000;

    /** Groups with an odd number write; the others keep every bit in which the halves of a pair ever differed. */
    @Test
    @Rule("C-030")
    void loadsSeeBothHalvesOfOneExchange() {
        GpuDevices devices = Wiring.devices();
        assumeTrue(devices != null, "no Vulkan device on this host");
        GuestDispatches made = new GuestDispatches().add(LANES, LANES, GROUPS,
                new int[] {(int) PAIRS, (int) (PAIRS >>> 32), 0x100, 0x31014fac, (int) OUTPUT, (int) (OUTPUT >>> 32), 0x1000, 0x31014fac},
                List.of("v_lshlrev_b32_e32 v3, 3, v0", "v_mov_b32_e32 v1, 0", "v_mov_b32_e32 v4, 0", "v_mov_b32_e32 v5, 0", "s_movk_i32 s8, 500",
                        "s_bitcmp1_b32 s14, 0", "s_cbranch_scc0 read", "write:", "v_not_b32_e32 v4, v4", "v_mov_b32_e32 v5, v4",
                        "buffer_atomic_swap_x2 v[4:5], v3, s[0:3], 0 offen", "s_sub_u32 s8, s8, 1", "s_cmp_lg_u32 s8, 0", "s_cbranch_scc1 write",
                        "s_branch done", "read:", "buffer_load_dwordx2 v[6:7], v3, s[0:3], 0 offen glc", "s_waitcnt vmcnt(0)",
                        "v_xor_b32_e32 v6, v6, v7", "v_or_b32_e32 v1, v1, v6", "s_sub_u32 s8, s8, 1", "s_cmp_lg_u32 s8, 0", "s_cbranch_scc1 read",
                        "done:", "s_lshl_b32 s15, s14, 7", "v_lshlrev_b32_e32 v2, 2, v0", "v_add_nc_u32_e32 v2, s15, v2",
                        "buffer_store_dword v1, v2, s[4:7], 0 offen"));
        for (int i = 0; i < GROUPS * LANES; i++) {
            made.memory().putInt(OUTPUT + 4L * i, 1);
        }

        assertNull(made.onDevice(devices, Set.of()));

        for (int i = 0; i < GROUPS * LANES; i++) {
            assertEquals(0, made.memory().getInt(OUTPUT + 4L * i), "lane " + i % LANES + " of group " + i / LANES);
        }
    }
}
