package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.gpu.GpuDevices;
import org.lierne.testing.Rule;

/**
 * Data share instructions on the global one, over guest memory and the driver, and on the interpreter. A program stores v1 of every lane
 * behind those of the groups before its own. Values are derived from the rules.
 */
@Tag("gpu")
final class GlobalShareTest {
    private static final int LANES = 32;
    private static final long OUTPUT = GuestDispatches.DATA + 0x1000;

    private static GuestDispatches add(GuestDispatches to, int groups, String... lines) {
        List<String> all = new ArrayList<>(List.of(lines));
        all.addAll(List.of("s_lshl_b32 s15, s14, 7", "v_lshlrev_b32_e32 v2, 2, v0", "v_add_nc_u32_e32 v2, s15, v2",
                "buffer_store_dword v1, v2, s[4:7], 0 offen"));
        return to.add(LANES, LANES, groups, new int[] {0, 0, 0, 0, (int) OUTPUT, (int) (OUTPUT >>> 32), 0x2000, 0x31014fac}, all);
    }

    private static int stored(GuestDispatches by, int group, int lane) {
        return by.memory().getInt(OUTPUT + 4L * (LANES * group + lane));
    }

    private static @Nullable GpuDevices device() {
        return Wiring.devices();
    }

    /** Runs it on interpreter and device; what a program leaves for the next is looked at on the device, which keeps it. */
    private static void onBoth(java.util.function.Supplier<GuestDispatches> made, java.util.function.Consumer<GuestDispatches> check) {
        GuestDispatches interpreted = made.get();
        interpreted.onInterpreter();
        check.accept(interpreted);
        GpuDevices devices = device();
        if (devices != null) {
            GuestDispatches run = made.get();
            run.onDevice(devices);
            check.accept(run);
        }
    }

    @Test
    @Rule("C-033")
    void fourWavesThatEachAddTheirFirstLanesValueGetDisjointRanges() {
        // 64, and other numbers in the lanes behind the first active one, which is lane 2; M0 has no effect. The counter is at byte 8.
        onBoth(() -> add(new GuestDispatches(), 4, "s_mov_b32 m0, 0x12345678", "v_mov_b32_e32 v1, 0x7777", "v_add_nc_u32_e32 v3, 62, v0",
                "s_mov_b32 exec_lo, 0xfffffffc", "ds_ordered_count v1, v3 offset:776 gds", "s_waitcnt lgkmcnt(0)", "s_mov_b32 exec_lo, -1"),
                run -> {
                    Set<Integer> before = new TreeSet<>();
                    for (int group = 0; group < 4; group++) {
                        before.add(stored(run, group, 2));
                        assertEquals(0x7777, stored(run, group, 1), "an inactive lane keeps its register");
                        for (int lane = 3; lane < LANES; lane++) {
                            assertEquals(stored(run, group, 2), stored(run, group, lane), "lane " + lane);
                        }
                    }
                    assertEquals(Set.of(0, 64, 128, 192), before);
                });
    }

    @Test
    @Rule("C-033")
    void exchangesHandOnWhatWasThere() {
        onBoth(() -> add(add(new GuestDispatches(), 4, "s_add_i32 s15, s14, 100", "v_mov_b32_e32 v3, s15",
                "ds_ordered_count v1, v3 offset:4872 gds", "s_waitcnt lgkmcnt(0)"), 0), run -> {
                    int sum = 0;
                    Set<Integer> seen = new TreeSet<>();
                    for (int group = 0; group < 4; group++) {
                        seen.add(stored(run, group, 0));
                        sum += stored(run, group, 0);
                    }
                    // All but one of the numbers, which stays, and the zero from the start.
                    assertEquals(4, seen.size());
                    assertTrue(seen.contains(0));
                    assertTrue(100 + 101 + 102 + 103 - sum >= 100 && 100 + 101 + 102 + 103 - sum <= 103, seen.toString());
                });
    }

    @Test
    void readsWritesAndAtomicsReachOneMemory() {
        onBoth(() -> add(new GuestDispatches(), 1, "v_lshlrev_b32_e32 v2, 2, v0", "ds_write_b32 v2, v0 offset:256 gds", "v_mov_b32_e32 v4, 0",
                "v_mov_b32_e32 v5, 3", "v_mov_b32_e32 v6, 5", "s_waitcnt lgkmcnt(0)", "ds_add_u32 v4, v5 offset:256 gds",
                // What is compared stands first: lane 1's word is 1, not 3.
                "ds_cmpst_b32 v2, v5, v6 offset:256 gds", "s_mov_b32 m0, 0x02000000", "ds_append v7 gds", "s_waitcnt lgkmcnt(0)",
                "ds_append v8 gds", "ds_read_b32 v1, v2 offset:256 gds", "s_waitcnt lgkmcnt(0)", "v_lshlrev_b32_e32 v8, 16, v8",
                "v_or_b32_e32 v1, v1, v8"), run -> {
                    assertEquals(32 << 16 | 96, stored(run, 0, 0));
                    assertEquals(32 << 16 | 1, stored(run, 0, 1));
                    assertEquals(32 << 16 | 5, stored(run, 0, 3));
                    assertEquals(32 << 16 | 31, stored(run, 0, 31));
                });
    }

    /** Programs of the corpus, which run without the driver, find zeros and their own waves' numbers. */
    @Test
    void jobsHaveOneOfTheirOwn() {
        int[] expected = new int[2 * LANES];
        Arrays.setAll(expected, thread -> 3 * (thread ^ LANES));

        SmallProgram.of(LANES, "v_lshlrev_b32_e32 v2, 2, v0", "v_mul_u32_u24_e32 v3, 3, v0", "ds_add_u32 v2, v3 offset:256 gds",
                "s_waitcnt lgkmcnt(0)", "s_barrier", "v_xor_b32_e32 v2, 0x80, v2", "ds_read_b32 v1, v2 offset:256 gds", "s_waitcnt lgkmcnt(0)")
                .withThreads(2 * LANES).gives(expected);
    }

    @Test
    @Rule("C-033")
    void theCounterEndsAtTheSumAndAnExchangeAtTheValueNobodyGot() {
        GpuDevices devices = device();
        assumeTrue(devices != null, "no Vulkan device on this host");
        GuestDispatches made = add(new GuestDispatches(), 4, "v_mov_b32_e32 v3, 64", "ds_ordered_count v1, v3 offset:776 gds",
                "s_add_i32 s15, s14, 0x100", "v_mov_b32_e32 v3, s15", "ds_ordered_count v1, v3 offset:4880 gds", "s_waitcnt lgkmcnt(0)");

        assertNull(add(made, 5, "v_mov_b32_e32 v3, 8", "ds_read2_b32 v[4:5], v3 offset1:2 gds", "s_waitcnt lgkmcnt(0)",
                "s_cmp_eq_u32 s14, 4", "s_cbranch_scc1 last", "s_endpgm", "last:", "v_lshlrev_b32_e32 v5, 16, v5", "v_or_b32_e32 v1, v4, v5")
                .onDevice(devices, Set.of()));

        Set<Integer> values = new TreeSet<>(Set.of(stored(made, 4, 0) >>> 16));
        for (int group = 0; group < 4; group++) {
            values.add(stored(made, group, 0));
        }
        assertEquals(256, stored(made, 4, 0) & 0xffff);
        assertEquals(Set.of(0, 0x100, 0x101, 0x102, 0x103), values);
    }

    @Test
    void aProgramFindsWhatOneBeforeItLeft() {
        GpuDevices devices = device();
        assumeTrue(devices != null, "no Vulkan device on this host");
        GuestDispatches made = add(new GuestDispatches(), 1, "v_mov_b32_e32 v2, 0xfffc", "v_mov_b32_e32 v3, 7", "ds_write_b32 v2, v3 gds",
                "s_waitcnt lgkmcnt(0)", "v_mov_b32_e32 v1, 0");

        assertNull(add(made, 1, "v_mov_b32_e32 v2, 0xfffc", "ds_read_b32 v1, v2 gds", "ds_read_b32 v3, v2 offset:4 gds",
                "s_waitcnt lgkmcnt(0)", "v_lshlrev_b32_e32 v3, 8, v3", "v_or_b32_e32 v1, v1, v3").onDevice(devices, Set.of()));

        // The word behind the last one reads zero.
        assertEquals(7, stored(made, 0, 5));
    }

    @Test
    @Rule("C-033")
    void isRefusedByNameWhereItIsOff() {
        GpuDevices devices = device();
        assumeTrue(devices != null, "no Vulkan device on this host");
        String count = "ds_ordered_count v1, v0 offset:776 gds";

        assertTrue(String.valueOf(add(new GuestDispatches(), 1, count).onDevice(devices, Set.of("gds.ordered-count")))
                .contains("the waves of a dispatch count in any order, and gds.ordered-count is off"));
        assertTrue(String.valueOf(add(new GuestDispatches(), 1, count).onDevice(devices, Set.of("agc.global-share")))
                .contains("reaches the global data share (agc.global-share is off)"));
    }
}
