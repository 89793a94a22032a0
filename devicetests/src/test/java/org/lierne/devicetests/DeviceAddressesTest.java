package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lierne.gpu.GpuDevices;
import org.lierne.testing.ArrayGuestMemory;
import org.lierne.testing.Rule;

/**
 * Accesses through addresses that lanes load from memory. Expected values are derived: each word of the data holds its own number.
 */
@Tag("gpu")
final class DeviceAddressesTest {
    private static final int LANES = 32;
    private static final long POINTERS = GuestDispatches.DATA;
    private static final long RESULTS = GuestDispatches.DATA + 0x1000;
    private static final long WORDS = GuestDispatches.DATA + 0x10000;
    private static final long END = GuestDispatches.DATA + 0x1000000;
    /** Mapped nowhere. */
    private static final long NOWHERE = 0x500000000L;

    private static @Nullable GpuDevices devices;

    private final GuestDispatches guest = new GuestDispatches();
    private final ArrayGuestMemory memory = guest.memory();

    /** Where it runs. */
    private enum Machine { INTERPRETER, DEVICE }

    @BeforeAll
    static void findDevices() {
        devices = Wiring.devices();
    }

    private void run(Machine machine) {
        if (machine == Machine.INTERPRETER) {
            guest.onInterpreter();
        } else {
            assumeTrue(devices != null, "no Vulkan device on this host");
            guest.onDevice(Objects.requireNonNull(devices));
        }
    }

    /** Pointers of lanes in v[2:3], the place of their results behind s[2:3] in v5, what they store in v6. */
    private void add(String... lines) {
        List<String> all = new java.util.ArrayList<>(List.of("v_lshlrev_b32_e32 v1, 3, v0", "v_lshlrev_b32_e32 v5, 2, v0",
                "v_add_nc_u32_e32 v6, 0x700, v0", "v_mov_b32_e32 v4, 0", "global_load_dwordx2 v[2:3], v1, s[0:1]", "s_waitcnt vmcnt(0)"));
        all.addAll(List.of(lines));
        all.addAll(List.of("s_waitcnt vmcnt(0) lgkmcnt(0)", "global_store_dword v5, v4, s[2:3]"));
        int[] user = {(int) POINTERS, (int) (POINTERS >>> 32), (int) RESULTS, (int) (RESULTS >>> 32)};
        guest.add(32, LANES, 1, user, all);
        for (int i = 0; i < 256; i++) {
            memory.putInt(WORDS + 4L * i, 0x1000 + i);
        }
    }

    private void point(int lane, long address) {
        memory.putLong(POINTERS + 8L * lane, address);
    }

    private int result(int lane) {
        return memory.getInt(RESULTS + 4L * lane);
    }

    /** Lanes point backwards through the words, one nowhere and one past the end of what is mapped. */
    @ParameterizedTest
    @EnumSource(Machine.class)
    void loadsWhereverAnAddressPoints(Machine machine) {
        add("global_load_dword v4, v[2:3], off offset:4");
        for (int lane = 0; lane < LANES; lane++) {
            point(lane, WORDS + 4L * (100 - lane));
        }
        point(7, NOWHERE);
        point(9, END - 4);

        run(machine);

        for (int lane = 0; lane < LANES; lane++) {
            assertEquals(lane == 7 || lane == 9 ? 0 : 0x1000 + 101 - lane, result(lane), "lane " + lane);
        }
        if (machine == Machine.DEVICE) {
            assertEquals(1, guest.faults().size(), () -> guest.faults().toString());
            String fault = guest.faults().getFirst();
            assertTrue(fault.contains("fault 3: an access through the address 0x500000004")
                    || fault.contains("fault 3: an access through the address 0x%x".formatted(END)), fault);
        }
    }

    /** Words, bytes and additions; an unaligned addition changes nothing and faults (rule B-004). */
    @ParameterizedTest
    @EnumSource(Machine.class)
    @Rule("B-004")
    void storesAndAddsWhereverAnAddressPoints(Machine machine) {
        add("global_store_dword v[2:3], v6, off", "global_store_byte v[2:3], v0, off offset:401", "v_mov_b32_e32 v7, 1",
                "global_atomic_add v4, v[2:3], v7, off offset:800 glc");
        for (int lane = 0; lane < LANES; lane++) {
            point(lane, WORDS + 4L * lane);
        }
        point(3, WORDS + 4L * 31 + 1);
        point(5, NOWHERE);

        run(machine);

        for (int lane = 0; lane < LANES - 1; lane++) {
            boolean isLeft = lane == 3 || lane == 5;
            assertEquals(isLeft ? 0x1000 + lane : 0x700 + lane, memory.getInt(WORDS + 4L * lane), "word of lane " + lane);
            assertEquals(isLeft ? (byte) 0x10 : (byte) lane, memory.getByte(WORDS + 4L * lane + 401), "byte of lane " + lane);
            assertEquals(0x1000 + 200 + lane + (isLeft ? 0 : 1), memory.getInt(WORDS + 4L * (200 + lane)), "sum of lane " + lane);
        }
        if (machine == Machine.DEVICE) {
            assertEquals(1, guest.faults().size(), () -> guest.faults().toString());
        }
    }

    /** The window's high dword comes from memory, so that only the program knows where the access goes. */
    @ParameterizedTest
    @EnumSource(Machine.class)
    @Rule({"B-003", "B-004"})
    void routesFlatAddressesWhileItRuns(Machine machine) {
        add("v_lshlrev_b32_e32 v8, 2, v0", "v_add_nc_u32_e32 v9, 0x900, v0", "ds_write_b32 v8, v9", "s_waitcnt lgkmcnt(0)",
                "flat_load_dword v4, v[2:3] offset:8");
        for (int lane = 0; lane < LANES; lane++) {
            point(lane, lane % 2 == 0 ? 0x80000000L << 32 | 4L * lane : WORDS + 4L * lane);
        }
        point(5, 0x80000001L << 32 | 0x10);
        point(30, 0x80000000L << 32 | 0xfffff0);

        run(machine);

        for (int lane = 0; lane < LANES; lane++) {
            int expected = lane == 5 || lane == 30 ? 0 : lane % 2 == 0 ? 0x900 + lane + 2 : 0x1000 + lane + 2;
            assertEquals(expected, result(lane), "lane " + lane);
        }
    }

    /** A scalar load through what one lane has loaded. */
    @ParameterizedTest
    @EnumSource(Machine.class)
    void loadsScalarsThroughAPointerOfALane(Machine machine) {
        add("v_readlane_b32 s4, v2, 3", "v_readlane_b32 s5, v3, 3", "s_load_dwordx2 s[6:7], s[4:5], 0x8", "s_waitcnt lgkmcnt(0)",
                "v_mov_b32_e32 v4, s7");
        for (int lane = 0; lane < LANES; lane++) {
            point(lane, lane == 3 ? WORDS + 0x42 : NOWHERE);
        }

        run(machine);

        assertEquals(0x1000 + 0x40 / 4 + 3, result(11));
    }

    private static final long EIGHT = RESULTS + 0x400;
    private static final long HALVES = RESULTS + 0xc00;

    /** Eight dwords, a halfword and a signed one of every lane; three of four lanes point off a dword, by addresses and by an offset. */
    @ParameterizedTest
    @Rule({"C-047", "C-048"})
    @ValueSource(strings = {"interpreter", "device", "quirk.driver.nvidia.bda-span"})
    void readsTheExactBytesWhereverTheyLie(String machine) {
        add("global_load_dwordx4 v[8:11], v[2:3], off", "global_load_dwordx4 v[12:15], v[2:3], off offset:16", "global_load_ushort v16, v[2:3], off",
                "global_load_sshort v17, v[2:3], off offset:2", "v_mul_u32_u24_e32 v18, 3, v0", "v_add_nc_u32_e32 v18, 0x10001, v18",
                "global_load_dword v4, v18, s[0:1]", "v_lshlrev_b32_e32 v19, 5, v0", "s_waitcnt vmcnt(0)",
                "v_perm_b32 v16, v17, v16, 0x05040100",
                "global_store_dwordx4 v19, v[8:11], s[2:3] offset:1024", "global_store_dwordx4 v19, v[12:15], s[2:3] offset:1040",
                "v_add_nc_u32_e32 v20, 0xc00, v5", "global_store_dword v20, v16, s[2:3]");
        for (int lane = 0; lane < LANES; lane++) {
            point(lane, WORDS + 7L * lane);
        }
        point(6, NOWHERE);

        runAs(machine);

        for (int lane = 0; lane < LANES; lane++) {
            long address = WORDS + 7L * lane;
            for (int i = 0; i < 8; i++) {
                assertEquals(lane == 6 ? 0 : dword(address + 4 * i), memory.getInt(EIGHT + 32L * lane + 4 * i), "dword " + i + " of lane " + lane);
            }
            assertEquals(lane == 6 ? 0 : dword(address), memory.getInt(HALVES + 4L * lane), "halves of lane " + lane);
            assertEquals(dword(WORDS + 1 + 3L * lane), result(lane), "by an offset, lane " + lane);
        }
    }

    private void runAs(String machine) {
        if (machine.equals("interpreter")) {
            guest.onInterpreter();
        } else {
            assumeTrue(devices != null, "no Vulkan device on this host");
            assertNull(guest.onDevice(Objects.requireNonNull(devices), machine.equals("device") ? Set.of() : Set.of(machine), Set.of()));
        }
    }

    private int dword(long address) {
        int word = 0;
        for (int i = 3; i >= 0; i--) {
            word = word << 8 | memory.getByte(address + i) & 0xff;
        }
        return word;
    }

    /** Two dwords and a halfword of every lane, each lane a byte further off a dword than the one before. */
    @ParameterizedTest
    @EnumSource(Machine.class)
    void writesTheExactBytesWhereverTheyLie(Machine machine) {
        add("v_mov_b32_e32 v7, 0x0a0b0c0d", "v_mov_b32_e32 v8, 0x01020304", "global_store_dwordx2 v[2:3], v[7:8], off",
                "global_store_short v[2:3], v6, off offset:10", "v_mul_u32_u24_e32 v9, 21, v0", "v_add_nc_u32_e32 v9, 0x10800, v9",
                "global_store_dword v9, v8, s[0:1]");
        for (int lane = 0; lane < LANES; lane++) {
            point(lane, WORDS + 21L * lane);
        }

        run(machine);

        byte[] pair = {0x0d, 0x0c, 0x0b, 0x0a, 4, 3, 2, 1};
        for (int lane = 0; lane < LANES; lane++) {
            for (int i = 0; i < 21; i++) {
                long address = WORDS + 21L * lane + i;
                int kept = (int) (0x1000 + (address - WORDS) / 4 >>> (address & 3) * 8);
                int expected = i < 8 ? pair[i] : i == 10 ? lane : i == 11 ? 7 : kept;
                assertEquals((byte) expected, memory.getByte(address), "byte " + i + " of lane " + lane);
            }
            assertEquals(0x01020304, dword(WORDS + 0x800 + 21L * lane), "by an offset, lane " + lane);
        }
    }

    @Test
    void refusesWithoutTheMode() {
        assumeTrue(devices != null, "no Vulkan device on this host");
        add("global_load_dword v4, v[2:3], off");

        String refusal = guest.onDevice(Objects.requireNonNull(devices), Set.of("buffer.device-addresses"));

        assertTrue(assertNotNullText(refusal).contains("buffer.device-addresses"), refusal);
    }

    private static String assertNotNullText(@Nullable String text) {
        assertNotNull(text);
        return text;
    }
}
