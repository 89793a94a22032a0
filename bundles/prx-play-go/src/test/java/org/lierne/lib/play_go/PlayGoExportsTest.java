package org.lierne.lib.play_go;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.HleRefusal;
import org.lierne.testing.ArrayGuestMemory;

class PlayGoExportsTest {
    private static final int INVALID = 0x80B20004;

    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x100);
    private final PlayGoExports exports = new PlayGoExports();

    private <T> GuestPtr<T> at(long address, Class<T> type) {
        return new GuestPtr<>(memory, address, type);
    }

    @Test
    void startsWithABuffer() {
        assertEquals(INVALID, exports.initialize(at(0, PlayGoExports.Init.class)).code());
        assertEquals(INVALID, exports.initialize(at(0x1000, PlayGoExports.Init.class)).code());
        at(0x1000, PlayGoExports.Init.class).set(new PlayGoExports.Init(0x5000, 0x200000));
        assertEquals(0, exports.initialize(at(0x1000, PlayGoExports.Init.class)).code());
        assertEquals(0, exports.open(at(0x1040, Integer.class), 0).code());
        assertEquals(1, memory.getInt(0x1040));
    }

    @Test
    void everyChunkIsInstalled() {
        memory.putByte(0x1082, (byte) 9);

        assertEquals(0, exports.places(1, at(0x1040, Short.class), 2, at(0x1080, Byte.class)).code());
        assertEquals(0, exports.progress(1, at(0x1040, Short.class), 2, at(0x1090, PlayGoExports.Progress.class)).code());
        assertEquals(0, exports.pending(1, at(0x1040, Short.class), 4, at(0x10B0, Integer.class)).code());

        assertEquals(0x0303, memory.getShort(0x1080));
        assertEquals(9, memory.getByte(0x1082));
        assertEquals(memory.getLong(0x1090), memory.getLong(0x1098));
        assertEquals(0, memory.getInt(0x10B0));
    }

    @Test
    void refusesWhatIsNotDescribed() {
        assertThrows(HleRefusal.class, () -> exports.close(7));
        assertThrows(HleRefusal.class, () -> exports.optional(1, 0, 0));
        assertEquals(INVALID, exports.places(1, at(0, Short.class), 1, at(0x1080, Byte.class)).code());
    }
}
