package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.gpu.GpuDevices;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.testing.Rule;

/** Workgroups of one dispatch that call different entries of a table, the third of which is no code that comes back. Expected: derived. */
@Tag("gpu")
final class TableCallsDeviceTest {
    private static final long OUTPUT = GuestDispatches.DATA;
    private static final long TABLE = GuestDispatches.DATA + 0x10000;
    private static final long CALLED = GuestDispatches.DATA + 0x20000;
    private static final long ENDS = CALLED + 0x200;
    private static final int LANES = 32;

    private static GuestDispatches dispatches() {
        GuestDispatches made = new GuestDispatches();
        put(made, CALLED, "v_add_nc_u32_e32 v1, 1, v1", "s_setpc_b64 s[18:19]");
        put(made, CALLED + 0x100, "v_add_nc_u32_e32 v1, 2, v1", "s_setpc_b64 s[18:19]");
        put(made, ENDS, "s_nop 0", "s_endpgm");
        made.memory().putInt(ENDS + 8, 0xbf9f0000);
        for (int i = 0; i < 3; i++) {
            made.memory().putLong(TABLE + 8L * i, CALLED + 0x100L * i);
        }
        return made.add(LANES, LANES, 3, new int[] {(int) TABLE, (int) (TABLE >>> 32), 0, 0, (int) OUTPUT, (int) (OUTPUT >>> 32), 0x1000,
            0x31014fac}, List.of("s_lshl_b32 s15, s14, 3", "s_load_dwordx2 s[16:17], s[0:1], s15", "s_waitcnt lgkmcnt(0)",
                "v_mov_b32_e32 v1, 0x10", "s_swappc_b64 s[18:19], s[16:17]", "s_lshl_b32 s15, s14, 7", "v_lshlrev_b32_e32 v2, 2, v0",
                "v_add_nc_u32_e32 v2, s15, v2", "buffer_store_dword v1, v2, s[4:7], 0 offen"));
    }

    private static void put(GuestDispatches to, long address, String... lines) {
        int[] words = new Assembler(LANES).assembleProgram(List.of(lines));
        for (int i = 0; i < words.length; i++) {
            to.memory().putInt(address + 4L * i, words[i]);
        }
    }

    private static void stores(GuestDispatches made, int... groups) {
        for (int group = 0; group < groups.length; group++) {
            for (int lane = 0; lane < LANES; lane += LANES - 1) {
                assertEquals(groups[group], made.memory().getInt(OUTPUT + 4L * (LANES * group + lane)), "lane " + lane + " of group " + group);
            }
        }
    }

    private static GpuDevices devices() {
        GpuDevices devices = Wiring.devices();
        assumeTrue(devices != null, "no Vulkan device on this host");
        return devices;
    }

    @Test
    @Rule("A-019")
    void callsWhatIsLinkedAndStopsWithOneFaultElsewhere() {
        GuestDispatches made = dispatches();

        assertNull(made.onDevice(devices(), Set.of()));

        stores(made, 0x11, 0x12, 0);
        assertEquals(1, made.faults().size(), made.faults().toString());
        String fault = made.faults().getFirst();
        assertTrue(fault.endsWith("pc=0x0018: fault 10: a call of code that is not linked at 0x%x".formatted(ENDS)), fault);
    }

    @Test
    @Rule("A-019")
    void goesOnBehindTheCallWhereFaultsDoNotStop() {
        GuestDispatches made = dispatches();

        assertNull(made.onDevice(devices(), Set.of("pass.cf.call-linker.stop")));

        stores(made, 0x11, 0x12, 0x10);
        assertEquals(1, made.faults().size(), made.faults().toString());
    }

    @Test
    @Rule("A-019")
    void isRefusedWhereLinkingIsOff() {
        String refusal = dispatches().onDevice(devices(), Set.of("pass.cf.call-linker"));

        assertTrue(refusal != null && refusal.contains("pass.cf.call-linker"), String.valueOf(refusal));
    }
}
