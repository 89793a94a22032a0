package org.lierne.lib.agc_driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestString;
import org.lierne.kernel.sync.GuestHeap;
import org.lierne.testing.ArrayGuestMemory;

/** Streams, and the sizes of notes. */
final class WorkloadExportsTest {
    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x1000);
    private final Streams streams = new Streams(new GuestHeap() {
        @Override
        public long allocate(long bytes) {
            return 0x1800;
        }

        @Override
        public void free(long address) {}
    });
    private final WorkloadExports exports = new WorkloadExports(streams);
    private final GuestString name = new GuestString(memory, 0x1000);

    @Test
    void registersEachStreamOnce() {
        assertEquals(GuestStatus.OK, exports.register(1, name));
        assertEquals(AgcDriverError.BAD_STREAM, exports.register(1, name));
        assertEquals(AgcDriverError.BAD_STREAM, exports.register(0, name));
        assertEquals(AgcDriverError.BAD_STREAM, exports.register(32, name));
        assertEquals(AgcDriverError.NULL_NAME, exports.register(2, new GuestString(memory, 0)));
        assertEquals(0x1808, streams.slot(1).orElseThrow());
        assertEquals(GuestStatus.OK, exports.unregister(1));
        assertFalse(streams.slot(1).isPresent());
    }

    @Test
    void sizesNotesByTheirBytes() {
        assertEquals(3, exports.noteDwords(0));
        assertEquals(4, exports.noteDwords(1));
        assertEquals(4, exports.noteDwords(4));
        assertEquals(9, exports.noteDwords(5));
        assertEquals(10, exports.noteDwords(12));
    }
}
