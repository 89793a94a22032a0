package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.gpu.GpuDevices;
import org.lierne.testing.Rule;

/**
 * LDS that lies in device memory because the device has less workgroup memory, beside LDS that does not. Programs store v1 of every lane
 * behind those of the groups before their own.
 */
@Tag("gpu")
final class LargeLdsTest {
    /** More than llvmpipe has, and most devices; the guest's own limit. */
    private static final int LARGE = 0x10000;
    private static final int SMALL = 0x2000;
    private static final int GROUPS = 3;
    private static final int THREADS = 256;
    private static final long OUTPUT = GuestDispatches.DATA + 0x1000;

    private static GuestDispatches program(int ldsBytes, String... lines) {
        List<String> all = new ArrayList<>(List.of(lines));
        all.addAll(List.of("s_lshl_b32 s15, s14, 10", "v_lshlrev_b32_e32 v2, 2, v0", "v_add_nc_u32_e32 v2, s15, v2",
                "buffer_store_dword v1, v2, s[4:7], 0 offen"));
        return new GuestDispatches().withLds(ldsBytes).add(32, THREADS, GROUPS,
                new int[] {0, 0, 0, 0, (int) OUTPUT, (int) (OUTPUT >>> 32), 0x8000, 0x31014fac}, all);
    }

    private static GpuDevices devices() {
        GpuDevices devices = Wiring.devices();
        assumeTrue(devices != null, "no Vulkan device on this host");
        return devices;
    }

    private static int stored(GuestDispatches by, int group, int lane) {
        return by.memory().getInt(OUTPUT + 4L * (THREADS * group + lane));
    }

    /**
     * Every lane leaves a number for another behind a barrier, and all count in both widths on one slot (C-023's own case). What lies past the
     * end reads zero, and a group never sees another's.
     */
    private static GuestDispatches exchange(int ldsBytes) {
        String at = " offset:" + (ldsBytes - 2048);
        String slot = " offset:" + (ldsBytes - 512);
        return program(ldsBytes, "v_lshlrev_b32_e32 v2, 2, v0", "s_mul_i32 s15, s14, 0x3e8", "v_add_nc_u32_e32 v3, s15, v0", "ds_write_b32 v2, v3" + at,
                "v_mov_b32_e32 v4, 0", "v_mov_b32_e32 v5, 0", "v_mov_b32_e32 v6, 1", "v_mov_b32_e32 v7, 0", "ds_write_b64 v4, v[4:5]" + slot, "s_waitcnt lgkmcnt(0)",
                "s_barrier", "ds_add_u64 v4, v[6:7]" + slot, "ds_add_u32 v4, v6" + " offset:" + (ldsBytes - 508),
                "v_sub_nc_u32_e32 v8, 0xff, v0", "v_lshlrev_b32_e32 v8, 2, v8", "ds_read_b32 v1, v8" + at, "v_mov_b32_e32 v9, " + ldsBytes,
                "ds_write_b32 v9, v6", "ds_read_b32 v10, v9", "s_waitcnt lgkmcnt(0)", "s_barrier", "ds_read_b64 v[11:12], v4" + slot,
                "s_waitcnt lgkmcnt(0)", "v_lshl_add_u32 v1, v11, 12, v1", "v_lshl_add_u32 v1, v12, 22, v1", "v_add_nc_u32_e32 v1, v1, v10");
    }

    @ParameterizedTest
    @Rule("C-023")
    @ValueSource(ints = {SMALL, LARGE})
    void meansTheSameWhereverItLies(int ldsBytes) {
        GuestDispatches interpreted = exchange(ldsBytes);
        GuestDispatches run = exchange(ldsBytes);

        interpreted.onInterpreter();
        run.onDevice(devices());

        for (int group = 0; group < GROUPS; group++) {
            for (int lane = 0; lane < THREADS; lane++) {
                int expected = group * 1000 + THREADS - 1 - lane + (256 << 12) + (256 << 22);
                assertEquals(expected, stored(interpreted, group, lane), "interpreter, lane " + lane + " of group " + group);
                assertEquals(expected, stored(run, group, lane), "device, lane " + lane + " of group " + group);
            }
        }
    }

    @ParameterizedTest
    @Rule("C-023")
    @ValueSource(ints = {SMALL, LARGE})
    void atomicsAcrossABoundaryOfEightBytesFaultAndDoNothing(int ldsBytes) {
        GuestDispatches made = program(ldsBytes, "v_mov_b32_e32 v4, 4", "v_mov_b32_e32 v5, 7", "v_mov_b32_e32 v6, 7", "ds_write_b64 v4, v[5:6]",
                "s_waitcnt lgkmcnt(0)", "s_barrier", "ds_add_rtn_u64 v[8:9], v4, v[5:6]", "s_waitcnt lgkmcnt(0)", "s_barrier",
                "ds_read_b64 v[10:11], v4", "s_waitcnt lgkmcnt(0)", "v_or_b32_e32 v8, v8, v9", "v_lshl_add_u32 v1, v8, 16, v10",
                "v_lshl_add_u32 v1, v11, 8, v1");

        assertNull(made.onDevice(devices(), Set.of()));

        assertEquals(7 << 8 | 7, stored(made, 1, 5));
        assertEquals(1, made.faults().size(), made.faults().toString());
        assertTrue(made.faults().getFirst().endsWith(": fault 2: an unaligned atomic through the LDS address 0x4"), made.faults().toString());
    }

    /** A tree of sums, each level behind a barrier, in lanes that get fewer: what one wave stores the others see. */
    @Test
    @Rule("C-023")
    void barriersOrderWhatLiesInMemory() {
        List<String> lines = new ArrayList<>(List.of("v_lshlrev_b32_e32 v2, 2, v0", "v_add_nc_u32_e32 v3, s14, v0", "ds_write_b32 v2, v3",
                "s_waitcnt lgkmcnt(0)", "s_barrier"));
        for (int half = THREADS / 2; half > 0; half /= 2) {
            lines.addAll(List.of("v_cmp_gt_u32_e32 vcc_lo, " + half + ", v0", "s_and_saveexec_b32 s15, vcc_lo", "ds_read_b32 v4, v2 offset:" + 4 * half,
                    "ds_read_b32 v5, v2", "s_waitcnt lgkmcnt(0)", "v_add_nc_u32_e32 v5, v4, v5", "ds_write_b32 v2, v5", "s_waitcnt lgkmcnt(0)",
                    "s_mov_b32 exec_lo, s15", "s_barrier"));
        }
        lines.addAll(List.of("v_mov_b32_e32 v4, 0", "ds_read_b32 v1, v4", "s_waitcnt lgkmcnt(0)"));
        GuestDispatches made = program(LARGE, lines.toArray(String[]::new));

        made.onDevice(devices());

        for (int group = 0; group < GROUPS; group++) {
            assertEquals(255 * 256 / 2 + 256 * group, stored(made, group, 77));
        }
    }

    @Test
    @Rule("C-023")
    void isRefusedByNameWhereItIsOff() {
        String refusal = exchange(LARGE).onDevice(devices(), Set.of("lds.atomics64.device-memory"));

        assertTrue(String.valueOf(refusal).contains("and lds.atomics64.device-memory is off"), refusal);
    }
}
