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
import org.lierne.gpu.GpuDevices;
import org.lierne.testing.Rule;

/** Buffers whose base lies off a dword boundary, on the device. Bytes 0, 1, 2 … lie in memory; values are derived from the rules. */
@Tag("gpu")
final class BufferAlignmentTest {
    private static final long BYTES = GuestDispatches.DATA + 0x100;
    private static final long OUTPUT = GuestDispatches.DATA + 0x1000;

    /** One wave; the buffer in s[0:3] at {@code misplaced} bytes behind {@link #BYTES}, v0 = 0; v1 is stored by lane 0. */
    private static GuestDispatches program(int misplaced, int word3, String... lines) {
        List<String> all = new ArrayList<>(List.of("s_mov_b32 exec_lo, 1"));
        all.addAll(List.of(lines));
        all.addAll(List.of("s_waitcnt vmcnt(0) lgkmcnt(0)", "buffer_store_dword v1, off, s[4:7], 0"));
        long base = BYTES + misplaced;
        GuestDispatches made = new GuestDispatches().add(32, 32, 1, new int[] {(int) base, (int) (base >>> 32), 0x40, word3, (int) OUTPUT,
            (int) (OUTPUT >>> 32), 0x80, 0x31014fac}, all);
        for (int i = 0; i < 0x80; i++) {
            made.memory().putByte(BYTES + i, (byte) i);
        }
        return made;
    }

    private static final int RAW = 0x31014fac;

    private static GuestDispatches ran(GuestDispatches made, Set<String> on) {
        GpuDevices devices = Wiring.devices();
        assumeTrue(devices != null, "no Vulkan device on this host");
        assertNull(made.onDevice(devices, on, Set.of()));
        return made;
    }

    private static String result(GuestDispatches made) {
        return "%08x".formatted(ran(made, Set.of()).memory().getInt(OUTPUT));
    }

    @Test
    @Rule("C-026")
    void rawLoadsReadTheBytesBehindTheBase() {
        assertEquals("04030201", result(program(1, RAW, "buffer_load_dword v1, off, s[0:3], 0")));
        assertEquals("0a090807", result(program(3, RAW, "buffer_load_dword v1, off, s[0:3], 0 offset:4")));
        assertEquals("00000403", result(program(3, RAW, "buffer_load_ushort v1, off, s[0:3], 0")));
        assertEquals("0d0c0b0a", result(program(2, RAW, "buffer_load_dwordx2 v[0:1], off, s[0:3], 0 offset:4")));
        assertEquals("00000000", result(program(1, RAW, "buffer_load_dword v1, off, s[0:3], 0 offset:64")), "past the end");
    }

    @Test
    @Rule("C-026")
    void scalarLoadsDropTheLowBitsOfBaseAndOffset() {
        assertEquals("03020100", result(program(2, RAW, "s_buffer_load_dword s8, s[0:3], 0x3", "s_waitcnt lgkmcnt(0)", "v_mov_b32_e32 v1, s8")));
    }

    @Test
    @Rule("C-026")
    void rawStoresWriteTheBytesBehindTheBase() {
        GuestDispatches made = ran(program(1, RAW, "v_mov_b32_e32 v1, 0x0d0c0b0a", "buffer_store_dword v1, off, s[0:3], 0",
                "buffer_store_short v1, off, s[0:3], 0 offset:10"), Set.of());

        assertEquals("0c0b0a00", "%08x".formatted(made.memory().getInt(BYTES)));
        assertEquals("0706050d", "%08x".formatted(made.memory().getInt(BYTES + 4)));
        assertEquals("0a0a0908", "%08x".formatted(made.memory().getInt(BYTES + 8)));
        assertEquals("0f0e0d0b", "%08x".formatted(made.memory().getInt(BYTES + 12)));
    }

    @Test
    @Rule({"C-026", "C-027"})
    void atomicsActOnTheDwordThatHoldsTheirAddress() {
        GuestDispatches made = program(0, RAW, "v_mov_b32_e32 v1, 0x80", "buffer_atomic_or v1, off, s[0:3], 0 offset:7 glc");

        assertEquals("07060504", result(made));
        assertEquals("07060584", "%08x".formatted(made.memory().getInt(BYTES + 4)));
        assertEquals("0b0a0908", "%08x".formatted(made.memory().getInt(BYTES + 8)));

        GuestDispatches moved = program(1, RAW, "v_mov_b32_e32 v1, 0x80", "buffer_atomic_or v1, off, s[0:3], 0 offset:3 glc");
        assertEquals("07060504", result(moved));

        GuestDispatches before = program(1, RAW, "v_mov_b32_e32 v1, 0x80", "buffer_atomic_or v1, off, s[0:3], 0 glc");
        assertEquals("00000000", result(before), "the dword begins before the base");
        assertEquals("03020100", "%08x".formatted(before.memory().getInt(BYTES)));
    }

    @Test
    @Rule("C-027")
    void atomicsOnTwoDwordsOffTheirBoundaryFault() {
        GuestDispatches made = program(0, RAW, "v_mov_b32_e32 v1, 1", "v_mov_b32_e32 v2, 0",
                "buffer_atomic_add_x2 v[1:2], off, s[0:3], 0 offset:4 glc");

        assertEquals("00000000", result(made));
        assertEquals("07060504", "%08x".formatted(made.memory().getInt(BYTES + 4)));
        assertEquals(1, made.faults().size(), made.faults().toString());
        assertTrue(made.faults().getFirst().endsWith("fault 2: an unaligned atomic through the address 0x%x".formatted(BYTES + 4)),
                made.faults().getFirst());
    }

    @Test
    @Rule("C-029")
    void dwordsAreCountedWholeUnlessBytesAreToBeExact() {
        String load = "buffer_load_dword v1, off, s[0:3], 0 offset:5";

        assertEquals("07060504", result(program(0, RAW, load)));
        assertEquals("08070605", result(program(1, RAW, load)), "whole dwords from the base");
        assertEquals("08070605", "%08x".formatted(ran(program(0, RAW, load), Set.of("buffer.alignment.byte-exact")).memory().getInt(OUTPUT)));
        assertEquals("09080706", "%08x".formatted(ran(program(1, RAW, load), Set.of("buffer.alignment.byte-exact")).memory().getInt(OUTPUT)));
    }

    @Test
    @Rule("C-026")
    void formattedAccessesOffTheirElementAndOtherBasesWhereThatIsOffAreRefused() {
        GpuDevices devices = Wiring.devices();
        assumeTrue(devices != null, "no Vulkan device on this host");

        // 32_UINT, then 8_UINT, whose elements lie anywhere.
        assertTrue(String.valueOf(program(1, 0x31014fac, "buffer_load_format_x v1, off, s[0:3], 0").onDevice(devices, Set.of()))
                .contains("a formatted access whose base lies off its element's alignment (buffer.alignment)"));
        assertEquals("00000001", result(program(1, 0x31005fac, "buffer_load_format_x v1, off, s[0:3], 0")));
        assertTrue(String.valueOf(program(1, RAW, "buffer_load_dword v1, off, s[0:3], 0").onDevice(devices, Set.of("buffer.alignment")))
                .contains("the buffer's base lies off a dword boundary, and buffer.alignment is off"));
    }
}
