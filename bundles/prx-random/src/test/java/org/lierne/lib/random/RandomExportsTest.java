package org.lierne.lib.random;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestBytes;
import org.lierne.testing.ArrayGuestMemory;

class RandomExportsTest {
    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x100);
    private final RandomExports random = new RandomExports();

    @Test
    void fillsNoMoreThanItWasAskedFor() {
        assertEquals(0, random.fill(new GuestBytes(memory, 0x1000, 64), 64).code());
        assertEquals(0, memory.getLong(0x1040));
        assertEquals(0x817C0016, random.fill(new GuestBytes(memory, 0x1000, 65), 65).code());
        assertEquals(0x817C0016, random.fill(new GuestBytes(memory, 0x1000, -1), -1).code());
    }
}
