package org.lierne.agc.register;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The table as a whole, and its text. */
final class RegistersTest {
    @Test
    void keepsFieldsApartAndInsideTheWord() {
        for (Register register : Registers.TABLE) {
            boolean[] taken = new boolean[32];
            for (RegisterField field : register.fields()) {
                for (int bit = field.low(); bit <= field.high(); bit++) {
                    assertFalse(taken[bit], register + "." + field.name());
                    taken[bit] = true;
                }
            }
        }
    }

    @Test
    void keepsRegistersInsideTheirSpaces() {
        for (Register register : Registers.TABLE) {
            assertTrue(register.at(register.count() - 1) < register.space().size(), register.name());
        }
    }

    @Test
    void printsNamesFieldsAndUnknownOffsets() {
        assertEquals("CB_COLOR_CONTROL=0xcc0010 MODE=1 ROP3=204", Registers.text(RegisterSpace.CX, 0x202, 0x00CC0010));
        assertEquals("CB_COLOR_BASE[1]=0x5", Registers.text(RegisterSpace.CX, 0x327, 5));
        assertEquals("UC 0x3ff=0x7", Registers.text(RegisterSpace.UC, 0x3FF, 7));
    }
}
