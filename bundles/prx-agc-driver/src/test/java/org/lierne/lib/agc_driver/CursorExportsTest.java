package org.lierne.lib.agc_driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestArray;
import org.lierne.hle.GuestBytes;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.sync.GuestHeap;
import org.lierne.testing.ArrayGuestMemory;

/** Packets at a cursor: the words are those of the library's builders for graphics queues. */
final class CursorExportsTest {
    private static final long CURSOR = 0x1000;
    private static final long IDS = 0x1100;
    private static final long PACKETS = 0x1200;

    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x1000);
    private final Streams streams = new Streams(new GuestHeap() {
        @Override
        public long allocate(long bytes) {
            return 0x1800;
        }

        @Override
        public void free(long address) {}
    });
    private final CursorExports exports = new CursorExports(streams);
    private final GuestPtr<Long> cursor = new GuestPtr<>(memory, CURSOR, Long.class);

    private String written() {
        StringJoiner words = new StringJoiner(" ");
        for (long at = PACKETS; at < cursor.get(); at += 4) {
            words.add("%08X".formatted(memory.getInt(at)));
        }
        cursor.set(PACKETS);
        return words.toString();
    }

    private GuestArray<Integer> ids(int... ids) {
        for (int i = 0; i < ids.length; i++) {
            memory.putInt(IDS + 4L * i, ids[i]);
        }
        return new GuestArray<>(memory, IDS, ids.length, Integer.class);
    }

    @Test
    void writesWorkloadsAsTheBuildersDo() {
        cursor.set(PACKETS);
        streams.register(1, "one");

        assertEquals(GuestStatus.OK, exports.workloadsActive(cursor, 0, 1, ids(1, 33), 2));
        assertEquals("C0027904 00000342 CC000001 00000002 C0033704 06010000 0000C343 00000002 00000000 "
                + "C0071E00 40000267 00001808 00000000 00000002 00000002 00000000 00000000 00000000", written());
        assertEquals(GuestStatus.OK, exports.workloadComplete(cursor, 0, 1, 33));
        assertEquals("C0017904 00000342 CD000421 C0071E00 40000275 00001808 00000000 FFFFFFFF FFFFFFFD 00000000 00000000 00000000",
                written());
        assertEquals(GuestStatus.OK, exports.streamInactive(cursor, 0, 1));
        assertEquals("C0027904 00000342 CC000001 00000000 C0033704 06010000 0000C343 00000000 00000000", written());
    }

    @Test
    void writesNothingForStreamsAndWorkloadsThatAreNone() {
        cursor.set(PACKETS);
        streams.register(1, "one");

        assertEquals(AgcDriverError.BAD_STREAM, exports.workloadsActive(cursor, 0, 2, ids(1), 1));
        assertEquals(AgcDriverError.BAD_STREAM, exports.workloadsActive(cursor, 0, 1, ids(1, 1), 2));
        assertEquals(AgcDriverError.BAD_STREAM, exports.workloadComplete(cursor, 0, 1, 64));
        assertThrows(HleRefusal.class, () -> exports.workloadComplete(cursor, 1, 1, 1));
        assertEquals("", written());
    }

    @Test
    void writesNotesOfAWordAndRefusesLongerOnes() {
        cursor.set(PACKETS);
        memory.putInt(IDS, 0x44332211);

        assertEquals(3, exports.note(cursor, 0, 0xC6000000, new GuestBytes(memory, 0, 0), 0));
        assertEquals("C0017904 00000342 C6000000", written());
        assertEquals(4, exports.note(cursor, 0, 0xC6000008, new GuestBytes(memory, IDS, 3), 3));
        assertEquals("C0027904 00000342 C6000008 00332211", written());
        assertThrows(HleRefusal.class, () -> exports.note(cursor, 0, 0xC6000008, new GuestBytes(memory, IDS, 5), 5));
        assertEquals("", written());
    }

    @Test
    void fillsTheReservationBehindAFlip() {
        cursor.set(PACKETS);

        assertEquals(9, exports.flip(cursor, 9, 0, 1, -1, 1, 2));
        assertEquals("C004105C 00000001 FFFFFFFF 00000001 00000002 00000000 C0011000 00000000 00000000", written());
        assertEquals(7, exports.flip(cursor, 7, 0, 1, 0, 1, 2));
        assertEquals("C004105C 00000001 00000000 00000001 00000002 00000000 FFFF1000", written());
    }
}
