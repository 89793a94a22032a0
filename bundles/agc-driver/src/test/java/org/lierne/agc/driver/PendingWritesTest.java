package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lierne.testing.ArrayGuestMemory;

/** What packets ahead would write. Packet bodies from the register documents. */
final class PendingWritesTest {
    private static final int BUFFER = 0x1000;
    private static final int SIDE = 0x1800;
    private static final int DATA = 0x2000;

    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(BUFFER, 0x1000).map(DATA, 0x1000);

    private Map<Long, Long> found(int... words) {
        put(BUFFER, words);
        PendingWrites writes = new PendingWrites(memory);
        writes.scan(BUFFER, BUFFER + 4L * words.length);
        return writes.found();
    }

    private void put(long address, int... words) {
        for (int i = 0; i < words.length; i++) {
            memory.putInt(address + 4L * i, words[i]);
        }
    }

    @Test
    void findsEachWordOfAFill() {
        assertEquals(Map.of((long) DATA, (long) BUFFER, DATA + 4L, (long) BUFFER, DATA + 8L, (long) BUFFER),
                found(0xC0055000, 0x40000000, 7, 0, DATA, 0, 12));
    }

    /** Bit 16 of a copy's second dword asks for two words; destination 4 is none that is known. */
    @Test
    void findsBothWordsOfAWideCopyAndNoneOfWhatIsRefused() {
        assertEquals(Map.of((long) DATA, (long) BUFFER, DATA + 4L, (long) BUFFER), found(0xC0044000, 0x10105, 1, 0, DATA, 0));
        assertEquals(Map.of(), found(0xC0044000, 0x10405, 1, 0, DATA, 0));
    }

    @Test
    void findsNoneInTheGlobalDataShare() {
        assertEquals(Map.of(), found(0xC0055000, 0x40100000, 7, 0, DATA, 0, 12, 0xC0044000, 0x305, 1, 0, DATA, 0));
    }

    @Test
    void looksAtBothSidesOfABranch() {
        put(SIDE, 0xC0033700, 0x500, DATA, 0, 1);
        put(SIDE + 0x40, 0xC0064900, 0x528, 1 << 29 | 1 << 16, DATA + 4, 0, 1, 0, 0);

        assertEquals(Map.of((long) DATA, (long) SIDE, DATA + 4L, SIDE + 0x40L),
                found(0xC00C3F00, 0x302, DATA + 0x100, 0, -1, -1, 1, 0, SIDE, 0, 5, SIDE + 0x40, 0, 8));
    }
}
