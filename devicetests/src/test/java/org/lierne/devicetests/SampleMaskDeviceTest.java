package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.gpu.GpuDevices;
import org.lierne.testing.Rule;

/** Every dword of two blocks of a sample mask, on the device. Where a dword lies is worked out from the order's bits (derived). */
@Tag("gpu")
final class SampleMaskDeviceTest {
    private static final long MASK = GuestDispatches.DATA + 0x800000;
    private static final int BLOCK_BYTES = 0x10000;
    private static final int SIDE = 128;
    /** Bits 2 and up of a dword's place in 64 KiB, depth order, pipes mixed. */
    private static final String[] ORDER = "x0 y0 x1 y1 x2 y2 x3^y3 x4^y4 x6^y5 x5^y6 y3 x4 y6 x6".split(" ");

    /** Of layer 1 one pipe bit is turned round: the slice is mixed into the pipes. */
    private static int offset(int x, int y, int layer) {
        int offset = layer << 11;
        for (int bit = 0; bit < ORDER.length; bit++) {
            int value = 0;
            for (String source : ORDER[bit].split("\\^")) {
                value ^= (source.charAt(0) == 'x' ? x : y) >> source.charAt(1) - '0' & 1;
            }
            offset ^= value << bit + 2;
        }
        return offset;
    }

    @Test
    @Rule("A-032")
    void loadsEveryDwordOfBothLayers() {
        GpuDevices devices = Wiring.devices();
        assumeTrue(devices != null, "no Vulkan device on this host");
        GuestDispatches guest = new GuestDispatches();
        for (int i = 0; i < 2 * BLOCK_BYTES / 4; i++) {
            guest.memory().putInt(MASK + 4L * i, 0x76540000 + i);
        }
        int[] image = {(int) (MASK >>> 8), (int) (MASK >>> 40) & 0xff | 166 << 20 | (SIDE - 1 & 3) << 30, SIDE - 1 >>> 2 | SIDE - 1 << 14,
            0xd0000000 | 24 << 20 | 4, 1, 0, 0, 0};
        List<int[]> rows = new ArrayList<>();
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                rows.add(ImagePrograms.row(x, y, (x ^ y) & 1));
            }
        }
        ImagePrograms.Results results = new ImagePrograms(guest, GuestDispatches.DATA).add(64, image, new int[4],
                "image_load v20, v[4:6], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D_ARRAY unorm", rows);

        guest.onDevice(Objects.requireNonNull(devices));

        for (int i = 0; i < rows.size(); i++) {
            int[] row = rows.get(i);
            int dword = (offset(row[0], row[1], row[2]) + row[2] * BLOCK_BYTES) / 4;
            assertEquals(0x76540000 + dword, results.row(i)[0], row[0] + ", " + row[1]);
        }
    }
}
