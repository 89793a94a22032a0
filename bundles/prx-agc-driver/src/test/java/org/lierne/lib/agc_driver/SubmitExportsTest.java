package org.lierne.lib.agc_driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lierne.agc.GraphicsQueues;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.HleRefusal;
import org.lierne.testing.ArrayGuestMemory;

/** Submission descriptions of docs/graphics-library.md section 5. */
final class SubmitExportsTest {
    private static final long AT = 0x1000;

    private final List<String> submitted = new ArrayList<>();
    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(AT, 0x8000);
    private final SubmitExports exports = new SubmitExports(new GraphicsQueues() {
        @Override
        public void submit(int queue, long address, int dwords) {
            submitted.add("%x: %x %d".formatted(queue, address, dwords));
        }

        @Override
        public void setDefaultState(int[] cxPairs, int[] shPairs, int[] ucPairs) {}

        @Override
        public QueueFacts facts(int queue) {
            return new QueueFacts(0, 0, 0, 0, "");
        }
    });

    private GuestPtr<SubmitExports.Submission> description(long address, int dwords) {
        GuestPtr<SubmitExports.Submission> p = new GuestPtr<>(memory, AT, SubmitExports.Submission.class);
        p.set(new SubmitExports.Submission(address, dwords, (byte) 0));
        return p;
    }

    @Test
    void queuesGraphicsAndComputeBuffers() {
        assertEquals(GuestStatus.OK, exports.submitGraphics(description(0x2000, 16)));
        assertEquals(GuestStatus.OK, exports.submitCompute(0x21, description(0x2000, 16)));

        assertEquals(List.of("0: 2000 16", "21: 2000 16"), submitted);
    }

    @Test
    void skipsEmptyEntries() {
        assertEquals(GuestStatus.OK, exports.submitGraphics(description(0, 16)));
        assertEquals(GuestStatus.OK, exports.submitGraphics(description(0x2000, 0)));

        assertEquals(List.of(), submitted);
    }

    @Test
    void answersTooManyDwords() {
        assertEquals(AgcDriverError.TOO_MANY_DWORDS, exports.submitGraphics(description(0x2000, 0x100000)));
    }

    @Test
    void refusesUnknownQueuesAndUnmappedBuffers() {
        assertThrows(HleRefusal.class, () -> exports.submitCompute(0x58, description(0x2000, 16)));
        assertThrows(HleRefusal.class, () -> exports.submitGraphics(description(0x900000, 16)));
    }

    @Test
    void followsAReferenceOnComputeQueues() {
        memory.putLong(0x2000, 0x3000);
        memory.putInt(0x2008, 7);
        memory.putInt(0x200C, 0);
        memory.putInt(0x2010, 0x5533CCAA);

        exports.submitCompute(0x20, description(0x2000, 5));

        assertEquals(List.of("20: 3000 7"), submitted);
    }

    @Test
    void queuesSeveralInOrder() {
        memory.putLong(0x2000, 0x3000);
        memory.putLong(0x2008, 0x4000);
        memory.putInt(0x2100, 8);
        memory.putInt(0x2104, 9);

        exports.submitManyGraphics(new GuestPtr<>(memory, 0x2000, Long.class),
                new GuestPtr<>(memory, 0x2100, Integer.class), 2);

        assertEquals(List.of("0: 3000 8", "0: 4000 9"), submitted);
    }
}
