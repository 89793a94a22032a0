package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lierne.gpu.GpuDevices;
import org.lierne.testing.ArrayGuestMemory;
import org.lierne.testing.Rule;

/**
 * The measured stores to a face of a cube: 64 lanes, each its own value, into 64 KiB of a pattern. Descriptors, rows and expected bytes are
 * those of rules C-064 and C-065.
 */
@Tag("gpu")
final class CubeStoreTest {
    private static final int BACKING_BYTES = 0x10000;
    private static final long ROWS = GuestDispatches.DATA;
    private static final long BACKING = ROWS + 1024;
    private static final long TABLE = ROWS + 0x20000;
    private static final long READ_BACK = ROWS + 0x30000;
    private static final int FACES = 12;
    private static final int LANES = 64;
    private static final int UINT_32 = 20;
    private static final int FLOAT_16_16_16_16 = 71;

    private static @Nullable GpuDevices devices;

    @BeforeAll
    static void findDevices() {
        devices = Wiring.devices();
    }

    /** Where it runs. */
    private enum Machine { INTERPRETER, DEVICE }

    private final GuestDispatches guest = new GuestDispatches();
    private final ArrayGuestMemory memory = guest.memory();

    private static int[] storeDescriptor(int format, int base) {
        return new int[] {(int) (BACKING >>> 8), (int) (BACKING >>> 40) & 0xff | format << 20 | 0xc0000000, 0x0001c001, 0xb0000fac,
            base << 16 | 11, 0, 0, 0};
    }

    private static int[] readDescriptor(int format) {
        int[] words = storeDescriptor(format, 0);
        words[3] = 0xd0000fac;
        words[4] = 11;
        return words;
    }

    private static int[] user(int[] image) {
        int[] user = java.util.Arrays.copyOf(image, 14);
        user[12] = (int) TABLE;
        user[13] = (int) (TABLE >>> 32);
        return user;
    }

    private static int value(int format, int lane) {
        return 0x3f000000 + lane * (format == FLOAT_16_16_16_16 ? 0x20000 : 0x1357);
    }

    private static int pattern(int dword) {
        return 0xa5a50000 | dword & 0xffff;
    }

    private void fill(int format, int base) {
        for (int lane = 0; lane < LANES; lane++) {
            int[] row = {value(format, lane), lane & 7, lane >> 3, base};
            for (int i = 0; i < row.length; i++) {
                memory.putInt(ROWS + 16L * lane + 4L * i, row[i]);
            }
        }
        for (int i = 0; i < BACKING_BYTES / 4; i++) {
            memory.putInt(BACKING + 4L * i, pattern(i));
        }
        int[] rows = {(int) ROWS, (int) (ROWS >>> 32), 1024, 0x31016fac};
        int[] out = {(int) READ_BACK, (int) (READ_BACK >>> 32), FACES * LANES * 16, 0x31016fac};
        for (int i = 0; i < 4; i++) {
            memory.putInt(TABLE + 4L * i, rows[i]);
            memory.putInt(TABLE + 16 + 4L * i, out[i]);
        }
    }

    private void addStore(int waveSize, int format, int base) {
        boolean isHalf = format == FLOAT_16_16_16_16;
        List<String> lines = new ArrayList<>(List.of("s_load_dwordx4 s[16:19], s[12:13], 0x0", "v_lshlrev_b32_e32 v0, 4, v0",
                "s_waitcnt lgkmcnt(0)", "buffer_load_dwordx4 v[4:7], v0, s[16:19], 0 offen", "s_waitcnt vmcnt(0)",
                "v_mov_b32_e32 v8, v5", "v_mov_b32_e32 v9, v6", "v_mov_b32_e32 v5, 0xc0000000", "v_mov_b32_e32 v6, 0x40800000",
                "v_mov_b32_e32 v7, 0x3e800000"));
        lines.add(isHalf ? "image_store v[4:7], v[8:9], s[0:7] dmask:0xf dim:SQ_RSRC_IMG_2D unorm"
                : "image_store v4, v[8:9], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm");
        guest.add(waveSize, LANES, 1, user(storeDescriptor(format, base)), lines);
    }

    /** One group a slice: each lane loads its texel of the slice. */
    private void addReadBack(int waveSize, int format) {
        boolean isHalf = format == FLOAT_16_16_16_16;
        guest.add(waveSize, LANES, FACES, user(readDescriptor(format)), List.of("s_load_dwordx4 s[16:19], s[12:13], 0x10",
                "v_and_b32_e32 v4, 7, v0", "v_lshrrev_b32_e32 v5, 3, v0", "v_mov_b32_e32 v6, s14", "v_mov_b32_e32 v9, 0",
                "v_mov_b32_e32 v10, 0", "v_mov_b32_e32 v11, 0",
                isHalf ? "image_load v[8:11], v[4:6], s[0:7] dmask:0xf dim:SQ_RSRC_IMG_2D_ARRAY unorm"
                        : "image_load v8, v[4:6], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D_ARRAY unorm",
                "s_lshl_b32 s20, s14, 10", "v_lshlrev_b32_e32 v0, 4, v0", "v_add_nc_u32_e32 v0, s20, v0",
                "s_waitcnt vmcnt(0) lgkmcnt(0)", "buffer_store_dwordx4 v[8:11], v0, s[16:19], 0 offen"));
    }

    private void run(Machine machine) {
        if (machine == Machine.INTERPRETER) {
            guest.onInterpreter();
        } else {
            assumeTrue(devices != null, "no Vulkan device on this host");
            guest.onDevice(Objects.requireNonNull(devices));
        }
    }

    private void assertOnlyDword(int dword, int expected) {
        assertEquals(Integer.toHexString(expected), Integer.toHexString(memory.getInt(BACKING + 4L * dword)), "dword " + dword);
    }

    private void assertReadBack(int slice, int lane, int... expected) {
        for (int i = 0; i < expected.length; i++) {
            assertEquals(Integer.toHexString(expected[i]), Integer.toHexString(memory.getInt(READ_BACK + 1024L * slice + 16L * lane + 4L * i)),
                    "slice " + slice + " lane " + lane);
        }
    }

    @ParameterizedTest
    @CsvSource({"INTERPRETER,20,0,32", "INTERPRETER,20,6,64", "INTERPRETER,22,0,64", "INTERPRETER,22,6,32", "DEVICE,20,0,32",
        "DEVICE,20,0,64", "DEVICE,20,6,32", "DEVICE,20,6,64", "DEVICE,22,0,32", "DEVICE,22,0,64", "DEVICE,22,6,32", "DEVICE,22,6,64"})
    @Rule({"C-062", "C-064", "A-050"})
    void writesSixtyFourDwordsAndNothingElse(Machine machine, int format, int base, int waveSize) {
        fill(format, base);
        addStore(waveSize, format, base);
        addReadBack(waveSize, format);

        run(machine);

        for (int i = 0; i < BACKING_BYTES / 4; i++) {
            int inFace = i - base * 512;
            boolean isTexel = inFace >= 0 && inFace < 512 && inFace % 64 < 8;
            assertOnlyDword(i, isTexel ? 0x3f000000 + (inFace / 64 * 8 + inFace % 64) * 0x1357 : pattern(i));
        }
        for (int slice = 0; slice < FACES; slice++) {
            for (int lane = 0; lane < LANES; lane++) {
                assertReadBack(slice, lane, slice == base ? 0x3f000000 + lane * 0x1357
                        : pattern(slice * 512 + (lane >> 3) * 64 + (lane & 7)));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"INTERPRETER,0,32", "INTERPRETER,6,64", "DEVICE,0,32", "DEVICE,0,64", "DEVICE,6,32", "DEVICE,6,64"})
    @Rule({"C-062", "C-065"})
    void writesFourHalvesOfEachTexelAndNothingElse(Machine machine, int base, int waveSize) {
        fill(FLOAT_16_16_16_16, base);
        addStore(waveSize, FLOAT_16_16_16_16, base);
        addReadBack(waveSize, FLOAT_16_16_16_16);

        run(machine);

        for (int i = 0; i < BACKING_BYTES / 4; i++) {
            int inFace = i - base * 512;
            boolean isTexel = inFace >= 0 && inFace < 512 && inFace % 64 < 16;
            int lane = inFace / 64 * 8 + inFace % 64 / 2;
            int texel = i % 2 == 0 ? 0xc0000000 | 0x3800 + lane * 16 : 0x34004400;
            assertOnlyDword(i, isTexel ? texel : pattern(i));
        }
        for (int lane = 0; lane < LANES; lane++) {
            assertReadBack(base, lane, 0x3f000000 + lane * 0x20000, 0xc0000000, 0x40800000, 0x3e800000);
        }
    }

    /** Switched off for a title, the store is refused with all that rule C-063 wants to read. */
    @Test
    @Rule({"C-062", "C-063"})
    void isRefusedWhereItIsSwitchedOff() {
        assumeTrue(devices != null, "no Vulkan device on this host");
        fill(UINT_32, 6);
        addStore(32, UINT_32, 6);

        String refusal = guest.onDevice(Objects.requireNonNull(devices), Set.of("pass.image.cube-face"));

        assertNotNull(refusal);
        for (String part : List.of("cs ", "pc=0x", "image_store v4, v[8:9], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm", "format 20",
                "type 11 (cube", "dim:d2", "pass.image.cube-face is off", "0001c001 b0000fac 0006000b 00000000 00000000 00000000")) {
            assertTrue(refusal.contains(part), () -> part + " in: " + refusal);
        }
        List<Integer> changed = new ArrayList<>(Collections.emptyList());
        for (int i = 0; i < BACKING_BYTES / 4; i++) {
            if (memory.getInt(BACKING + 4L * i) != pattern(i)) {
                changed.add(i);
            }
        }
        assertEquals(List.of(), changed);
    }
}
