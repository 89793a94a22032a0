package org.lierne.lib.agc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.lierne.lib.agc.Interpolants.Form;

/** Values: one from an open test, the others derived from the rule of docs/graphics-library.md section 7. */
final class InterpolantsTest {
    private static int plain(int input, int output) {
        return Interpolants.control(input, output, true, Form.PLAIN);
    }

    private static int unmatched(int input) {
        return Interpolants.control(input, 0, false, Form.PLAIN);
    }

    @Test
    void readsTheSlotOfTheMatchingOutput() {
        assertEquals(0x5, plain(0x0F, 0x050F));
    }

    @Test
    void marksFlatInputsAndTheirDefault() {
        assertEquals(0x609, plain(0x0040_0000 | 2 << 28 | 0x0F, 0x090F));
    }

    @Test
    void usesTheDefaultWhereNothingMatches() {
        assertEquals(0x20 | 3 << 8, unmatched(3 << 28 | 0x0F));
    }

    @Test
    void usesTheDefaultForCustomInputsAndMarksThemFlat() {
        assertEquals(0x420 | 0x5, plain(1 << 24 | 0x0F, 0x050F));
    }

    @Test
    void packsMatchedHalves() {
        int both = 3 << 20 | 0x0F;

        assertEquals(0x03000000 | 0x00080000 | 0x5, plain(both, 3 << 20 | 0x050F));
        assertEquals(0x03000000 | 0x00080000 | 0x20 | 0x5, plain(both, 2 << 20 | 0x050F));
        assertEquals(0x03000000 | 0x00080000 | 0x00100000 | 0x5, plain(both, 1 << 20 | 0x050F));
        assertEquals(0x03000000 | 0x00180020, unmatched(both));
    }

    @Test
    void treatsALoneHighHalfApartInTheOtherForm() {
        int high = 2 << 20 | 1 << 30 | 0x0F;

        assertEquals(0x02000000 | 0x00080000 | 1 << 21 | 1 << 8 | 0x5,
                Interpolants.control(high, 2 << 20 | 0x050F, true, Form.SEPARATE_HALVES));
        assertEquals(0x02000000 | 0x00080000 | 0x20 | 1 << 21 | 1 << 8,
                Interpolants.control(high, 0, false, Form.SEPARATE_HALVES));
    }
}
