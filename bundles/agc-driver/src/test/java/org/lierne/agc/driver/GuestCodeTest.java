package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.lierne.testing.ArrayGuestMemory;

/** Where code in guest memory ends. */
final class GuestCodeTest {
    private static final int NOP = 0xBF800000;
    private static final int BRANCH_OVER_ONE = 0xBF820001;
    private static final int END_PROGRAM = 0xBF810000;
    private static final int JUMP_S30 = 0xBE80201E;

    private static final long BASE = 0x1000;

    private static ArrayGuestMemory holding(int bytes, long at, int... words) {
        ArrayGuestMemory memory = new ArrayGuestMemory().map(BASE, bytes);
        for (int i = 0; i < bytes; i += 4) {
            memory.putInt(BASE + i, NOP);
        }
        for (int i = 0; i < words.length; i++) {
            memory.putInt(at + 4L * i, words[i]);
        }
        return memory;
    }

    @Test
    void aProgramEndsWhereNothingJumpsAcrossItsEnd() {
        int[] program = {BRANCH_OVER_ONE, END_PROGRAM, NOP, END_PROGRAM};

        assertArrayEquals(program, GuestCode.read(holding(64, BASE, program), BASE).words());
    }

    /** Memory may end at any dword of code, however far that is from its beginning. */
    @Test
    void memoryThatEndsBeforeTheProgramIsRefused() {
        WorkRefused refused = assertThrows(WorkRefused.class, () -> GuestCode.read(holding(0x3000, BASE), BASE + 0x2F00));

        assertTrue(String.valueOf(refused.getMessage()).endsWith("program at 0x3f00: no end within 64 dwords"), refused.toString());
    }

    @Test
    void calledCodeEndsWithItsReturn() {
        int[] called = {NOP, JUMP_S30};
        ArrayGuestMemory memory = holding(64, BASE + 8, called);

        assertArrayEquals(called, Objects.requireNonNull(GuestCode.readCalled(memory, BASE + 8, 30)).words());
        assertNull(GuestCode.readCalled(memory, BASE + 8, 32));
        assertNull(GuestCode.readCalled(memory, BASE + 9, 30));
    }

    @Test
    void changedBytesAreNoticed() {
        ArrayGuestMemory memory = holding(64, BASE, NOP, END_PROGRAM);
        GuestCode code = GuestCode.read(memory, BASE);
        assertEquals(8, code.bytes().length);
        assertTrue(code.isUnchanged(memory));

        memory.putInt(BASE, BRANCH_OVER_ONE);

        assertEquals(false, code.isUnchanged(memory));
        assertEquals(NOP, Arrays.stream(code.words()).findFirst().orElseThrow());
    }
}
