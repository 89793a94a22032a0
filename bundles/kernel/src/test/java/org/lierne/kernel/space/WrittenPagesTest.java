package org.lierne.kernel.space;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.lierne.kernel.memory.AddressSpace.READ;
import static org.lierne.kernel.memory.AddressSpace.WRITE;
import static org.lierne.kernel.nativecpu.TestMachine.MACHINE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.AddressSpace.DirectMap;
import org.lierne.kernel.memory.GuestMemory;

/** What guest memory tells of when it was written, on hosts that tell it. */
final class WrittenPagesTest {
    private static final int RW = READ | WRITE;
    private static final long BYTES = 0x100000;

    private final MappedAddressSpace space = MACHINE.space;
    private final GuestMemory memory = MACHINE.memory;

    @TempDir
    Path folder;

    @BeforeEach
    void reset() {
        MACHINE.reset();
    }

    private long direct(long offset) {
        return space.mapDirect(new DirectMap(0, BYTES, RW, 0, offset, 0, -1, false, ""));
    }

    private long watched() {
        long start = direct(space.allocateDirect(0, 1L << 32, BYTES, 0, 0));
        memory.putBytes(start, new byte[(int) BYTES]);
        assumeTrue(memory.writtenAt(start, BYTES) != GuestMemory.NOT_WATCHED, "the host does not tell which pages were written");
        return start;
    }

    @Test
    void tellsWhatWasWrittenAndOnlyThat() {
        long start = watched();
        long before = memory.writtenAt(start, BYTES);
        long rest = memory.writtenAt(start + 0x40000, 0x40000);

        assertEquals(before, memory.writtenAt(start, BYTES));
        memory.putInt(start + 0x80001, 7);
        assertNotEquals(before, memory.writtenAt(start, BYTES));
        assertEquals(rest, memory.writtenAt(start + 0x40000, 0x40000), "another part");
        long after = memory.writtenAt(start, BYTES);
        assertEquals(after, memory.writtenAt(start, BYTES));
    }

    @Test
    void anotherQuestionInBetweenHidesNothing() {
        long start = watched();
        long before = memory.writtenAt(start, BYTES);
        memory.putInt(start + 0x10000, 7);
        memory.writtenAt(start + 0x10000, 0x4000);

        assertNotEquals(before, memory.writtenAt(start, BYTES));
    }

    @Test
    void systemCallsWriteToo() throws IOException {
        long start = watched();
        Path file = Files.write(folder.resolve("bytes"), new byte[] {1, 2, 3});
        long before = memory.writtenAt(start, BYTES);
        try (FileChannel channel = FileChannel.open(file)) {
            channel.read(memory.view(start + 5, 3, Access.WRITE).asByteBuffer());
        }

        assertEquals(2, memory.getByte(start + 6));
        assertNotEquals(before, memory.writtenAt(start, BYTES));
    }

    @Test
    void memoryThatTakesAnothersPlaceCountsAsWritten() {
        long start = watched();
        long before = memory.writtenAt(start, BYTES);
        space.unmap(start, BYTES);
        space.mapDirect(new DirectMap(start, BYTES, RW, org.lierne.kernel.memory.AddressSpace.FIXED, space.allocateDirect(0, 1L << 32, BYTES, 0, 0), 0, -1,
                false, ""));

        assertNotEquals(before, memory.writtenAt(start, BYTES));
    }

    @Test
    void memorySeenAtTwoAddressesIsNotWatched() {
        long offset = space.allocateDirect(0, 1L << 32, BYTES, 0, 0);
        long first = direct(offset);
        long second = direct(offset);

        assertEquals(GuestMemory.NOT_WATCHED, memory.writtenAt(first, BYTES));
        assertEquals(GuestMemory.NOT_WATCHED, memory.writtenAt(second, BYTES));
    }

    @Test
    void aSecondViewThatCameAndWentBetweenTwoQuestionsCountsAsAWriter() {
        long start = watched();
        long before = memory.writtenAt(start, BYTES);
        long second = direct(space.mapping(start, false).orElseThrow().offset());
        memory.putInt(second + 0x80000, 7);
        space.unmap(second, BYTES);

        assertEquals(7, memory.getInt(start + 0x80000));
        long after = memory.writtenAt(start, BYTES);
        assertNotEquals(before, after);
        assertEquals(after, memory.writtenAt(start, BYTES), "it is watched again");
    }

    @Test
    void whatIsNotMappedIsNotWatched() {
        assertEquals(GuestMemory.NOT_WATCHED, memory.writtenAt(0x20_0000_0000L, BYTES));
    }
}
