package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.gpu.GpuDevices;

/** Buffers whose records are interleaved, on the device as the interpreter has them. */
@Tag("gpu")
final class SwizzledBuffersTest {
    private static final long RECORDS = GuestDispatches.DATA;
    private static final long RESULTS = GuestDispatches.DATA + 0x10000;
    private static final int THREADS = 64;
    private static final int STRIDE = 16;
    private static final int BYTES = 0x20000;

    /** 60 records of four dwords; the last four lanes are out of range. */
    private static GuestDispatches guest(int indexStride) {
        GuestDispatches guest = new GuestDispatches();
        for (int i = 0; i < BYTES / 4; i++) {
            guest.memory().putInt(RECORDS + 4L * i, 0x1000 + i);
        }
        int[] user = {(int) RECORDS, (int) (RECORDS >>> 32) | STRIDE << 16 | 1 << 31, 60, 0x01014fac | indexStride << 21, (int) RESULTS,
            (int) (RESULTS >>> 32), THREADS * 32, 0x31014fac};
        return guest.add(64, THREADS, 1, user, List.of("buffer_load_dwordx4 v[4:7], v0, s[0:3], 0 idxen", "v_mov_b32_e32 v8, v0",
                "v_mov_b32_e32 v9, 5", "buffer_load_ubyte v10, v[8:9], s[0:3], 0 idxen offen offset:2", "v_lshlrev_b32_e32 v1, 5, v0",
                "s_waitcnt vmcnt(0)", "buffer_store_dwordx4 v[4:7], v1, s[4:7], 0 offen", "buffer_store_dword v10, v1, s[4:7], 0 offen offset:16",
                "s_waitcnt vmcnt(0)", "buffer_store_dwordx2 v[0:1], v0, s[0:3], 0 idxen offset:8"));
    }

    @Test
    void interleavesTheDwordsOfRecords() {
        GpuDevices devices = Wiring.devices();
        assumeTrue(devices != null, "no Vulkan device on this host");
        for (int indexStride = 0; indexStride < 4; indexStride++) {
            GuestDispatches expected = guest(indexStride);
            GuestDispatches got = guest(indexStride);
            expected.onInterpreter();
            got.onDevice(devices);

            assertArrayEquals(expected.memory().getBytes(RECORDS, BYTES), got.memory().getBytes(RECORDS, BYTES), "index stride " + indexStride);
        }
    }

    /** Derived: record 9, dword 1, of groups of eight: the second group begins at 8 times 16 bytes, its second dwords 32 bytes on. */
    @Test
    void liesWhereTheFormulaSays() {
        GuestDispatches guest = guest(0);
        guest.onInterpreter();

        assertEquals(0x1000 + (128 + 32 + 4) / 4, guest.memory().getInt(RESULTS + 32 * 9 + 4));
        assertEquals(0, guest.memory().getInt(RESULTS + 32 * 60));
    }
}
