package org.lierne.devicetests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lierne.shader.harness.VulkanRows;
import org.lierne.testing.Rule;

/** Single instructions, on interpreter and device. Expected values are derived from the text of rules, or of the instruction set's guide. */
@Tag("gpu")
final class ScalarRulesTest {
    private static final int TITLES = 0xc0;

    private static int mask(int width, int offset) {
        int ones = 0;
        for (int bit = 0; bit < (width & 31); bit++) {
            ones |= 1 << bit;
        }
        return ones << (offset & 31);
    }

    private static String lanes(java.util.function.IntUnaryOperator value) {
        return IntStream.range(0, 32).mapToObj(lane -> "%08x".formatted(value.applyAsInt(lane))).collect(Collectors.joining(",", "[", "]"));
    }

    @Test
    @Rule("C-028")
    void bitfieldMasksTakeFiveBitsOfEachOperand() {
        RowText rows = new RowText(32);
        int[][] stated = {{0, 0, 0}, {1, 0, 1}, {8, 4, 0xff0}, {31, 1, 0xfffffffe}, {31, 31, 0x80000000}, {32, 0, 0}, {33, 32, 1},
            {16, 24, 0xff000000}, {0xffffffe8, 0xffffffe4, 0xff0}};
        for (int[] row : stated) {
            for (int scc = 0; scc < 2; scc++) {
                rows.row(TITLES, "s_bfm_b32 s8, s4, s5", "s4=%08x s5=%08x scc=%08x".formatted(row[0], row[1], scc),
                        "s8=%08x scc=%08x".formatted(row[2], scc));
            }
            rows.row(TITLES, "v_bfm_b32 v2, v0, v1", "v0=%08x v1=%08x".formatted(row[0], row[1]), "v2=%08x".formatted(row[2]));
        }
        for (int width = 0; width < 32; width++) {
            int bits = width;
            for (int upper : new int[] {0, 0xa5a5a5e0}) {
                rows.row(TITLES, "v_bfm_b32 v2, v0, v1", "v0=%08x v1=".formatted(bits | upper) + lanes(lane -> lane | upper),
                        "v2=" + lanes(lane -> mask(bits, lane)));
            }
        }

        List<String> differences;
        try (VulkanRows device = Wiring.devices() == null ? null : Wiring.rows()) {
            differences = rows.differencesOnBoth(device);
        }

        assertEquals(List.of(), differences);
    }

    @Test
    @Rule("A-056")
    void clocksOfASoftwareDriverHaveNoHighWord() {
        Assumptions.assumeTrue(Wiring.devices() != null && Wiring.devices().list().getFirst().driverName().equals("llvmpipe"),
                "the device is not llvmpipe");
        int[] expected = new int[32];
        java.util.Arrays.fill(expected, 1);

        // Bit 0: the low words of two readings differ. Bit 1: some high word is not zero.
        SmallProgram.of(32, "s_memtime s[8:9]", "s_waitcnt lgkmcnt(0)", "s_mov_b32 s12, 0x400", "again:", "s_sub_u32 s12, s12, 1",
                "s_cmp_lg_u32 s12, 0", "s_cbranch_scc1 again", "s_memtime s[10:11]", "s_waitcnt lgkmcnt(0)", "s_cmp_lg_u32 s8, s10",
                "s_cselect_b32 s13, 1, 0", "s_or_b32 s14, s9, s11", "s_cmp_lg_u32 s14, 0", "s_cselect_b32 s14, 2, 0", "s_or_b32 s13, s13, s14",
                "v_mov_b32_e32 v1, s13").givesOnDevice(expected);
    }

    /**
     * Segments of 2/pi, of which the first bits are published with the C library's argument reduction. Each is 53 bits of them, as a number of
     * their weight.
     */
    @Test
    void segmentsOfTwoOverPiAreItsBits() {
        BigInteger published = new BigInteger("A2F9836E4E441529FC2757D1F534DDC0DB6295993C439041FE5163ABDEBBC561B7246E3A", 16);
        RowText rows = new RowText(32);
        int[][] places = {{0, 0}, {0x3ff, 0}, {0x3ff, 1}, {1077, 4}, {1078, 0}, {1088, 1}, {1077 + 31, 2}, {1077 + 32, 2}, {1077 + 181, 1}};
        for (int[] place : places) {
            int exponent = place[0];
            int segment = place[1];
            int shift = 53 * segment + Math.max(0, exponent - 1077);
            BigInteger bits = published.shiftRight(288 - shift - 53).and(BigInteger.ONE.shiftLeft(53).subtract(BigInteger.ONE));
            long expected = Double.doubleToRawLongBits(Math.scalb(bits.doubleValue(), -53 - shift));
            rows.row(TITLES, "v_trig_preop_f64 v[2:3], v[0:1], v4", "v0=12345678 v1=%08x v4=%08x".formatted(exponent << 20 | 0x80012345, segment | 0x60),
                    "v2=%08x v3=%08x".formatted((int) expected, (int) (expected >>> 32)));
        }

        List<String> differences;
        try (VulkanRows device = Wiring.devices() == null ? null : Wiring.rows()) {
            differences = rows.differencesOnBoth(device);
        }

        assertEquals(List.of(), differences);
    }
}
