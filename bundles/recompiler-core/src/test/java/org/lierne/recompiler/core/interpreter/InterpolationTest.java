package org.lierne.recompiler.core.interpreter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.testing.Rule;

class InterpolationTest {
    /** P10, P20 and P0 of the attribute's channel. */
    private static int run(String instruction, int mode, boolean ieee, int p10, int p20, int p0, int... vectors) {
        Outside attributes = new Outside() {
            @Override
            public int parameter(Wave wave, Decoded d, int attribute, int channel, int which, int lane) {
                assertEquals(3, attribute);
                assertEquals(1, channel);
                return which == 0 ? p10 : which == 1 ? p20 : p0;
            }
        };
        int[] words = new Assembler(32).assemble(instruction);
        Workgroup group = new Workgroup(new Program(words, 32), new ArrayMemory(), attributes, 0, new byte[0], 0);
        Wave wave = group.addWave(Wave.VGPRS);
        wave.mode(Wave.modeOf(mode, ieee, true, false));
        for (int i = 0; i < vectors.length; i++) {
            java.util.Arrays.fill(wave.vectors[i], vectors[i]);
        }
        group.run(10);
        return wave.vectors[9][0];
    }

    @Test
    @Rule("B-014")
    void halfAttributesAreRoundedOnce() {
        assertEquals(0x3fd72001, run("v_interp_p1ll_f16 v9, v0, attr3.y", OneWave.KEPT, false, 0x3cba, 0, 0x3eb9, 0x3358a5df));
        assertEquals(0x3feda001, run("v_interp_p1ll_f16 v9, v0, attr3.y", OneWave.KEPT, false, 0x3df5, 0, 0x3f6d, 0x332be5d0));
        assertEquals(0x3c07, run("v_interp_p2_f16 v9, v0, attr3.y, v1", OneWave.KEPT, false, 0, 0x3f2a, 0, 0x398eef88, 0x3f80c000) & 0xffff);
        assertEquals(0x3c35, run("v_interp_p2_f16 v9, v0, attr3.y, v1", OneWave.KEPT, false, 0, 0x3f45, 0, 0x398cdca5, 0x3f86a000) & 0xffff);
    }

    @Test
    @Rule("B-014")
    void halfAttributesTakeTheHalfThatIsAskedFor() {
        assertEquals(0x3fd72001, run("v_interp_p1ll_f16 v9, v0, attr3.y high", OneWave.KEPT, false, 0x3cba0000, 0, 0x3eb90000, 0x3358a5df));
        assertEquals(0x3fd72001, run("v_interp_p1lv_f16 v9, v0, attr3.y, v1", OneWave.KEPT, false, 0x3cba, 0, 0, 0x3358a5df, 0x3eb9));
    }

    @Test
    @Rule("B-014")
    void nanCoordinatesAreQuietedUnderIeeeOnlyButAlwaysInHalves() {
        assertEquals(0x7f812345, run("v_interp_p1ll_f16 v9, v0, attr3.y", OneWave.KEPT, false, 0x3c00, 0, 0, 0x7f812345));
        assertEquals(0x7fc12345, run("v_interp_p1ll_f16 v9, v0, attr3.y", OneWave.KEPT, true, 0x3c00, 0, 0, 0x7f812345));
        assertEquals(0x7e09, run("v_interp_p2_f16 v9, v0, attr3.y, v1", OneWave.KEPT, false, 0, 0x3c00, 0, 0x7f812345, 0) & 0xffff);
    }

    @Test
    void singleAttributesAreTwoFusedSteps() {
        assertEquals(Float.floatToRawIntBits(2.5f * 0.5f + 1), run("v_interp_p1_f32_e32 v9, v0, attr3.y", OneWave.TITLES, false,
                Float.floatToRawIntBits(2.5f), 0, Float.floatToRawIntBits(1), Float.floatToRawIntBits(0.5f)));
        assertEquals(77, run("v_interp_mov_f32_e32 v9, p0, attr3.y", OneWave.TITLES, false, 0, 0, 77));
    }
}
