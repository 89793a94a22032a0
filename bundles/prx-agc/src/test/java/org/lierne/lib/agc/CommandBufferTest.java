package org.lierne.lib.agc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestPtr;
import org.lierne.testing.ArrayGuestMemory;

/** The storage rules of docs/graphics-library.md section 1. */
final class CommandBufferTest {
    private static final long OBJECT = 0x1000;
    private static final long STORAGE = 0x2000;
    private static final long OTHER = 0x3000;

    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(OBJECT, 0x4000);
    private final GuestPtr<CommandBuffer> object = new GuestPtr<>(memory, OBJECT, CommandBuffer.class);
    private final List<Long> asked = new ArrayList<>();

    private void storage(int dwords, int reserved) {
        object.set(new CommandBuffer(STORAGE, STORAGE + 4L * dwords, STORAGE, STORAGE + 4L * dwords, 0x99, 0x77,
                reserved));
    }

    private long refuse(long callback, long at, long dwords, long user) {
        asked.add(dwords);
        return 0;
    }

    private long replace(long callback, long at, long dwords, long user) {
        asked.add(dwords);
        memory.putLong(OBJECT, OTHER);
        memory.putLong(OBJECT + 8, OTHER + 0x400);
        memory.putLong(OBJECT + 0x10, OTHER);
        memory.putLong(OBJECT + 0x18, OTHER + 0x400);
        return 1;
    }

    @Test
    void movesTheCursorByWhatWasTaken() {
        storage(8, 0);

        assertEquals(STORAGE, CommandBuffer.take(object, 5, this::refuse));
        assertEquals(STORAGE + 20, object.get().cursorUp());
        assertEquals(List.of(), asked);
    }

    @Test
    void asksOnceForWhatIsNeededAndReservedAndMovesNothingWhenRefused() {
        storage(8, 4);

        assertEquals(0, CommandBuffer.take(object, 5, this::refuse));
        assertEquals(List.of(9L), asked);
        assertEquals(STORAGE, object.get().cursorUp());
    }

    @Test
    void startsInTheStorageThatTheCallbackInstalled() {
        storage(4, 0);

        assertEquals(OTHER, CommandBuffer.take(object, 5, this::replace));
        assertEquals(OTHER + 20, object.get().cursorUp());
    }

    @Test
    void growsABufferThatIsSmallerThanItsReserve() {
        storage(2, 6);

        assertEquals(OTHER, CommandBuffer.take(object, 1, this::replace));
    }

    @Test
    void takesTheTopAsTheLimitWhereTheDownCursorIsNull() {
        storage(8, 0);
        memory.putLong(OBJECT + 0x18, 0);

        assertEquals(STORAGE, CommandBuffer.take(object, 8, this::refuse));
        assertEquals(0, CommandBuffer.take(object, 1, this::refuse));
    }
}
