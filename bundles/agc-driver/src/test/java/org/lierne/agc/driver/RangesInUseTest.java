package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class RangesInUseTest {
    private long reached;
    private final RangesInUse ranges = new RangesInUse(ticket -> ticket <= reached);

    @Test
    void countsWorkOnceSomethingFlushesBehindIt() {
        ranges.add(0x1000, 0x100);
        assertFalse(ranges.isUsed(0x1000, 4));

        ranges.flushed();
        ranges.add(0x2000, 0x100);

        assertTrue(ranges.isUsed(0x10fc, 4));
        assertTrue(ranges.isUsed(0xffc, 8));
        assertFalse(ranges.isUsed(0x1100, 4));
        assertFalse(ranges.isUsed(0xffc, 4));
        assertFalse(ranges.isUsed(0x2000, 4));
    }

    @Test
    void forgetsWorkThatIsDone() {
        ranges.add(0x1000, 0x100);
        ranges.submitted(1);
        ranges.flushed();
        ranges.add(0x2000, 0x100);
        ranges.submitted(2);
        ranges.flushed();

        reached = 1;

        assertFalse(ranges.isUsed(0x1000, 4));
        assertTrue(ranges.isUsed(0x2000, 4));
    }

    @Test
    void findsEachOfManyRanges() {
        for (int i = 0; i < 1000; i++) {
            ranges.add(0x1000L * i, 0x100);
            ranges.add(0x1000L * i, 0x100);
        }
        ranges.flushed();

        for (int i = 0; i < 1000; i++) {
            assertTrue(ranges.isUsed(0x1000L * i + 0xff, 1));
            assertFalse(ranges.isUsed(0x1000L * i + 0x100, 0xf00));
        }
    }
}
