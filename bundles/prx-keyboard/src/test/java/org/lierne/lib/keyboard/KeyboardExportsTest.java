package org.lierne.lib.keyboard;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestPtr;
import org.lierne.testing.ArrayGuestMemory;

class KeyboardExportsTest {
    private final KeyboardExports exports = new KeyboardExports();

    @Test
    void opensTwoOfOneType() {
        assertEquals(1, exports.open(1, 0, 0, 0).raw());
        assertEquals(2, exports.open(1, 0, 1, 0).raw());
        assertEquals(0x80DA0001, (int) exports.open(1, 0, 2, 0).raw());
        assertEquals(0x80DA0001, (int) exports.open(1, 1, 0, 0).raw());
    }

    @Test
    void knowsItsHandles() {
        exports.open(1, 0, 0, 0);

        assertEquals(0, exports.read(1, 0, 8).raw());
        assertEquals(0x80DA0003, (int) exports.read(2, 0, 8).raw());
        assertEquals(0, exports.close(1).code());
        assertEquals(0x80DA0003, exports.close(1).code());
    }

    @Test
    void tellsThatNothingIsConnected() {
        ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x100);
        memory.putLong(0x1020, -1);
        memory.putByte(0x1010, (byte) 1);
        exports.open(1, 0, 0, 0);

        assertEquals(0, exports.state(1, new GuestPtr<>(memory, 0x1000, KeyboardExports.Sample.class)).code());

        assertEquals(0, memory.getByte(0x1010));
        assertEquals(-1, memory.getLong(0x1020));
        assertEquals(0x80DA0001, exports.state(1, new GuestPtr<>(memory, 0, KeyboardExports.Sample.class)).code());
    }
}
